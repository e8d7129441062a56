#!/usr/bin/env bash
# Lays out, before a trial that deletes files, the files. Apart from the measurement, since with many hosts it takes
# longer than any wait at a barrier.
#   FIO_IOENGINE     filedelete
#   FIO_FILE_COUNTS  files for each job number
set -euo pipefail

folder=$(fio_folder)
target=$folder/$FIO_IOENGINE
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
make_own "$folder"
read -r -a counts <<<"$FIO_FILE_COUNTS"
fact ioengine "$FIO_IOENGINE"
rm -rf -- "$target"
fio_make_files "$target" "${counts[@]}"
printf 'laid out %s\n' "$target"
