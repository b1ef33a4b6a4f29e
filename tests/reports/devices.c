/* Devices side by side: which files are comparable, which one counts for a device, and the costs of configurations
 * there. */
#include "reports/devices/devices.h"
#include "reports/parts.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST, SECOND, THIRD, FILES };

/* Files of one bench with two parameters, of devices by name. */
struct files {
    struct results file[FILES];
    struct devices devices;
};

static struct results make_file(const char *device, const char *date)
{
    struct results results = {.context = {.measuring = MEASURING}};
    struct compute_device *made = &results.context.device;
    snprintf(made->name, sizeof made->name, "%s", device);
    snprintf(made->architecture, sizeof made->architecture, "sm_90");
    snprintf(results.context.date, sizeof results.context.date, "2026-01-%sT00:00:00+0000", date);
    results_add_problem(&results, "suite", "bench", 1024, 1);
    struct named_parameter *block = problem_add_parameter(results.problems, "BLOCK", KIND_NUMBERS);
    texts_add(&block->words, "32");
    texts_add(&block->words, "64");
    struct named_parameter *load = problem_add_parameter(results.problems, "LOAD", KIND_WORDS);
    texts_add(&load->words, "striped");
    texts_add(&load->words, "blocked");
    return results;
}

/* A row of configuration `index` with code of a version; not above 0: it crashed. */
static struct result make_row(uint64_t index, double ns, char version)
{
    struct result row = result_of(index, 0);
    row.status = ns > 0 ? OK : CRASHED;
    row.median_ns = ns;
    row.ci95_ns[0] = row.ci95_ns[1] = NAN;
    row.blocks = 1;
    row.cold = true;
    row.binary[0] = version;
    return row;
}

static void add_row(struct results *results, uint64_t index, double ns, char version)
{
    const struct result row = make_row(index, ns, version);
    results_add(results, 0, &row, "");
}

static void add_best(struct results *results, uint64_t index, double ns, char version)
{
    const struct best best = {.result = make_row(index, ns, version), .measured = 1, .allowed = 4};
    add_row(results, index, ns, version);
    results_add_best(results, 0, &best);
}

static void files_free(struct files *files)
{
    devices_free(&files->devices);
    for (size_t i = 0; i < FILES; i++)
        results_free(&files->file[i]);
}

static void check_cell(const struct devices *devices, size_t problem, size_t choice, size_t device,
                       const char *expected)
{
    const struct device_problem *of = &devices->problem[problem];
    const struct device_cell cell = device_cell(of, &of->choice[choice], device);
    CHECK_TEXT(device_cell_text(&cell).text, expected);
}

/* Only measured costs, from rows of exactly this configuration. */
TEST(costs)
{
    FREED_BY(files_free) struct files files = {{make_file("b", "02"), make_file("a", "01"), make_file("c", "03")}, {0}};
    add_best(&files.file[FIRST], 0, 100, '1');
    add_row(&files.file[FIRST], 1, 125, '1');
    add_best(&files.file[SECOND], 1, 10, '1');
    add_row(&files.file[SECOND], 0, 0, '1');
    add_row(&files.file[THIRD], 1, 40, '1');
    files.devices = devices_make(files.file, FILES);
    const struct devices *devices = &files.devices;
    CHECK(devices->devices == 3 && devices->problems == 1);
    CHECK_TEXT(devices->device[0].device->name, "a");
    const struct device_problem *problem = devices->problem;
    CHECK(problem->devices == 3 && problem->choices == 2 && !problem->unsure);
    CHECK_TEXT(problem->differs, "");
    CHECK_TEXT(problem->choice[0].name, "BLOCK:32/LOAD:blocked");
    CHECK_TEXT(device_choice_letters(problem, &problem->choice[0]).text, "A");
    check_cell(devices, 0, 0, 0, "best");
    check_cell(devices, 0, 0, 1, "+25.0 %");
    check_cell(devices, 0, 0, 2, "40.00 ns*");
    check_cell(devices, 0, 1, 0, "crashed");
    check_cell(devices, 0, 1, 1, "best");
    check_cell(devices, 0, 1, 2, "-");
    const struct device_costs costs = device_costs(devices, 0, 1), failed = device_costs(devices, 1, 0);
    CHECK(costs.both == 1 && costs.count == 1 && costs.middle == 0.25 && costs.most == 0.25);
    CHECK(failed.both == 1 && failed.count == 0 && failed.failed == 1);
}

