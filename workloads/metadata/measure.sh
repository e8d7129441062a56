#!/usr/bin/env bash
# Runs the processes of this host through all operations, and removes their files afterwards, outside the measured time.
#   METADATA_*  see folder.sh and program.py
set -euo pipefail

folder=$(metadata_folder)/$FSXBENCH_ATTEMPT
place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin python3 "$place/."
mkdir -p "$FSXBENCH_OUT/raw"
[[ -d $folder ]] || fail "$folder is missing: layout.sh did not create it"
version=$(python3 --version)
status_version "$version"
fact memBytes "$(memory_bytes)"
# Only hosts that created directories report them; if all processes share one, the first host does.
[[ -z $(metadata_directories) ]] || directories_of "$folder"/*/
# Without a start barrier, a time by which the program can be ready.
later "$EPOCHREALTIME" 1
start=${FSXBENCH_START_AT:-$REPLY}
evidence_from "$start" "$place/$FSXBENCH_HOST"
status_argv python3 - "$METADATA_OPERATIONS"
status_started "$start"
rc=0
METADATA_PLACE=$place METADATA_START=$start METADATA_OUT=$FSXBENCH_OUT/raw/metadata.json \
  python3 -c "$PROGRAM_PY" 2>"$FSXBENCH_OUT/raw/metadata.stderr" || rc=$?
status_ended "$EPOCHREALTIME"
evidence_to "$place/$FSXBENCH_HOST"
late=$(sed -n 's/^late \([0-9.]*\)$/\1/p' "$FSXBENCH_OUT/raw/metadata.stderr" | tail -n 1)
[[ -z $late ]] || fact lateSeconds "$late"
((rc == 0)) || fact problem "$(last_words "$FSXBENCH_OUT/raw/metadata.stderr")"
# Other hosts may still work in directories of this host.
sleep 2
metadata_remove "$folder"
printf 'ended with exit code %d\n' "$rc"
exit "$rc"
