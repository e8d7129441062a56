#!/usr/bin/env bash
# Removes what fill.sh has written, whole or half, and what was found out of its folder: under other settings of the
# storage both are made anew. What trials have created stays.
set -euo pipefail

folder=$(fio_folder)
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
own_folders
for own in "${OWN_FOLDERS[@]}"; do
  remove_tree "$own"/fio/f.* "$own/fio/.filled" "$own"/fio/.probe.* "$own/fio/filestat" "$own/fio/jobs" ||
    fail "the files in $own/fio cannot be removed: $REMOVE_WHY"
done
[[ ! -d $folder ]] || date +%s >"$folder/.removed"
printf 'removed the files of %s\n' "$folder"
