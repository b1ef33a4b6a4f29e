#include "compute/cuda/nvdisasm.h"

#include "base/descriptor.h"
#include "base/memory.h"
#include "compute/cuda/cubin.h"
#include "compute/cuda/sass.h"
#include "compute/cuda/toolkit.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* A file without a name, which the program reads by its descriptor. -1 if there is none, with errno. */
static int file_of(const void *bytes, size_t size)
{
    const int file = memfd_create("cubin", 0);
    if (file < 0 || descriptor_write(file, bytes, size))
        return file;
    close(file);
    return -1;
}

/* Starts it: of the cubin in `file`, what it says goes to the pipe. Its dataflow analysis names targets of indirect
 * branches, takes half of its time, and is not needed. */
static int spawn(pid_t *pid, const char *program, int file, const int to[2])
{
    char path[64];
    char *arguments[] = {(char *)program, "-c", "-ndf", path, NULL};
    posix_spawn_file_actions_t files;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, to[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&files, to[0]);
    posix_spawn_file_actions_addclose(&files, to[1]);
    const int error = posix_spawn(pid, program, &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* All that comes, with a zero byte behind it; the caller frees it. */
static char *read_all(int from)
{
    size_t size = 0, capacity = 1 << 16;
    char *text = allocate(capacity);
    for (ssize_t got; (got = read(from, text + size, capacity - size - 1)) != 0;) {
        if (got < 0 && errno != EINTR)
            break;
        size += got > 0 ? (size_t)got : 0;
        if (size + 1 == capacity)
            text = resize(text, capacity *= 2);
    }
    text[size] = '\0';
    return text;
}

static const char *last_line(char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    const char *last = strrchr(text, '\n');
    return last ? last + 1 : *text ? text : "it said nothing";
}

/* What the program prints of a cubin; the caller frees it. NULL with a fault. */
static char *disassemble(const char *program, const void *bytes, size_t size, struct fault *fault)
{
    int to[2], ended = 0;
    pid_t pid;
    const int file = file_of(bytes, size);
    if (file < 0 || pipe(to)) {
        fail(fault, INVALID, "nvdisasm: cannot give it a cubin: %s", strerror(errno));
        close(file);
        return NULL;
    }
    const int error = spawn(&pid, program, file, to);
    close(file);
    close(to[1]);
    char *text = read_all(to[0]);
    close(to[0]);
    while (!error && waitpid(pid, &ended, 0) < 0 && errno == EINTR)
        continue;
    if (!error && WIFEXITED(ended) && !WEXITSTATUS(ended))
        return text;
    fail(fault, INVALID, "%s: %.200s", program, error ? strerror(error) : last_line(text));
    free(text);
    return NULL;
}

enum status nvdisasm_inspect(const void *bytes, size_t size, const char *const *entries, struct compute_code *code,
                             struct fault *fault)
{
    char program[PATH_MAX];
    code->group = cubin_group(bytes, size);
    if (!toolkit_program("nvdisasm", program, sizeof program))
        return fail(fault, UNSUPPORTED,
                    "nvdisasm not found: install the CUDA toolkit or, with pip, nvidia-cuda-nvdisasm");
    char *text = disassemble(program, bytes, size, fault);
    enum status status = text ? OK : INVALID;
    for (; *entries && status == OK; entries++) {
        struct compute_loop loop;
        status = sass_loop(text, *entries, &loop, fault);
        if (status == OK && compute_loop_hotter(&loop, &code->loop))
            code->loop = loop;
    }
    if (status != OK)
        code->loop = (struct compute_loop){0};
    free(text);
    return status;
}
