#!/usr/bin/env bash
# Commits from the agreed start time on, and removes the files afterwards, outside the measured time.
#   COMMITS_*  see program.py
set -euo pipefail

folder=$(commits_folder)
status_begin python3 "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
[[ -d $folder ]] || fail "$folder is missing: layout.sh did not create it"
version=$(python3 --version)
status_version "$version"
fact memBytes "$(memory_bytes)"
# Without a start barrier, a time by which the program can be ready.
later "$EPOCHREALTIME" 0.5
start=${FSXBENCH_START_AT:-$REPLY}
evidence_device "$folder"
device=$REPLY
evidence_from "$start" "$folder"
status_argv python3 - "$COMMITS_ENGINE"
status_started "$start"
rc=0
COMMITS_STEP=measure COMMITS_FOLDER=$folder COMMITS_DEVICE=$device COMMITS_START=$start \
  COMMITS_OUT=$FSXBENCH_OUT/raw/commits.json \
  python3 -c "$PROGRAM_PY" 2>"$FSXBENCH_OUT/raw/commits.stderr" || rc=$?
status_ended "$EPOCHREALTIME"
evidence_to "$folder"
late=$(sed -n 's/^late \([0-9.]*\)$/\1/p' "$FSXBENCH_OUT/raw/commits.stderr" | tail -n 1)
[[ -z $late ]] || fact lateSeconds "$late"
((rc == 0)) || fact problem "$(last_words "$FSXBENCH_OUT/raw/commits.stderr")"
remove_tree "${folder%/*}" || fail "${folder%/*} cannot be removed: $REMOVE_WHY"
printf 'ended with exit code %d\n' "$rc"
exit "$rc"
