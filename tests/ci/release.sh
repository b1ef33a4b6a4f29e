#!/usr/bin/env bash
# ci/sbom.py: every library of the program is in it with a version, no licence is claimed, relations have ends, twice it is the same.
# ci/release: its sums are those of all files, and an unknown step is refused. What it builds, release.yml shows.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
command -v python3 >/dev/null && command -v dpkg-query >/dev/null || { echo 'no python3, or no dpkg'; exit 77; }
export SOURCE_DATE_EPOCH=1700000000
python3 "$SOURCE_DIR/ci/sbom.py" 1.2.3 "$GPUBENCH" >one.json
python3 "$SOURCE_DIR/ci/sbom.py" 1.2.3 "$GPUBENCH" >two.json
expect 'the same twice' cmp one.json two.json
python3 - "$GPUBENCH" <<'PYTHON'
import hashlib, json, sys
bill = json.load(open("one.json"))
packages = {entry["SPDXID"]: entry for entry in bill["packages"]}
names = {entry["name"] for entry in bill["packages"]}
assert {"gpubench", "libjansson4", "libc6", "libxxhash-dev"} <= names and any(name.startswith("libbenchmark1") for name in names), names
assert len(packages) == len(bill["packages"])
assert packages["SPDXRef-gpubench"]["checksums"][0]["checksumValue"] == hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest()
for entry in bill["packages"]:
    assert entry["licenseDeclared"] == entry["licenseConcluded"] == entry["copyrightText"] == "NOASSERTION" and entry["versionInfo"]
for relation in bill["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= {*packages, "SPDXRef-DOCUMENT"}, relation
assert bill["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
PYTHON
# Debian's unstable has no version, and a distribution that rolls on no name either.
name_of() { printf %b "$1" >os-release && OS_RELEASE=os-release python3 "$SOURCE_DIR/ci/sbom.py" --distribution; }
[ "$(name_of 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n')" = debian12 ] || wrong 'expected the version'
[ "$(name_of 'ID=debian\nVERSION_CODENAME=sid\n')" = debiansid ] || wrong 'expected the codename'
[ "$(name_of 'ID=rolling\n\n# none\n')" = rolling ] || wrong 'expected the identifier'
OS_RELEASE=os-release python3 "$SOURCE_DIR/ci/sbom.py" 1.2.3 "$GPUBENCH" >rolling.json
contains 'distro=rolling"' rolling.json
ends 1 env OS_RELEASE=nowhere python3 "$SOURCE_DIR/ci/sbom.py" --distribution
contains '^ci/sbom.py: which distribution is this\? nowhere: No such file or directory$' err
if command -v pyspdxtools >/dev/null; then expect 'SPDX' pyspdxtools -i one.json; fi

git -C "$SOURCE_DIR" rev-parse HEAD >/dev/null 2>&1 || { echo 'no repository'; exit 77; }
export OUT=$PWD/released
mkdir released
ends 1 "$SOURCE_DIR/ci/release" sums
contains '^ci/release: .*released has no files$' err
echo a >released/b.deb
echo b >"released/a name"
ends 0 "$SOURCE_DIR/ci/release" sums
ends 0 "$SOURCE_DIR/ci/release" sums
[ "$(cut -c67- released/SHA256SUMS)" = $'a name\nb.deb' ] || wrong 'expected both files, once each'
expect 'sums' sh -c 'cd released && sha256sum --check --quiet --strict SHA256SUMS'
refused 'the steps are: source program' "$SOURCE_DIR/ci/release" sums nosuch