/* The newest file of a device counts; rows of the others are used, and a faster best is reported. */
TEST(newest)
{
    FREED_BY(files_free) struct files files = {{make_file("a", "02"), make_file("a", "01"), make_file("b", "03")}, {0}};
    add_best(&files.file[FIRST], 0, 100, '1');
    add_best(&files.file[SECOND], 2, 90, '1');
    add_row(&files.file[SECOND], 3, 110, '1');
    add_best(&files.file[THIRD], 3, 10, '1');
    files.devices = devices_make(files.file, FILES);
    const struct devices *devices = &files.devices;
    const struct device_entry *entry = device_entry(devices->problem, 0);
    CHECK(devices->problems == 1 && entry->file == FIRST);
    CHECK(devices->counted[FIRST] == 1 && devices->counted[SECOND] == 0 && devices->had[SECOND] == 1);
    CHECK(device_faster(devices->problem, entry) && device_faster(devices->problem, entry)->file == SECOND);
    CHECK(!device_faster(devices->problem, device_entry(devices->problem, 1)));
    check_cell(devices, 0, 1, 0, "+10.0 %'");
    check_cell(devices, 0, 0, 1, "-");
}

/* A newer file that is a part, or without a chosen best, does not count. */
TEST(whole)
{
    FREED_BY(files_free) struct files files = {{make_file("a", "01"), make_file("a", "02"), make_file("a", "03")}, {0}};
    add_best(&files.file[FIRST], 0, 100, '1');
    add_best(&files.file[SECOND], 1, 90, '1');
    add_row(&files.file[THIRD], 1, 80, '1');
    files.file[SECOND].context.shard.part = 3;
    files.file[SECOND].context.shard.of = 64;
    files.devices = devices_make(files.file, FILES);
    CHECK(files.devices.problems == 1 && device_entry(files.devices.problem, 0)->file == FIRST);
    FREED char *lack = device_file_missing(&files.file[SECOND]);
    CHECK_TEXT(lack, "part 3 of 64 of each space alone, which gpubench merge joins");
}

/* Merged parts: who ran them, where, and which are missing. */
TEST(merged)
{
    FREED_BY(results_free) struct results file = make_file("a", "01");
    static const char *const hosts[] = {"x", "y", "x", "z", "v"};
    file.context.shard.of = 7;
    for (uint64_t p = 0; p < 5; p++) {
        struct merged_part part = {.part = p + 1};
        snprintf(part.host, sizeof part.host, "%s", hosts[p]);
        snprintf(part.uuid, sizeof part.uuid, "GPU-%s", hosts[p]);
        results_add_part(&file, &part);
    }
    FREED char *lack = device_file_missing(&file), *made_by = device_file_hosts(&file), *uuid = device_file_uuid(&file);
    CHECK_TEXT(lack, "parts 6, 7 of 7 are missing");
    CHECK_TEXT(made_by, "x, y, z and 1 more");
    CHECK_TEXT(uuid, "4 devices of 5 parts");
}

/* Two files, of which `change` changes the second, have separate lines, with this text. */
static void check_separate(void (*change)(struct results *), const char *expected)
{
    FREED_BY(files_free) struct files files = {{make_file("a", "01"), make_file("b", "02")}, {0}};
    add_best(&files.file[FIRST], 0, 100, '1');
    add_best(&files.file[SECOND], 0, 10, '1');
    change(&files.file[SECOND]);
    files.devices = devices_make(files.file, 2);
    const struct devices *devices = &files.devices;
    CHECK(devices->problems == 2 && devices->problem[0].devices == 1 && devices->problem[1].devices == 1);
    CHECK(devices->problem[0].entry[0]->file == SECOND);
    CHECK_TEXT(devices->problem[0].differs, expected);
    CHECK(*devices->problem[1].differs);
}

static void change_seed(struct results *results)
{
    results->problems->seed = 2;
}

