#!/usr/bin/env bash
# Writes, once per rig, all files that its configurations need: the largest size for each job number. Every byte is
# written, with data that neither compresses nor repeats unless a spec requests it: reads of holes, zeros or duplicates
# are faster than any storage.
#   FIO_FILES       FILE:BYTES of each file f.FILE; empty if no cell reads or writes data. FILE is a job number,
#                   after `c50.` if half of the data must be compressible, or after `vmd5.` if the data carry
#                   checksums
#   FIO_HEADER_EVERY  bytes per checksum in such data
#   FIO_STAT_FILES  files for each job number that stats files; empty if no cell does
#   FIO_IOENGINES   engines that cells request
#   FIO_JOB_NAMES   folders for files of job files; FIO_JOB_0, FIO_JOB_1, … are the job files that write them
#   FIO_LIMIT       seconds after which fio is stopped
set -euo pipefail

# Longest wait for removed space to be freed, seconds.
readonly SPACE_SECONDS=300

# Hosts may share the storage: the free space must suffice for all of them, and others may have begun. Some file
# systems, such as ZFS, free removed space in the background.
check_space() {
  local removed=0 begun now waited='' place wanted free missing mib=1048576
  { read -r removed <"$folder/.removed"; } 2>/dev/null || removed=0
  begun=$(date +%s)
  while space_lacks; do
    now=$(date +%s) waited=1
    ((now - removed < SPACE_SECONDS)) ||
      fail "too little space in $place: the files of $(hosts_of_role) host(s) need $((wanted / mib)) MiB each,\
 $((missing / mib)) MiB are still to be written, and $((free / mib)) MiB are free"
    printf 'waiting for the space of what was removed from %s: %d MiB are free of %d\n' \
      "$place" $((free / mib)) $((missing / mib))
    sleep 5
  done
  [[ -z $waited ]] || fact spaceWaitSeconds $(($(date +%s) - begun))
}

