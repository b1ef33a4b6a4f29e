#!/usr/bin/env bash
# Compiling on one machine and running on another: --compile-only, devices --export, cache export and import. Two caches
# simulate two machines; on the fake device, and with PoCL if installed. After an import a run compiles nothing.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
entries() { (cd "$1/entries" 2>/dev/null && ls -- *) | grep -E '^(binary|programs)-'; }
use_cache_of() { export GPUBENCH_CACHE=$root/$1; } # MACHINE
slow=("$PLANTED" --suite slow --size 4096 --set NUMBER=1 --ceilings off)

# ---- the description of the device

use_cache_of builder
ends 0 "$PLANTED" devices --backend fake --export
cp out fake.json
contains '"schema": "gpubench/device/1"' fake.json
contains '"cub": false' fake.json
check_damaged() { # SED-EXPRESSION TEXT
    sed "$1" fake.json >damaged.json
    refused "$2" "${slow[@]}" --compile-only --arch damaged.json
}
check_damaged 's/"units": 4/"units": -4/' 'gpubench: damaged.json: device.units: expected an integer from 0 to 4294967295'
check_damaged 's/"units": 4/"units": 0/' 'gpubench: damaged.json: device.units: expected more than 0'
check_damaged 's/"simt_width": .*/"simt_width": "x",/' 'gpubench: damaged.json: device.simt_width: expected an integer'
check_damaged '/"max_group":/d' 'gpubench: damaged.json: device.max_group: missing'
check_damaged 's/"name": .*/"name": "'"$(printf '%0200d' 0)"'",/' 'gpubench: damaged.json: device.name: text of 200 bytes'
check_damaged 's/"architecture": ""/"architecture": "xy_1"/' 'gpubench: --arch damaged.json: "xy_1" is no target'
check_damaged 's/device.1"/results\/9"/' 'gpubench: damaged.json: schema: it describes no device'
check_damaged 's/"units": 4,/"units": 4, "units": 5,/' 'gpubench: damaged.json: no JSON: line'
head -c 200 fake.json >damaged.json
refused 'gpubench: damaged.json: no JSON: line' "${slow[@]}" --compile-only --arch damaged.json
sed 's/"fake 1"/"fake 2"/' fake.json >other.json
ends 3 "${slow[@]}" --compile-only --arch other.json
contains '^gpubench: --arch other.json: that machine has fake 2, and this one fake 1: what is compiled here would be of no use there$' err
refused 'gpubench: --arch fake.json: it has one device; leave --device out' "${slow[@]}" --compile-only --arch fake.json --device 1
refused 'gpubench: --arch says for what is compiled: leave --backend fake out' \
    "${slow[@]}" --compile-only --arch fake.json --backend fake
refused 'gpubench: --arch goes with --compile-only, which is missing' "${slow[@]}" --arch fake.json
refused 'gpubench: --arch sm90: neither a target, such as sm_90, nor a file' "${slow[@]}" --compile-only --arch sm90
refused 'gpubench: --compile-only and --verify-only: what is not run cannot be proved right' \
    "${slow[@]}" --compile-only --verify-only --backend fake
refused 'gpubench: --compile-only takes no times: leave --header out' "${slow[@]}" --compile-only --backend fake --header x.h

# ---- compiling

ends 0 "${slow[@]}" --compile-only --arch fake.json --shard 1/2
contains '^gpubench: nothing is run: all that is allowed is compiled$' err
prints '^compiled slow/sums: only compiled, for Fake device$'
prints '^0 configurations measured, [45] compiled, in '
prints '^Results: results/slow.1of2.compiled.json$'
ends 0 "${slow[@]}" --compile-only --backend fake --shard 2/2
ends 0 "${slow[@]}" --compile-only --arch fake.json --strategy model
contains '^gpubench: nothing is run, and no strategy learns: what model asks for .* exhaustive compiles all that is allowed$' err
prints '^Compiled: 0; from the cache: 8\.$' # the parts were all of it
contains '"cached": 8' results/slow.compiled.json
[ "$(grep -c '"status": "compiled"' results/slow.compiled.json)" = 8 ] || wrong 'expected 8 rows'
ends 0 "$GPUBENCH" cache
ends 0 "$PLANTED" cache export fake.cache
signed=false
if grep -q '^gpubench: made the key' err; then
    signed=true
    prints '^exported [0-9]+ programs, .* KiB, signed by the key [0-9a-f]{16}$'
    [ "$(stat -c %a builder/key)" = 600 ] || wrong 'expected a key of mode 600'
    omits "$(cat builder/key)" fake.cache
else
    contains '^gpubench: not signed, so that --unsigned alone takes it: .*libcrypto is not here' err
fi
refused 'that is in the cache' "$PLANTED" cache export "$root/builder/x.cache"

# ---- importing

