# shellcheck shell=bash disable=SC2154 # its variables are those of run-script.sh
# Bounded stdout and stderr of a script. Functions of run-script.sh, which follows them in what EC2 hosts get. Readers
# ignore no signals: they exit on request.
readonly KEPT_BYTES=524288    # of each end of stdout and stderr
readonly LATE_BYTES=4194304   # read before what came earlier is given up
readonly DRAIN_MICROS=1500000 # for last words

# storable KEY: no control character or backslash (S3 listings are XML, which allows none), no part that begins with a
# dot, valid UTF-8, which the AWS CLI requires, and at most 1024 bytes.
storable() {
  [[ $1 != *[[:cntrl:]\\]* && $1 != */.* ]] || return 1
  local LC_ALL=C
  ((${#1} <= 1024)) || return 1
  # ASCII keys are valid; others are if `.` matches every character.
  [[ $1 != *[!\ -~]* ]] || LC_ALL=C.UTF-8 grep -q -a -x '.*' <<<"$1"
}

# unstored COUNT FILE…: records in status.json which files are not among the results; failures are ignored.
unstored() {
  local LC_ALL=C text said="$1 with names that no object may have: ${*:2}" comma=,
  text=$(<"$out/status.json")
  [[ $text == *'"facts":{'*'}}' ]] || return 0
  [[ $text != *'"facts":{}}' ]] || comma=''
  printf '%s%s"notStored":"%s"}}\n' "${text%'}}'}" "$comma" "${said//[!A-Za-z0-9._ \/:-]/?}" >"$lock/status" &&
    mv -- "$lock/status" "$out/status.json"
}

# stop_reader: a reader must exit. It continues briefly, to read the last output of processes that exit with it.
stop_reader() {
  ((over)) || over=$((${EPOCHREALTIME/./} + DRAIN_MICROS))
  [[ -z $reader ]] || kill -TERM "$reader" 2>/dev/null
}

# catch BYTES FILE: reads so many bytes into a file; fails if there are no more, or if it must end. It keeps reading
# when it cannot write, so that no writer dies of a full disk.
catch() {
  local bounded code have=0 into=$2 reading
  while ((have < $1)); do
    bounded=() reading=(stdbuf -o0 head -c $(($1 - have)))
    [[ $into == "$2" ]] || reading=(cat)
    if ((over)); then
      seconds $((over - ${EPOCHREALTIME/./}))
      bounded=(timeout --foreground "$REPLY")
    fi
    ((!over || over > ${EPOCHREALTIME/./})) || return 1
    "${bounded[@]}" "${reading[@]}" <&0 >>"$into" 2>/dev/null &
    reader=$!
    until wait "$reader"; code=$?; ! kill -0 "$reader" 2>/dev/null; do :; done
    reader=''
    ((code != 1)) || [[ $into != "$2" ]] || { into=/dev/null && continue; }
    have=$(stat -c %s -- "$2" 2>/dev/null || echo 0)
    # The process that ends it gets another one, not us.
    ((have == $1 || code > 128)) || return 1
  done
}

# ends FILE LATE: keeps both ends of its input, so that a runaway script cannot fill the disk.
ends() {
  local over=0 reader=''
  trap stop_reader TERM INT
  catch "$KEPT_BYTES" "$1" || return
  while catch "$LATE_BYTES" "$2"; do mv -- "$2" "$2.before"; done
}

# join FILE LATE: puts the ends together.
join() {
  [[ -e $2 || -e $2.before ]] || return 0
  cat -- "$2.before" "$2" 2>/dev/null | tail -c "$KEPT_BYTES" >>"$1"
  rm -f -- "$2" "$2.before"
}
