/* OpenCL drivers that abort or hang when they are loaded, beside PoCL and alone: each is named, and does not hide the
 * others. */
#include "tests/tuner/run/own_tuner.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const struct registry registry = {.suites = (const struct suite *const[]){NULL}};

static struct launcher launcher = {.program = "/proc/self/exe", .cache = "cache", .device_seconds = 12};
static struct compute_inventory inventory;
static char vendors[64];

/* Adds a driver: a file of that name in this folder, or PoCL's. */
static void add_driver(const char *name, const char *library)
{
    char path[128], here[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.icd", vendors, name);
    FILE *file = fopen(path, "w");
    if (library)
        fprintf(file, "%s\n", library);
    else
        fprintf(file, "%s/%s.so\n", getcwd(here, sizeof here), name);
    fclose(file);
}

static void use_drivers(const char *const *names)
{
    char command[256];
    snprintf(vendors, sizeof vendors, "%s/vendors", own_folder);
    snprintf(command, sizeof command, "rm -rf %s && mkdir %s", vendors, vendors);
    CHECK(system(command) == 0);
    for (; *names; names++)
        add_driver(*names, strcmp(*names, "pocl") ? NULL : "libpocl.so.2");
    CHECK(!setenv("OCL_ICD_VENDORS", vendors, 1));
}

static size_t opencl_devices(void)
{
    size_t count = 0;
    for (size_t i = 0; i < inventory.devices; i++)
        count += !strcmp(inventory.device[i].backend, "opencl");
    return count;
}

/* The message about a driver that failed; "" if it did not. */
static const char *message_for(const char *driver)
{
    for (size_t i = 0; i < inventory.absences; i++)
        if (inventory.absence[i].failed && strstr(inventory.absence[i].text, driver))
            return inventory.absence[i].text;
    return "";
}

static void list(const char *const *names)
{
    use_drivers(names);
    CHECK_OK(tuner_inventory(&launcher, &inventory, &caught));
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

static void check_beside(void)
{
    list((const char *const[]){"aborts", "hangs", "pocl", NULL});
    CHECK(opencl_devices() == 1);
    CHECK(strstr(message_for("aborts.icd"),
                 "aborts.icd: its driver ended the process: Aborted (signal 6); its last words: "
                 "there is no such GPU"));
    CHECK(strstr(message_for("hangs.icd"), "hangs.icd: its driver hangs: no answer within 6 s (--time-limit)"));
    CHECK_TEXT(message_for("pocl.icd"), "");
    list((const char *const[]){"pocl", NULL});
    CHECK(opencl_devices() == 1 && !*message_for("icd"));
}

static void check_alone(void)
{
    list((const char *const[]){"aborts", NULL});
    CHECK(opencl_devices() == 0);
    CHECK(strstr(message_for("ended the process: Aborted"), "its driver ended the process: ") != NULL);
}

/* A device requested by its backend's name. */
static void check_found(void)
{
    struct compute_device device;
    use_drivers((const char *const[]){"aborts", "pocl", NULL});
    CHECK_OK(tuner_find(&launcher, "opencl", 0, &device, &inventory, &caught));
    CHECK(device.is_cpu && strstr(message_for("aborts.icd"), "ended the process"));
    CHECK(FINE(tuner_find(&launcher, "opencl", 0, &device, &inventory, &caught)) && !inventory.absences);
    use_drivers((const char *const[]){"aborts", NULL});
    CHECK(CALL(tuner_find(&launcher, "opencl", 0, &device, &inventory, &caught)) == CRASHED);
    CHECK(strstr(caught.text, "its worker died: Aborted (signal 6)"));
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    const char *driver = getenv("STUB_DRIVER");
    char command[2 * PATH_MAX];
    list((const char *const[]){"pocl", NULL});
    if (!driver || !opencl_devices()) {
        fprintf(stderr, "no PoCL here\n");
        return 77;
    }
    list((const char *const[]){NULL});
    if (opencl_devices()) {
        fprintf(stderr, "this OpenCL loader does not ask OCL_ICD_VENDORS\n"); /* such as NVIDIA's */
        return 77;
    }
    snprintf(command, sizeof command, "cp %s aborts.so && cp %s hangs.so", driver, driver);
    CHECK(system(command) == 0);
    check_beside();
    check_alone();
    check_found();
    return CHECK_RESULT;
}
