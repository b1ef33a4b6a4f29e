#!/usr/bin/env bash
# man.sh: manual pages are without fault, have every option of their verbs, and each shell completes. What is not installed here is left out.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
made=$(dirname "$GPUBENCH")/man

# ---- pages: a page is found only where it is installed, which mandoc reports for each reference
for page in "$made"/man1/*.1; do
    expect "references of $page" grep -q '^\.Xr gpubench\|^\.It Xr gpubench' "$page"
    ! command -v mandoc >/dev/null || ! mandoc -Tlint "$page" | grep -v 'STYLE: referenced manual not found: Xr gpubench' ||
        wrong "mandoc finds faults in $page"
done
verbs=$("$GPUBENCH" --help | sed -n '/^Verbs/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$verbs")" -gt 10 ] || wrong "there are few verbs: $verbs"
for verb in $verbs; do
    for option in $("$GPUBENCH" help "$verb" | grep -o -- '^  \(-[a-z], \)\?--[a-z-]*' | grep -o -- '--.*'); do
        written=${option#-}
        grep -qF "Fl \"${written//-/\\-}\"" "$made/man1/gpubench-$verb.1" ||
            wrong "gpubench-$verb(1) does not say $option"
    done
done

# ---- benchmark_c(3), which is its MANUAL.md: every function of the header is an entry
awk -v date='January 1, 2026' -f "$SOURCE_DIR/benchmark_c/man.awk" "$SOURCE_DIR/benchmark_c/MANUAL.md" >benchmark_c.3
! command -v mandoc >/dev/null || ! mandoc -Tlint benchmark_c.3 | grep . || wrong 'mandoc finds faults in benchmark_c.3'
functions=$(sed -n '/^typedef/d; s/^[a-z].*[ *]\(bm_[a-z_]*\)(.*/\1/p' "$SOURCE_DIR/benchmark_c/benchmark_c.h")
[ "$(wc -w <<<"$functions")" -gt 20 ] || wrong "there are few functions: $functions"
for function in $functions; do
    grep -q "^\.It .*\\\\fB$function\\\\fR" benchmark_c.3 || wrong "benchmark_c(3) does not say $function"
done

# ---- shells
cat >line.bash <<'E2'
. "$1/bash/gpubench"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_gpubench
printf '%s\n' "${COMPREPLY[@]}"
E2
completes() { # EXPECTED WORD...: in each shell
    local expected=$1
    shift
    bash line.bash "$made" "$@" >out
    grep -qx -- "$expected" out || wrong "bash: $* is not completed to $expected"
    command -v fish >/dev/null || return 0
    fish --no-config -c "source $made/fish/gpubench.fish; complete -C '$*'" >out 2>err
    grep -q "^$expected\b" out || wrong "fish: $* is not completed to $expected"
}
export HOME=$root XDG_CONFIG_HOME=$root XDG_DATA_HOME=$root XDG_CACHE_HOME=$root
completes simulate gpubench simu
completes --suite gpubench --sui
completes reduction gpubench --suite red
completes --spec gpubench tune --spe
completes check gpubench history ch
completes nvbench gpubench compare --reader nv
completes fmm gpubench list fm
completes tune gpubench help tu
if command -v zsh >/dev/null; then
    cat >line.zsh <<'E2'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1/zsh \$fpath); autoload -Uz compinit; compinit -u -D; print beg'un'"
zpty -r shell before '*begun*'
zpty -n -w shell "$2"$'\t'
zpty -r shell line "*$3*"
zpty -d shell
E2
    completes_zsh() { # EXPECTED LINE
        timeout 60 zsh -f line.zsh "$made" "$2" "$1" >out 2>err || wrong "zsh: $2 is not completed to $1"
    }
    completes_zsh 'gpubench simulate' 'gpubench simu'
    completes_zsh '--suite reduction' 'gpubench --suite red'
    completes_zsh 'tune --spec' 'gpubench tune --spe'
    completes_zsh '--reader=nvbench' 'gpubench compare --reader=nv'
fi
