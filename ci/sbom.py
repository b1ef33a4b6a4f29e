#!/usr/bin/env python3
"""ci/sbom.py VERSION PROGRAM: a bill of materials, SPDX 2.3 as JSON, of a program that was built on Debian or Ubuntu: the libraries
that it needs, the code compiled into it, and its build tools, according to dpkg. It claims no licence. It is reproducible: its date is
$SOURCE_DATE_EPOCH, its name has the program's hash. ci/sbom.py --distribution: this distribution's name in file names, such as
debian12, by /etc/os-release or $OS_RELEASE."""
import datetime, hashlib, json, os, re, subprocess, sys

# Debian packages whose code or text is in the program; and packages used to build it. Those that are not installed are left out.
INSIDE = ["libxxhash-dev", "node-d3", "opencl-c-headers"]
TOOLS = ["gcc", "g++", "cmake", "binutils"]
FIELDS = "${binary:Package}\t${Version}\t${Architecture}\t${db:Status-Abbrev}\n"


def command(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def libraries(program):
    """Paths of all shared libraries that the loader loads for it."""
    return sorted(set(re.findall(r"(/\S+) \(0x", command("ldd", program))))


def owner(path):
    """The package of a file; older packages list it by the path before /usr was merged."""
    for name in path, os.path.realpath(path), "/usr" + path, path.removeprefix("/usr"):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0]
    sys.exit(f"ci/sbom.py: no package has {path}")


def system():
    """The distribution's identifier and its version; of one that has no versions its codename, as sid, if any."""
    path = os.environ.get("OS_RELEASE", "/etc/os-release")
    try:
        given = dict(line.rstrip().replace('"', "").split("=", 1) for line in open(path) if "=" in line)
    except OSError as error:
        sys.exit(f"ci/sbom.py: which distribution is this? {path}: {error.strerror}")
    return given.get("ID", "linux"), given.get("VERSION_ID") or given.get("VERSION_CODENAME", "")


def package(name):
    """dpkg's data of an installed package, or None."""
    found = subprocess.run(["dpkg-query", "-W", "-f", FIELDS, name], capture_output=True, text=True)
    fields = found.stdout.split("\n")[0].split("\t")
    if found.returncode != 0 or not fields[3].startswith("ii"):
        return None
    name, version, architecture = fields[0].split(":")[0], fields[1], fields[2]
    distribution = system()
    locator = f"pkg:deb/{distribution[0]}/{name}@{version.replace('+', '%2B').replace(':', '%3A')}"
    locator += f"?arch={architecture}&distro={'-'.join(filter(None, distribution))}"
    return described(name, version, [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}])


def described(name, version, references=()):
    unknown = "NOASSERTION"
    entry = {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version}
    entry.update(downloadLocation=unknown, filesAnalyzed=False, licenseConcluded=unknown, licenseDeclared=unknown, copyrightText=unknown)
    return {**entry, "externalRefs": list(references)} if references else entry


def main(version, program):
    digest = hashlib.sha256(open(program, "rb").read()).hexdigest()
    own = described("gpubench", version)
    own["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    parts, relations = {}, [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    kinds = [(name, "DYNAMIC_LINK") for name in sorted({owner(path) for path in libraries(program)})]
    kinds += [(name, "CONTAINS") for name in INSIDE] + [(name, "BUILD_TOOL_OF") for name in TOOLS]
    for name, kind in kinds:
        part = package(name)
        if part:
            parts[part["SPDXID"]] = part
            ends = (part["SPDXID"], own["SPDXID"]) if kind == "BUILD_TOOL_OF" else (own["SPDXID"], part["SPDXID"])
            relations.append((ends[0], kind, ends[1]))
    date = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"gpubench-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/gpubench-{version}-{digest}",
        "creationInfo": {"created": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: ci/sbom.py"]},
        "packages": [own, *parts.values()],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }, sys.stdout, indent=1)
    print()


if sys.argv[1:] == ["--distribution"]:
    print("".join(system()))
elif len(sys.argv) == 3:
    main(*sys.argv[1:])
else:
    sys.exit(__doc__)
