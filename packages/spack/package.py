# For your own repository (`spack repo create`): packages/gpubench/package.py. GPUBENCH_GIT is the address of the
# source, as there is no public one yet; a local clone will do.
import os

from spack.package import *


class Gpubench(CMakePackage):
    """Microbenchmarks and autotuning of GPU kernels, CUDA and OpenCL, also on a CPU: every variant is compiled at run
    time, verified, and timed; the best are written as a C header."""

    git = os.environ.get("GPUBENCH_GIT", "https://example.invalid/gpubench.git")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("openmp", default=True, description="The host's own sums take all cores")
    variant("references", default=False, description="Build the library calls that results are compared with (nvcc)")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("git", type="build", when="@main")
    depends_on("benchmark")
    depends_on("jansson")
    depends_on("xxhash")
    depends_on("opencl-headers")
    depends_on("zlib-api")
    depends_on("cuda", when="+references")

    def cmake_args(self):
        return [
            self.define("GPUBENCH_TESTS", False),
            self.define_from_variant("GPUBENCH_REFERENCES", "references"),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_OpenMP", self.spec.satisfies("~openmp")),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def starts(self):
        Executable(self.prefix.bin.gpubench)("list", "--check")