static void change_caches(struct results *results)
{
    results->rows->result.cold = false;
}

static void change_way(struct results *results)
{
    results->context.measuring = 1;
}

static void change_kernel(struct results *results)
{
    results->rows->result.binary[0] = '2';
    snprintf(results->context.commit, sizeof results->context.commit, "abc");
}

static void change_error(struct results *results)
{
    results->problems->max_error = 0.5;
    results->problems->error = 1;
    results->rows->result.figure[0] = 0.25;
}

static void change_objective(struct results *results)
{
    results->best->best.objective = OBJECTIVE_ALONE;
    results->best->best.result.alone_ns = 20;
}

static void change_parameters(struct results *results)
{
    texts_add(&problem_add_parameter(results->problems, "NEW", KIND_NUMBERS)->words, "1");
}

static void change_setting(struct results *results)
{
    problem_add_setting(results->problems, "density", NULL, 0.5);
    problem_add_name(results->problems, "density", "0.5");
}

TEST(apart)
{
    check_separate(change_seed, "--seed 2");
    check_separate(change_caches, "caches warm");
    check_separate(change_way, "times of way 1 (tuner/MEASURING.md)");
    check_separate(change_kernel, "the kernel as of commit abc");
    check_separate(change_error, "--max-error 0.5");
    check_separate(change_objective, "the best is that of the least isolated time");
    check_separate(change_parameters, "with parameter NEW");
    check_separate(change_setting, "--density 0.5");
}

/* Results of another kernel in an older file of the same device only are not shown beside the newer one. */
TEST(outdated)
{
    FREED_BY(files_free) struct files files = {{make_file("a", "01"), make_file("a", "02")}, {0}};
    add_best(&files.file[FIRST], 0, 100, '1');
    add_best(&files.file[SECOND], 0, 10, '2');
    files.devices = devices_make(files.file, 2);
    CHECK(files.devices.problems == 1 && device_entry(files.devices.problem, 0)->file == SECOND);
    CHECK_TEXT(files.devices.problem->differs, "");
}

/* If neither a hash nor code of both is known, this is reported; one hash of all kernels is enough. */
TEST(unsure)
{
    for (int known = 0; known < 2; known++) {
        FREED_BY(files_free) struct files files = {{make_file("a", "01"), make_file("b", "02")}, {0}};
        for (size_t i = 0; i < 2; i++) {
            struct run_identity *identity = &files.file[i].identity;
            add_best(&files.file[i], i, 100, '1');
            identity->count = known ? 1 : 0;
            snprintf(identity->part[0].name, sizeof identity->part[0].name, "kernels");
            snprintf(identity->part[0].text, sizeof identity->part[0].text, "0123");
        }
        files.devices = devices_make(files.file, 2);
        CHECK(files.devices.problems == 1 && files.devices.problem->unsure == !known);
    }
}

/* Devices of one name differ by their units or memory; several identical ones are one. */
TEST(devices)
{
    FREED_BY(files_free) struct files files = {{make_file("a", "01"), make_file("a", "02"), make_file("a", "03")}, {0}};
    for (size_t i = 0; i < FILES; i++) {
        add_best(&files.file[i], 0, 100, '1');
        files.file[i].context.device.memory_bytes = i == THIRD ? 40000 : 80000 + i;
    }
    files.devices = devices_make(files.file, FILES);
    CHECK(files.devices.devices == 2 && files.devices.device[0].files == 1 && files.devices.device[1].files == 2);
    FREED struct compute_inventory *machine = allocate(sizeof *machine);
    machine->device[0] = files.file[THIRD].context.device;
    machine->devices = 1;
    devices_find_here(&files.devices, machine);
    FREED char *here = device_here_text(&files.devices, 0), *elsewhere = device_here_text(&files.devices, 1);
    CHECK_TEXT(here, "this machine has it");
    CHECK_TEXT(elsewhere, "not on this machine, which can measure nothing of it again; last measured on "
                          "2026-01-02T00:00:00+0000 by a host that is not said");
    CHECK_TEXT(device_letter(25).text, "Z");
    CHECK_TEXT(device_letter(27).text, "B1");
}
