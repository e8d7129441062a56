#!/usr/bin/env bash
# Before each trial, in a separate step: creates the log or the database in a new folder. First removes what an earlier,
# interrupted trial left.
#   COMMITS_*  see program.py
set -euo pipefail

folder=$(commits_folder)
status_begin python3 "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
commits_refuse "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
all=${folder%/*}
remove_tree "$all" || fail "cannot remove leftovers of an earlier trial: $REMOVE_WHY"
make_own "$all"
mkdir -- "$folder"
COMMITS_STEP=layout COMMITS_FOLDER=$folder python3 -c "$PROGRAM_PY" 2>"$FSXBENCH_OUT/raw/layout.stderr" ||
  fail "$(last_words "$FSXBENCH_OUT/raw/layout.stderr")"
settle
printf 'laid out %s\n' "$folder"
