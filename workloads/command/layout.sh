#!/usr/bin/env bash
# Before each trial, apart from the measurement: a new folder, and the script `prepare` of a spec in it. What an earlier
# trial left because it was cut off is removed first.
#   COMMAND_SCRIPT, COMMAND_ENV, COMMAND_LIMIT  as folder.sh says
set -euo pipefail

folder=$(command_folder)
status_begin command "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
all=${folder%/*}
remove_tree "$all" || fail "what an earlier trial left cannot be removed: $REMOVE_WHY"
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
