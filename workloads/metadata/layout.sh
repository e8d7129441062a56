#!/usr/bin/env bash
# Before each trial, in a separate step: creates a new folder with the directories of this host's processes. First
# removes what an earlier, interrupted trial left.
#   METADATA_RANKS, METADATA_OWN_DIRECTORY  see folder.sh
set -euo pipefail

folder=$(metadata_folder)
status_begin python3 "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
make_own "$folder"
for old in "$folder"/*/; do
  [[ ! -d $old || ${old%/} == "$folder/$FSXBENCH_ATTEMPT" ]] || metadata_remove "${old%/}"
done
metadata_remove "$folder/$FSXBENCH_ATTEMPT"
mkdir -- "$folder/$FSXBENCH_ATTEMPT"
spread_directories "$folder/$FSXBENCH_ATTEMPT"
metadata_directories | (cd -- "$folder/$FSXBENCH_ATTEMPT" && xargs -r mkdir --)
settle
printf 'laid out %s\n' "$folder/$FSXBENCH_ATTEMPT"
