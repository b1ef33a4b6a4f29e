/* The configurations of a problem as columns of a page's data. */
#ifndef REPORTS_JSON_REPORT_ROWS_H
#define REPORTS_JSON_REPORT_ROWS_H

#include "reports/json/fields.h"
#include "reports/report.h"

/* The reasons of a report, each once; place 0 is none. */
struct report_reasons {
    json_t *list, *places; /* by their texts */
};
struct report_reasons report_reasons_new(void);

/* A column a parameter, a figure and a member; one that is null in every row is left out. */
json_t *report_rows_json(const struct subject *subject, struct report_reasons *reasons);

#endif
