/* Our additions to T1, under the key `gpubench`: work, and its name. */
#include "spec/json.h"

bool spec_read_own(struct reader *reader)
{
    const json_t *own = json_object_get(reader->root, "gpubench");
    struct spec *spec = reader->spec;
    const char *summary;
    if (!spec_read_text(reader, own, "gpubench", "summary", &summary))
        return false;
    spec->summary = spec_keep(reader, summary ? summary : "a kernel of a user's");
    return spec_read_expression(reader, json_object_get(own, "bytes"), "gpubench.bytes", SCOPE_CONFIG, &spec->bytes) &&
           spec_read_expression(reader, json_object_get(own, "flops"), "gpubench.flops", SCOPE_CONFIG, &spec->flops) &&
           spec_read_figures(reader) && spec_read_right(reader, own);
}