# space_lacks: whether files do not fit into their volume; sets `place`, `wanted`, `missing` and `free` for the first
# such volume.
space_lacks() {
  local volume file number hosts taken
  for volume in "${!FIO_FOLDERS[@]}"; do
    wanted=0
    for file in "${files[@]}"; do
      number=${file%:*} number=${number##*.}
      ((number % ${#FIO_FOLDERS[@]} != volume)) || wanted=$((wanted + ${file#*:}))
    done
    place=${FIO_FOLDERS[volume]}
    hosts=$(hosts_of_role)
    mount_of "$place"
    case ${FSXBENCH_LOCAL:-}$MOUNT_TYPE in
      1* | nfs* | lustre | ceph | fuse*) taken=$(allocated_bytes "$place"/../../*/fio/f.*) ;;
      *) hosts=1 taken=$(allocated_bytes "$place"/f.*) ;;
    esac
    missing=$((wanted * hosts - taken))
    free=$(df --block-size=1 --output=avail -- "$place" | tail -n 1)
    ((missing <= free)) || return 0
  done
  return 1
}

# percent_of FILE: percentage of its data that must be compressible.
percent_of() {
  local percent=${1%.*}
  printf '%s\n' "${percent#c}"
}

# checksum_of FILE: checksum of each FIO_HEADER_EVERY bytes of its data.
checksum_of() {
  local method=${1%.*}
  printf '%s\n' "${method#v}"
}

# Unwritten bytes of all files.
unwritten() {
  local file sum=0
  for file in "${files[@]}"; do
    fio_written "${file%:*}" "$folder"
    ((REPLY >= ${file#*:})) || sum=$((sum + ${file#*:} - REPLY))
  done
  printf '%s\n' "$sum"
}

fill() {
  local file name size place arguments=() rc=0
  for file in "${files[@]}"; do
    name=${file%:*} size=${file#*:}
    fio_written "$name" "$folder"
    ((REPLY < size)) || continue
    fio_place "${name##*.}"
    place=$REPLY
    # fio separates names by colons.
    arguments+=(--name="f.$name" --filename="${place//:/\\:}/f.$name" --size="$size")
    [[ $name != v*.* ]] ||
      arguments+=(--verify="$(checksum_of "$name")" --verify_interval="$FIO_HEADER_EVERY" --do_verify=0 \
        --verify_state_save=0)
    [[ $name != c*.* ]] || arguments+=(--buffer_compress_percentage="$(percent_of "$name")")
  done
  ((${#arguments[@]} > 0)) || return 0
  run_tool "$FIO_LIMIT" "$FSXBENCH_OUT/raw/fill.terse" "$FSXBENCH_OUT/raw/fill.stderr" \
    fio --rw=write --bs=1m --refill_buffers=1 --scramble_buffers=0 --end_fsync=1 --thread --iodepth=4 \
    --ioengine="$FIO_FOUND_ENGINE" --direct="$FIO_FOUND_DIRECT" \
    --output-format=terse --terse-version=3 "${arguments[@]}" || rc=$?
  ((rc == 0)) || fail "fio could not fill $folder (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/fill.stderr")"
  # Terse fields, from 1: 3 name of the job, 5 error, 47 KiB written.
  awk -F';' '$5 == 0 { printf "%s %.0f\n", $3, $47 * 1024 }' "$FSXBENCH_OUT/raw/fill.terse" >>"$folder/.filled"
}

# Once per job file: writes of its jobs overwrite these data. A job file that fio refuses does not affect the others:
# `.refused` gives the reason to its trials.
fill_job_files() {
  local names name index=0 text own directories rc
  read -r -a names <<<"$FIO_JOB_NAMES"
  for name in "${names[@]}"; do
    text=FIO_JOB_$index index=$((index + 1)) rc=0
    [[ ! -e $folder/jobs/$name/.written ]] || continue
    for own in "${FIO_FOLDERS[@]}"; do mkdir -p -- "$own/jobs/$name"; done
    mkdir -p -- "$folder/jobs/$name"
    rm -f -- "$folder/jobs/$name/.refused"
    fio_directories "jobs/$name"
    directories=$REPLY
    fio_place_log "${!text}" "jobs/$name"
    printf '[global]\ndirectory=%s\n%s\n' "$directories" "$REPLY" >"$FSXBENCH_OUT/raw/fill-$name.fio"
    run_tool "$FIO_LIMIT" "$FSXBENCH_OUT/raw/fill-$name.terse" "$FSXBENCH_OUT/raw/fill.stderr" \
      fio --output-format=terse --terse-version=3 "$FSXBENCH_OUT/raw/fill-$name.fio" || rc=$?
    if ((rc == 0)); then
      date +%s >"$folder/jobs/$name/.written"
    elif refuses "$name" "$rc"; then
      refused "$name" "$rc" | tee "$folder/jobs/$name/.refused" >&2
    else
      fail "fio could not write the files of a job file (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/fill.stderr")"
    fi
  done
}

# refuses NAME CODE: whether fio refuses the job file. After a failure of time, memory, disk or storage another attempt
# may write its files: exit codes of 124 or more are from what stopped fio, and fio's errors are errnos (5 EIO, 12
# ENOMEM, 28 ENOSPC, 30 EROFS, 107 ENOTCONN, 110 ETIMEDOUT, 116 ESTALE, 122 EDQUOT).
refuses() {
  (($2 < 124)) && ! awk -F';' '$5 ~ /^(5|12|28|30|107|110|116|122)$/ { found = 1 } END { exit !found }' \
    "$FSXBENCH_OUT/raw/fill-$1.terse"
}

# refused NAME CODE: why the files of a job file could not be written, with the failed jobs if fio names them.
refused() {
  local jobs
  jobs=$(awk -F';' '$5 != 0 && $5 != "" { printf "[%s] ", $3 }' "$FSXBENCH_OUT/raw/fill-$1.terse")
  [[ -n $jobs ]] || jobs=$(grep -o '^\[[^]]*\]' "$FSXBENCH_OUT/raw/fill-$1.fio" | grep -vx '\[global\]' | tr '\n' ' ')
  printf 'fio could not write the files of the job file, jobs %s(exit code %d): %s\n' "$jobs" "$2" \
    "$(grep -v '^fio: job .* dropped$' "$FSXBENCH_OUT/raw/fill.stderr" | head -n 1)"
}

fio_folder
folder=$REPLY
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
fio_own
command -v fio >/dev/null || fail 'fio is not installed on this host'
status_version "$(fio --version)"
read -r -a files <<<"$FIO_FILES"
read -r -a stat_files <<<"$FIO_STAT_FILES"
read -r -a engines <<<"$FIO_IOENGINES"

for engine in "${engines[@]}"; do fio_find "$engine" "$folder"; done
if ((${#files[@]} > 0)); then
  check_space
  # Any engine works, and psync is always available.
  [[ -n $FIO_FOUND_ENGINE ]] || fio_find psync "$folder"
  fact ioengine "$FIO_FOUND_ENGINE"
  fact direct "$FIO_FOUND_DIRECT"
  fact directReason "$FIO_FOUND_REASON"
  fill
  fact unwrittenBytes "$(unwritten)"
fi
fill_job_files
((${#stat_files[@]} == 0)) || fio_make_files filestat "${stat_files[@]}"
printf 'filled %s\n' "$folder"
