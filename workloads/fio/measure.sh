#!/usr/bin/env bash
# Measures one configuration with one call of fio.
#   FIO_ARGUMENTS   fio's arguments, one per line, except those that the host determines: folder, engine, O_DIRECT
#   FIO_IOENGINE    auto, or an engine
#   FIO_DIRECT      auto, true or false; with a job file, auto replaces its direct=1 where O_DIRECT is refused
#   FIO_FILE_SIZES  bytes of the files f.0, f.1, … that are read or written; empty for metadata engines
#   FIO_FILE_SET    prefix before the number in the names of these files
#   FIO_FILE_COUNTS files for each job number; only for metadata engines
#   FIO_JOB         a job file without its folder, instead of arguments; empty if there is none
#   FIO_JOB_NAME, FIO_JOB_BYTES  folder with the job file's files, and their bytes
#   FIO_JOB_APPENDS  1: its jobs append to files, which each trial starts empty
#   FIO_LOAD        open: I/Os are due at a fixed rate; closed: an I/O starts when another one ends
#   FIO_READ_BACK   arguments of the call that reads back the written data, one per line; empty without `verify`
#   FIO_READ_BACK_PAUSE, FIO_READ_BACK_LIMIT  seconds before that call if there are other hosts, and its time limit
#   FIO_RAMP_TIME, FIO_RUNTIME, FIO_LIMIT  seconds; FIO_RUNTIME is empty if fio stops when all files are done
set -euo pipefail

# Metadata engines work on exactly the files that fill.sh and layout.sh created. New files are
# created in a folder of this attempt: emptying a used one would take longer than the measurement.
prepare_metadata() {
  local own
  FIO_FOUND_ENGINE=$FIO_IOENGINE FIO_FOUND_DIRECT=0 FIO_FOUND_REASON='metadata engines move no data'
  sub=$FIO_IOENGINE
  [[ $FIO_IOENGINE != filecreate ]] || sub+=/$FSXBENCH_ATTEMPT
  for own in "${FIO_FOLDERS[@]}"; do
    case $FIO_IOENGINE in
      filecreate) mkdir -p -- "$own/$sub" ;;
      filestat) [[ -d $own/$sub ]] || fio_make_files "$sub" "${counts[@]}" ;;
      *) [[ -d $own/$sub ]] || fail "$own/$sub is missing: no earlier step created it" ;;
    esac
  done
}

prepare_data() {
  local size bytes=0
  fio_find "$FIO_IOENGINE" "$folder"
  fact ioengine "$FIO_FOUND_ENGINE"
  [[ -n $FIO_FOUND_ENGINE ]] || fail "$FIO_FOUND_REASON"
  if [[ $FIO_DIRECT == false ]]; then
    FIO_FOUND_DIRECT=0 FIO_FOUND_REASON='the spec asks for buffered I/O'
  elif [[ $FIO_DIRECT == true && $FIO_FOUND_DIRECT == 0 ]]; then
    fact directReason "$FIO_FOUND_REASON"
    fact direct 0
    fail "the spec requires O_DIRECT, but $FIO_FOUND_REASON"
  fi
  arguments+=(--ioengine="$FIO_FOUND_ENGINE" --direct="$FIO_FOUND_DIRECT")
  for size in "${sizes[@]}"; do bytes=$((bytes + size)); done
  fact fileBytes "$bytes"
  fio_unwritten "$folder" "$FIO_FILE_SET" "${sizes[@]}"
  fact unwrittenBytes "$REPLY"
}

