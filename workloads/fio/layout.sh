#!/usr/bin/env bash
# Creates the files before a trial that deletes them, in a separate step: with many hosts it takes longer than any wait
# at a barrier.
#   FIO_IOENGINE     filedelete
#   FIO_FILE_COUNTS  files for each job number
set -euo pipefail

status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
fio_own
read -r -a counts <<<"$FIO_FILE_COUNTS"
fact ioengine "$FIO_IOENGINE"
for own in "${FIO_FOLDERS[@]}"; do
  remove_tree "$own/$FIO_IOENGINE" || fail "cannot remove $own/$FIO_IOENGINE: $REMOVE_WHY"
done
fio_make_files "$FIO_IOENGINE" "${counts[@]}"
printf 'laid out %s\n' "$FIO_IOENGINE"
