#!/usr/bin/env bash
# Runs the script of a spec at the start barrier, in the folder from layout.sh, and removes the folder afterwards.
#   COMMAND_SCRIPT, COMMAND_ENV, COMMAND_LIMIT  see folder.sh
set -euo pipefail

folder=$(command_folder)
status_begin command "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
[[ -d $folder ]] || fail "$folder is missing: layout.sh did not create it"
fact memBytes "$(memory_bytes)"
results=$FSXBENCH_OUT/raw/results.txt
: >"$results"
command_write
start=${FSXBENCH_START_AT:-$EPOCHREALTIME}
evidence_from "$start" "$folder"
sleep_until "$start"
fact lateSeconds "$REPLY"
rc=0
command_run "$folder" "TARGET_DIR=$folder" "RESULTS_FILE=$results" || rc=$?
evidence_to "$folder"
((rc == 0)) || command_problem 'the script' "$rc"
command_keep "$results"
remove_tree "$folder" || {
  rc=$((rc == 0 ? 1 : rc))
  fact problem "${STATUS_FACTS[problem]:+${STATUS_FACTS[problem]}; }the script's folder cannot be removed: $REMOVE_WHY"
  printf '%s\n' "$REMOVE_WHY" >&2
}
printf 'ended with exit code %d\n' "$rc"
exit "$rc"
