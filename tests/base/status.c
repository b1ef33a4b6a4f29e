/* Faults and status words. */
#include "base/status.h"
#include "tests/check.h"

TEST(first_fault_stands)
{
    struct fault fault = {0};
    CHECK(fail(&fault, INVALID, "%d of %s", 3, "these") == INVALID);
    CHECK_TEXT(fault.text, "3 of these");
    CHECK(fail(&fault, CRASHED, "later") == INVALID);
    CHECK(fault.status == INVALID);
    CHECK_TEXT(fault.text, "3 of these");
}

TEST(no_fault)
{
    CHECK(fail(NULL, TIMED_OUT, "nobody listens") == TIMED_OUT);
}

TEST(long_text)
{
    struct fault fault = {0};
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(fail(&fault, COMPILE_FAILED, "%s", text) == COMPILE_FAILED);
    CHECK(strlen(fault.text) == sizeof fault.text - 1);
}

TEST(words)
{
    CHECK_TEXT(status_word(OK), "ok");
    CHECK_TEXT(status_word(VERIFIED), "verified");
    CHECK_TEXT(status_word(COMPILED), "compiled");
    CHECK_TEXT(status_word(COMPILE_FAILED), "compile-failed");
    CHECK_TEXT(status_word(NO_MEMORY), "no-memory");
    CHECK_TEXT(status_word(NO_TIME), "no-time");
    CHECK_TEXT(status_word(STATUS_COUNT), "unknown");
    for (int i = 0; i < STATUS_COUNT; i++) {
        CHECK(status_of_word(status_word((enum status)i)) == (enum status)i);
        CHECK(status_is_failure((enum status)i) == (i > UNSUPPORTED));
    }
    CHECK(status_of_word("okay") == STATUS_COUNT);
    CHECK(status_of_word("") == STATUS_COUNT);
    CHECK(status_of_word(NULL) == STATUS_COUNT);
}
