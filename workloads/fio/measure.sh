#!/usr/bin/env bash
# Measures one cell with one call of fio.
#   FIO_ARGUMENTS   its arguments, one a line, but for those that a host finds out: folder, engine, O_DIRECT
#   FIO_ENGINE      auto, or an engine
#   FIO_DIRECT      auto, true or false
#   FIO_FILE_SIZES  bytes of the files f.0, f.1, … that are read or written; empty for metadata engines
#   FIO_FILE_COUNTS files for each job number; empty but for metadata engines
#   FIO_WARM_UP, FIO_MEASURE, FIO_LIMIT  seconds; FIO_MEASURE is empty where fio ends with its files
set -euo pipefail

# Metadata engines find the files that they work on, and only those. Files to stat were laid out by fill.sh.
prepare_metadata() {
  FIO_FOUND_ENGINE=$FIO_ENGINE FIO_FOUND_DIRECT=0 FIO_FOUND_REASON='metadata engines move no data'
  target=$folder/$FIO_ENGINE
  case $FIO_ENGINE in
    filecreate) rm -rf -- "$target" && mkdir -- "$target" ;;
    filedelete) rm -rf -- "$target" && fio_make_files "$target" "${counts[@]}" ;;
    *) [[ -d $target ]] || fio_make_files "$target" "${counts[@]}" ;;
  esac
}

prepare_data() {
  local size bytes=0
  fio_find "$FIO_ENGINE" "$folder"
  fact engine "$FIO_FOUND_ENGINE"
  [[ -n $FIO_FOUND_ENGINE ]] || fail "$FIO_FOUND_REASON"
  if [[ $FIO_DIRECT == false ]]; then
    FIO_FOUND_DIRECT=0 FIO_FOUND_REASON='the spec asks for buffered I/O'
  elif [[ $FIO_DIRECT == true && $FIO_FOUND_DIRECT == 0 ]]; then
    fact directReason "$FIO_FOUND_REASON"
    fact direct 0
    fail "the spec asks for O_DIRECT, but $FIO_FOUND_REASON"
  fi
  arguments+=(--ioengine="$FIO_FOUND_ENGINE" --direct="$FIO_FOUND_DIRECT")
  for size in "${sizes[@]}"; do bytes=$((bytes + size)); done
  fact fileBytes "$bytes"
  fact unwrittenBytes "$(fio_unwritten "$folder" "${sizes[@]}")"
}

# What a cache of this host holds must not answer. On a laptop only the files that are measured are dropped (fio does so
# by itself, option invalidate), on a host of the fleet all caches.
drop_caches() {
  [[ $FIO_FOUND_DIRECT == 0 && -z ${FSXBENCH_LOCAL:-} && -w /proc/sys/vm/drop_caches ]] || return 0
  sync -f -- "$folder"
  { echo 3 >/proc/sys/vm/drop_caches; } 2>/dev/null || fact dropCaches refused
}

folder=$(fio_folder)
target=$folder
status_begin fio "$FSXBENCH_ROOT/volumes/data/."
mkdir -p "$FSXBENCH_OUT/raw"
mkdir -p -- "$folder" 2>/dev/null || fail "cannot write below $FSXBENCH_ROOT/volumes/data: is it mounted, and writable?"
command -v fio >/dev/null || fail 'fio is not installed on this host'
status_version "$(fio --version)"
mapfile -t arguments <<<"$FIO_ARGUMENTS"
read -r -a sizes <<<"$FIO_FILE_SIZES"
read -r -a counts <<<"$FIO_FILE_COUNTS"
fact warmUpSeconds "$FIO_WARM_UP"
[[ -z $FIO_MEASURE ]] || fact measureSeconds "$FIO_MEASURE"
fact memBytes "$(memory_bytes)"
if ((${#counts[@]} > 0)); then prepare_metadata; else prepare_data; fi
fact engine "$FIO_FOUND_ENGINE"
fact direct "$FIO_FOUND_DIRECT"
fact directReason "$FIO_FOUND_REASON"
drop_caches

fact lateSeconds "$(sleep_until "${FSXBENCH_START_AT:-}")"
rc=0
run_tool "$FIO_LIMIT" "$FSXBENCH_OUT/raw/fio.json" "$FSXBENCH_OUT/raw/fio.stderr" \
  fio "${arguments[@]}" --directory="$target" || rc=$?
printf 'fio ended with exit code %d\n' "$rc"
exit "$rc"
