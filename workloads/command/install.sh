#!/usr/bin/env bash
# Runs the script `install` of a spec once on this host.
#   COMMAND_SCRIPT, COMMAND_ENV, COMMAND_LIMIT  see folder.sh
set -euo pipefail

status_begin command "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
command_write
rc=0
command_run "$FSXBENCH_OUT/raw" || rc=$?
((rc == 0)) || command_problem 'the script install' "$rc"
((rc == 0)) || printf '%s\n' "${STATUS_FACTS[problem]}" >&2
printf 'installed with exit code %d\n' "$rc"
exit "$rc"
