/* Recorded below a program: what it writes to the files of one folder, and when it waits for the disk.
 *
 * Loaded before the C library (LD_PRELOAD). RECORD_FOLDER is the folder, RECORD_TO the log; each entry is
 * a letter (w: write, s: sync, t: truncate, u: unlink), the length of the name, the place and the length
 * of the data, then both. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILES 4096
static char names[FILES][128];
static int log_fd = -1;
static const char *folder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("RECORD_FOLDER");
    const char *to = getenv("RECORD_TO");
    if (folder != NULL && to != NULL)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static void record(char what, const char *name, uint64_t at, const void *data, uint64_t length) {
    struct __attribute__((packed)) {
        char what;
        uint16_t name;
        uint64_t at, length;
    } head = {what, (uint16_t)strlen(name), at, length};
    if (log_fd < 0) return;
    pthread_mutex_lock(&lock);
    syscall(SYS_write, log_fd, &head, sizeof head);
    syscall(SYS_write, log_fd, name, head.name);
    if (data != NULL) syscall(SYS_write, log_fd, data, length);
    pthread_mutex_unlock(&lock);
}

static const char *inside(const char *path) {
    size_t length = folder == NULL ? 0 : strlen(folder);
    if (length == 0 || strncmp(path, folder, length) != 0 || path[length] != '/') return NULL;
    return path + length + 1;
}

static const char *name_of(int fd) { return fd >= 0 && fd < FILES && names[fd][0] ? names[fd] : NULL; }

static int opened(int fd, const char *path) {
    const char *name = inside(path);
    if (fd >= 0 && fd < FILES) snprintf(names[fd], sizeof names[fd], "%s", name == NULL ? "" : name);
    return fd;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPEN(name)                                                          \
    int name(const char *path, int flags, ...) {                            \
        va_list rest;                                                       \
        va_start(rest, flags);                                              \
        int mode = va_arg(rest, int);                                       \
        va_end(rest);                                                       \
        return opened(REAL(name)(path, flags, mode), path);                 \
    }
OPEN(open)
OPEN(open64)

#define PWRITE(name, offset)                                                \
    ssize_t name(int fd, const void *data, size_t length, offset at) {      \
        ssize_t done = REAL(name)(fd, data, length, at);                    \
        if (done > 0 && name_of(fd)) record('w', name_of(fd), (uint64_t)at, data, (uint64_t)done); \
        return done;                                                        \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    off_t at = name_of(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0 && name_of(fd)) record('w', name_of(fd), (uint64_t)at, data, (uint64_t)done);
    return done;
}

#define SYNC(name)                                                          \
    int name(int fd) {                                                      \
        int done = REAL(name)(fd);                                          \
        if (done == 0 && name_of(fd)) record('s', name_of(fd), 0, NULL, 0); \
        return done;                                                        \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset)                                              \
    int name(int fd, offset at) {                                           \
        int done = REAL(name)(fd, at);                                      \
        if (done == 0 && name_of(fd)) record('t', name_of(fd), (uint64_t)at, NULL, 0); \
        return done;                                                        \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
    int done = REAL(unlink)(path);
    if (done == 0 && inside(path)) record('u', inside(path), 0, NULL, 0);
    return done;
}
