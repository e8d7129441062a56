#!/usr/bin/env bash
# Before each trial, in a separate step: creates a new folder and runs the script `prepare` of a spec in it. First
# removes what an earlier, interrupted trial left.
#   COMMAND_SCRIPT, COMMAND_ENV, COMMAND_LIMIT  see folder.sh
set -euo pipefail

folder=$(command_folder)
status_begin command "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
all=${folder%/*}
remove_tree "$all" || fail "cannot remove leftovers of an earlier trial: $REMOVE_WHY"
make_own "$all"
mkdir -- "$folder"
command_write
rc=0
command_run "$folder" "TARGET_DIR=$folder" || rc=$?
((rc == 0)) || command_problem 'the script prepare' "$rc"
((rc == 0)) || printf '%s\n' "${STATUS_FACTS[problem]}" >&2
((rc == 0)) && settle
printf 'prepared with exit code %d\n' "$rc"
exit "$rc"
