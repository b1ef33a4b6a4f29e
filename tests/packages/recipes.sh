#!/usr/bin/env bash
# The recipes have the version, the options and each dependency that CMakeLists.txt requires, and state no licence. Spack's is run with
# a stub of Spack, which no package index has: its own audit is not run. conda's is read by rattler-build where that is installed
# (pip install py-rattler-build).
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }
export PYTHONDONTWRITEBYTECODE=1
mkdir -p spack
cat >spack/package.py <<'PYTHON'
calls = []
def _recorded(kind):
    return lambda *words, **options: calls.append((kind, words, options))
version, variant, depends_on = map(_recorded, ("version", "variant", "depends_on"))
run_after = on_package_attributes = lambda *words, **options: lambda function: function
class CMakePackage:
    define = define_from_variant = staticmethod(lambda name, value: name)
    class spec:
        satisfies = staticmethod(lambda text: False)
PYTHON
cat >look.py <<'PYTHON'
import os, re, runpy
root = os.environ["SOURCE_DIR"]
cmake = open(f"{root}/CMakeLists.txt").read()
number = re.search(r"project\(gpubench VERSION ([0-9.]+)", cmake)[1]
# What CMake looks for, and its name in Spack and conda.
wanted = {"JANSSON_LIBRARY": ("jansson",) * 2, "XXHASH_INCLUDE": ("xxhash",) * 2, "OPENCL_INCLUDE": ("opencl-headers",) * 2,
          "ZLIB": ("zlib-api", "zlib")}
found = set(re.findall(r"find_(?:library|path|package)\((\w+)", cmake)) - {"JANSSON_INCLUDE", "OpenMP"}
assert found == set(wanted), f"CMakeLists.txt has another dependency, which recipes need: {found ^ set(wanted)}"

recipe = runpy.run_path(f"{root}/packages/spack/package.py")
calls = recipe["calls"] if "calls" in recipe else __import__("spack.package").package.calls
spack = {words[0].split("@")[0] for kind, words, options in calls if kind == "depends_on"}
assert {names[0] for names in wanted.values()} | {"benchmark", "c", "cxx", "cmake"} <= spack, spack
assert number in [words[0] for kind, words, options in calls if kind == "version"]
for name in recipe["Gpubench"]().cmake_args():
    assert f"option({name} " in cmake or name == "CMAKE_DISABLE_FIND_PACKAGE_OpenMP", name
minimum = re.search(r"cmake_minimum_required\(VERSION ([0-9.]+)", cmake)[1]
assert ("depends_on", (f"cmake@{minimum}:",), {"type": "build"}) in calls

text = open(f"{root}/packages/conda/recipe.yaml").read()
host = re.findall(r"^    - (\S+)", text[text.index("  host:"):text.index("  run_constraints:")], re.M)
assert {names[1] for names in wanted.values()} | {"benchmark"} <= set(host), host
assert f'version: "{number}"' in text and f"cmake >={minimum}" in text
for option in re.findall(r"-D(GPUBENCH_\w+)", text):
    assert f"option({option} " in cmake, option
for path in "packages/spack/package.py", "packages/conda/recipe.yaml", "pyproject.toml":
    assert not re.search(r"^\s*license\s*[:=(]", open(f"{root}/{path}").read(), re.M), path
try:
    import rattler_build
except ImportError:
    print("no py-rattler-build: conda's recipe was not parsed by it")
else:
    parsed = rattler_build.Stage0Recipe.from_file(f"{root}/packages/conda/recipe.yaml")
    variants = rattler_build.VariantConfig({"c_compiler": ["gcc"], "cxx_compiler": ["gxx"], "c_stdlib": ["sysroot"]})
    rendered = parsed.render(variants)
    assert len(rendered) == 1, rendered
    print("rattler-build renders conda's recipe")
PYTHON
ends 0 python3 look.py
cat out
