#!/bin/bash
# A driver that fails to load for lack of address space is reported as that, not as missing.
set -eu
: "${GPUBENCH:?}"
"$GPUBENCH" devices 2>/dev/null | grep -q ' opencl .*pthread' || { echo 'no PoCL here'; exit 77; }
limit=100000 status=0
(ulimit -v $limit && exec "$GPUBENCH" --version) >out 2>&1 || { echo 'this program needs more itself'; exit 77; }
(ulimit -v $limit && exec "$GPUBENCH" --suite vector_add --backend opencl --size 1000 --out r.json) >out 2>err || status=$?
cat err
[ "$status" = 3 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ]
grep -q "OpenCL's drivers do not load within $limit KiB of address space: raise the limit (ulimit -v);" err
(OCL_ICD_VENDORS=$PWD/none "$GPUBENCH" --suite vector_add --backend opencl --size 1000 --out r.json) >out 2>err || true
grep -q 'OpenCL has no platform: install pocl-opencl-icd ' err