use_cache_of runner
check_import_refused() { # TEXT FILE
    refused "$1" "$PLANTED" cache import "$2"
    [ -z "$(entries runner)" ] || wrong 'expected nothing in the cache'
}
take=(--unsigned)
if $signed; then
    take=()
    check_import_refused "refused: there is no key $root/runner/key; its programs would run here: --unsigned accepts it anyway" fake.cache
    (umask 077 && tr 0-9 9876543210 <builder/key >runner/key)
    check_import_refused 'refused: it is signed by the key' fake.cache
    cp builder/key runner/key
    sed '2s/@/#/' fake.cache >changed.cache
    check_import_refused 'refused: it was changed after it was signed' changed.cache
    chmod 644 runner/key
    check_import_refused 'others may read it, or it is not yours: chmod 600' fake.cache
    chmod 600 runner/key
fi
sed '$s/.*/unsigned/' fake.cache >unsigned.cache
check_import_refused 'refused: it is not signed; ' unsigned.cache
head -c 5000 fake.cache >cut.cache
refused 'the file is not whole' "$PLANTED" cache import cut.cache --unsigned
sed 's/fake binary 1/fake binary 2/' fake.cache >changed.cache
refused 'its bytes are not those of its hash' "$PLANTED" cache import changed.cache --unsigned
refused 'cannot read' "$PLANTED" cache import none.cache
refused '--key and --unsigned: one of them is enough' "$PLANTED" cache import fake.cache --key builder/key --unsigned
refused 'cannot read' "$PLANTED" cache import .
[ -z "$(entries runner)" ] || wrong 'expected nothing in the cache'

# Existing files in the way are replaced, and targets of links are unchanged.
(umask 077 && mkdir -p runner/entries)
first=$(entries builder | head -n 1) second=$(entries builder | sed -n 2p)
echo mine >outside
ln -s "$root/outside" "runner/entries/$first"
mkdir "runner/entries/$second"
ends 0 "$PLANTED" cache import fake.cache "${take[@]}"
prints '^imported [0-9]+ programs, .* KiB, from .*@.* UTC: [0-9]+ new, 0 were there$'
[ "$(cat outside)" = mine ] && [ -f "runner/entries/$first" ] && [ ! -L "runner/entries/$first" ] || wrong 'expected an entry'
cmp <(entries builder) <(entries runner) || wrong 'expected the same entries'
ends 0 "$PLANTED" cache import unsigned.cache --unsigned
prints ': 0 new, [0-9]+ were there$'

# ---- running: nothing is compiled, neither for benches nor besides

ends 0 "${slow[@]}" --backend fake --strategy exhaustive
prints '^Compiled: 0; from the cache: 8\.$'
prints '^8 configurations measured'
contains '"compiled": 0' results/slow.json
contains '"cached": 8' results/slow.json
cmp <(entries builder) <(entries runner) || wrong 'expected that nothing was compiled'

# Ceilings, too.
limits=("$PLANTED" --suite limits --bench "half,unknown" --max-share 200%)
use_cache_of builder
ends 0 "$PLANTED" --suite limits --bench half,unknown --compile-only --arch fake.json
contains '^compiling what measures the ceiling dram_read \(1 of [0-9]\)$' err
omits '^measuring the ceiling' err
ends 0 "$PLANTED" --suite limits --bench half,unknown --compile-only --arch fake.json --resume
contains '^gpubench: results/limits.compiled.json is complete: nothing was left to try$' err
ends 0 "$PLANTED" cache export fake.cache
use_cache_of runner
ends 0 "$PLANTED" cache import fake.cache "${take[@]}"
ends 0 "${limits[@]}" --backend fake --strategy exhaustive
contains '^measuring the ceiling dram_read' err
prints '^Compiled: 0; from the cache: [1-9]'
cmp <(entries builder) <(entries runner) || wrong 'expected that nothing was compiled'

# ---- PoCL: for this device and driver

ends 0 "$GPUBENCH" devices --json
grep -q '"backend": "opencl"' out || exit
small=("$GPUBENCH" --suite vector_add --bench common --size 1000 --set ITEMS_PER_THREAD=2 --set GRID=one_shot --set "BLOCK_SIZE=64,128")
use_cache_of builder
ends 0 "$GPUBENCH" devices --export --backend opencl
cp out opencl.json
ends 0 "${small[@]}" --compile-only --arch opencl.json
prints '^Compiled: 4; from the cache: 0\.$'
ends 0 "$GPUBENCH" cache export all.cache
use_cache_of runner
ends 0 "$GPUBENCH" cache import all.cache "${take[@]}"
cmp <(entries builder) <(entries runner) || wrong 'expected the same entries'
ends 0 "${small[@]}" --backend opencl --strategy exhaustive
prints '^Compiled: 0; from the cache: 4\.$'
cmp <(entries builder) <(entries runner) || wrong 'expected that nothing was compiled'
use_cache_of nobody
mkdir none
ends 0 env OCL_ICD_VENDORS="$root/none" "$GPUBENCH" cache import all.cache --unsigned
contains '^gpubench: all.cache: left out: [0-9]+ programs for opencl, .*, compiled by .*, and this machine has none of that: ' err
[ "$(entries nobody | wc -l)" -lt "$(entries runner | wc -l)" ] || wrong 'expected fewer entries'
