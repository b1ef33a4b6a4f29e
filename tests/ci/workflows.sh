#!/usr/bin/env bash
# The workflows name scripts that are there; and they are what their published schemas allow, where check-jsonschema is installed
# (pip install check-jsonschema).
set -eu
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
workflows=(.github/workflows/gpu.yml ci/gitlab.yml)
for workflow in "${workflows[@]}" .github/workflows/{parts,release}.yml; do
    scripts=$(grep -oE '\bci/[a-z/]+[a-z]' "$workflow" | sort -u)
    [ -n "$scripts" ]
    for script in $scripts; do
        case $script in ci/gitlab) continue ;; esac
        [ -x "$script" ] || [ -e "$script.yml" ] || { echo "$workflow: there is no $script"; exit 1; }
    done
done
# Each night all tests.
for workflow in "${workflows[@]}"; do
    grep -q 'ci/test deep$' "$workflow" && grep -qF -e schedule: -e '"schedule"' "$workflow" || { echo "$workflow: no deep tests"; exit 1; }
done
# One job may write, and it does not run on the GPU's machine.
[ "$(grep -c 'contents: write' .github/workflows/gpu.yml)" = 1 ]
sed -n '/^  history:/,$p' .github/workflows/gpu.yml | grep -q 'contents: write'
if sed -n '/^  history:/,$p' .github/workflows/gpu.yml | grep -q self-hosted; then exit 1; fi
if grep -q pull_request_target .github/workflows/gpu.yml; then exit 1; fi
grep -q '^  contents: read$' .github/workflows/gpu.yml
# Of a release too; and no action there is what a tag is moved to.
[ "$(grep -c 'contents: write' .github/workflows/release.yml)" = 1 ]
if grep 'uses:' .github/workflows/release.yml | grep -vE '@[0-9a-f]{40} # v[0-9.]+$'; then exit 1; fi
command -v check-jsonschema >/dev/null || { echo "no check-jsonschema: pip install it"; exit 77; }
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/{gpu,parts,release}.yml
check-jsonschema --builtin-schema vendor.gitlab-ci ci/gitlab.yml