# A job file is self-contained; fill.sh wrote its files.
prepare_job() {
  local own
  sub=jobs/$FIO_JOB_NAME
  [[ ! -e $folder/$sub/.refused ]] || fail "$(<"$folder/$sub/.refused")"
  for own in "${FIO_FOLDERS[@]}"; do
    [[ -z ${FIO_JOB_APPENDS:-} ]] || remove_tree "$own/$sub" || fail "cannot remove $own/$sub: $REMOVE_WHY"
    mkdir -p -- "$own/$sub"
  done
  fio_place_log "$FIO_JOB" "$sub"
  FIO_JOB=$REPLY
  fio_find "$FIO_IOENGINE" "$folder"
  if [[ $FIO_DIRECT == auto ]]; then
    fact ioengine "$FIO_FOUND_ENGINE"
    [[ -n $FIO_FOUND_ENGINE ]] || fail "$FIO_FOUND_REASON"
    FIO_JOB=${FIO_JOB//direct=1/direct=$FIO_FOUND_DIRECT}
  else
    if [[ $FIO_DIRECT == true && $FIO_FOUND_DIRECT == 0 ]]; then
      fact directReason "$FIO_FOUND_REASON"
      fact direct 0
      fail "the job file requires O_DIRECT, but $FIO_FOUND_REASON"
    fi
    FIO_FOUND_ENGINE='job file' FIO_FOUND_DIRECT=0 FIO_FOUND_REASON='the job file says so'
    [[ $FIO_DIRECT != true ]] || FIO_FOUND_DIRECT=1
  fi
  fact fileBytes "$FIO_JOB_BYTES"
  local unwritten=$FIO_JOB_BYTES
  [[ ! -e $folder/$sub/.written && -z ${FIO_JOB_APPENDS:-} ]] || unwritten=0
  fact unwrittenBytes "$unwritten"
}

# Adds the folder, and the command that runs before each job.
place() {
  fio_directories "$sub"
  if [[ -z ${FIO_JOB:-} ]]; then
    arguments+=(--directory="$REPLY")
  else
    printf '[global]\ndirectory=%s\n%s%s\n' "$REPLY" "${prerun:+exec_prerun=$prerun$'\n'}" "$FIO_JOB" >raw/job.fio
    arguments+=(raw/job.fio)
  fi
}

# fio prints its version in its output; a separate call would cost time if many hosts start at once.
note_version() {
  local line stated=''
  while read -r line && [[ -z $stated ]]; do
    [[ $line != '"fio version" : "'* ]] || stated=${line#*: '"'}
  done <"$FSXBENCH_OUT/raw/fio.json"
  [[ -n $stated ]] || stated=$(fio --version) || true
  status_version "${stated%'"'*}"
}

# Starting fio takes tenths of a second, more with many hosts: it starts before the agreed time, and each of its jobs
# waits for that time (option exec_prerun) and records when it continued.
wait_in_fio() {
  [[ -n ${FSXBENCH_START_AT:-} ]] || return 0
  {
    declare -f microseconds seconds microseconds_between sleep_until
    # shellcheck disable=SC2016 # read when the job begins
    printf 'sleep_until %q\necho "$EPOCHREALTIME" >>began\n' "$FSXBENCH_START_AT"
  } >start.sh
  prerun='bash --norc start.sh'
  [[ -n ${FIO_JOB:-} ]] || arguments+=(--exec_prerun="$prerun")
  microseconds_between "$EPOCHREALTIME" "$FSXBENCH_START_AT"
  ((REPLY < 0)) || limit=$((limit + REPLY / 1000000 + 1))
}

# Start of the first job, and its delay.
note_begin() {
  local at
  [[ -s began ]] || return 0
  at=$(sort -n began | head -n 1)
  status_started "$at"
  fact began "$at"
  seconds_late "$FSXBENCH_START_AT" "$at"
  fact lateSeconds "$REPLY"
}

# Bytes kept from each end of fio's stderr: at least one line per corrupt block; the last line says why it ended.
readonly STDERR_BYTES=32768

# run_fio LIMIT OUT ERR ARGV...: like run_tool, but keeps only STDERR_BYTES of each end of stderr, so that errors of the
# storage do not fill the host's disk.
run_fio() {
  local pipe=$FSXBENCH_OUT/writer reader writer rc=0
  [[ -p $pipe ]] || mkfifo -- "$pipe"
  {
    stdbuf -o0 head -c "$STDERR_BYTES" >"$3" || true
    tail -c "$STDERR_BYTES" >"$pipe.end" || exec cat >/dev/null
  } <"$pipe" &
  reader=$!
  exec {writer}>"$pipe"
  run_tool "$1" "$2" "/dev/fd/$writer" "${@:4}" || rc=$?
  exec {writer}>&-
  wait "$reader" || true
  [[ ! -s $pipe.end ]] || { printf '\n[...]\n' && cat "$pipe.end"; } >>"$3" || true
  rm -f -- "$pipe" "$pipe.end"
  return "$rc"
}

# Reads back and verifies what was written, after the measurement here and on the other hosts.
read_back() {
  local argv=("${STATUS_ARGV[@]}") started=$STATUS_STARTED ended=$STATUS_ENDED words begun failed=0
  mapfile -t words <<<"$FIO_READ_BACK"
  (($(hosts_of_role) == 1)) || sleep "$FIO_READ_BACK_PAUSE"
  fio_directories "$sub"
  begun=${EPOCHREALTIME/./}
  run_fio "$FIO_READ_BACK_LIMIT" raw/verify.json raw/verify.stderr fio "${words[@]}" \
    --ioengine="$FIO_FOUND_ENGINE" --direct="$FIO_FOUND_DIRECT" --directory="$REPLY" || failed=$?
  seconds_since "$begun"
  fact readBackSeconds "$REPLY"
  # The rest of the status is about the measurement.
  status_argv "${argv[@]}"
  status_started "$started"
  status_ended "$ended"
  # Corrupt data is a result, which no second attempt may hide: 84 is fio's errno for it.
  ((failed == 0)) || grep -q '"error" : 84' raw/verify.json ||
    fail "fio could not read back what it had written (exit code $failed): $(last_words raw/verify.stderr)"
}

fio_folder
folder=$REPLY
sub=''
prerun=''
limit=$FIO_LIMIT
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
[[ -d $FSXBENCH_OUT/raw ]] || mkdir -p -- "$FSXBENCH_OUT/raw"
fio_own
command -v fio >/dev/null || fail 'fio is not installed on this host'
mapfile -t arguments <<<"$FIO_ARGUMENTS"
read -r -a sizes <<<"$FIO_FILE_SIZES"
read -r -a counts <<<"$FIO_FILE_COUNTS"
fact warmUpSeconds "$FIO_RAMP_TIME"
[[ -z $FIO_RUNTIME ]] || fact measureSeconds "$FIO_RUNTIME"
fact memBytes "$(memory_bytes)"
fact cpus "$(cpus_allowed)"
fact load "$FIO_LOAD"
if [[ -n ${FIO_JOB:-} ]]; then
  prepare_job
elif ((${#counts[@]} > 0)); then
  prepare_metadata
else
  prepare_data
fi
fact ioengine "$FIO_FOUND_ENGINE"
fact direct "$FIO_FOUND_DIRECT"
fact directReason "$FIO_FOUND_REASON"
settle

# fio runs commands and writes their output in the working directory.
cd -- "$FSXBENCH_OUT"
# fio appends to existing logs.
! compgen -G 'raw/series*' >/dev/null || rm -f -- raw/series*
wait_in_fio
place
later "${FSXBENCH_START_AT:-$EPOCHREALTIME}" "$FIO_RAMP_TIME"
evidence_from "$REPLY" "$folder"
rc=0
run_fio "$limit" "$FSXBENCH_OUT/raw/fio.json" "$FSXBENCH_OUT/raw/fio.stderr" \
  fio "${arguments[@]}" || rc=$?
evidence_to "$folder"
# fio also logs the parts of total latencies.
! compgen -G 'raw/series*_[cs]lat.log' >/dev/null || rm -f -- raw/series*_[cs]lat.log
# A job file whose job found corrupt data has a result, which no second attempt may hide.
if ((rc != 0)) && [[ -n ${FIO_JOB:-} ]] && grep -q '"error" : 84' raw/fio.json; then rc=0; fi
note_begin
note_version
if [[ -n $prerun ]]; then
  rm -f -- began start.sh ./*.prerun.txt
  # Drop fio's note on the wait above: without it the file is JSON for every reader.
  sed -i '/ : Saving output of prerun in /d' "$FSXBENCH_OUT/raw/fio.json"
fi
printf 'fio ended with exit code %d\n' "$rc"
[[ $rc != 0 || -z ${FIO_READ_BACK:-} ]] || read_back
exit "$rc"
