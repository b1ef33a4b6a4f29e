/* Faults and status words. */
#include "base/status.h"
#include "tests/check.h"

static void test_first_fault_stands(void)
{
    struct fault fault = {0};
    CHECK(fail(&fault, INVALID, "%d of %s", 3, "these") == INVALID);
    CHECK_TEXT(fault.text, "3 of these");
    CHECK(fail(&fault, CRASHED, "later") == INVALID);
    CHECK(fault.status == INVALID);
    CHECK_TEXT(fault.text, "3 of these");
}

static void test_no_fault(void)
{
    CHECK(fail(NULL, TIMED_OUT, "nobody listens") == TIMED_OUT);
}

static void test_long_text(void)
{
    struct fault fault = {0};
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(fail(&fault, COMPILE_FAILED, "%s", text) == COMPILE_FAILED);
    CHECK(strlen(fault.text) == sizeof fault.text - 1);
}

static void test_words(void)
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

int main(void)
{
    test_first_fault_stands();
    test_no_fault();
    test_long_text();
    test_words();
    return CHECK_RESULT;
}
