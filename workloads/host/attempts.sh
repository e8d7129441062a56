# shellcheck shell=bash disable=SC2154,SC2034 # its variables are those of run-script.sh
# Commands that run on this host: each once, and none concurrently with one of another attempt. Functions of
# run-script.sh, which follows them in what EC2 hosts get; they use its variables.
#
# $root/running/<pid of a wrapper>  holds `<birth> <attempt> <step>` as long as its script may run
# $root/running/newest              holds `<issued> <attempt>` of the attempt that this host works for
# $root/running/gate                is the lock for reading and changing these files
readonly EXPEL_TENTHS=50 # how long an older script may take to end by itself

# Version of the contracts that planned the execution (set before this script), and that of the document. A deploy
# changes the document at once, but not the scripts of running hosts. Locally none is set.
planned=${FSXBENCH_PLANNED-}
unset FSXBENCH_PLANNED

# same_version VERSION: fails if sender or author has another version. Teardown continues regardless. It comes first:
# another version may name the variables differently.
same_version() {
  [[ -z $planned || $1 == "$planned" || ${FSXBENCH_ATTEMPT-$attempt} == @(clean|clean-again) ]] ||
    refuse 99 "OtherVersion: version $planned of the contracts planned this execution, and version $1 is deployed"
}

# process_start PID: sets REPLY to its start in clock ticks since boot (proc(5), stat), which distinguishes it from a
# later process with its number. Empty without such a process.
process_start() {
  local stat
  REPLY=''
  { read -r -a stat <"/proc/$1/stat"; } 2>/dev/null && REPLY=${stat[21]-}
}

# is_process PID BIRTH: whether it still runs.
is_process() { process_start "$1" && [[ $REPLY == "$2" ]]; }

# follow: another delivery of this command holds the lock; exit as it does.
follow() {
  local owner birth='' silent=0
  until [[ -s $held/exit ]]; do
    [[ -z $signal ]] || conclude $((128 + signal)) 'delivered twice; ended by a signal'
    elapsed
    ((REPLY < limit - reserve)) || conclude 94 'delivered twice; the first delivery still runs'
    { read -r owner birth <"$held/owner"; } 2>/dev/null || birth=''
    # The first delivery signs the lock at once. Without a name, or twice without its process, it is gone.
    [[ -n $birth ]] && is_process "$owner" "$birth" || silent=$((silent + (${#birth} > 0 ? 5 : 1)))
    ((silent < 10)) || conclude 93 'delivered twice; the first delivery ended without an exit code'
    sleep 0.1
  done
  read -r code <"$held/exit"
  conclude "$code" 'delivered twice; this is the exit code of the first delivery'
}

# await_other ATTEMPT/STEP SECONDS: waits until this command has ended on this host, for which the time limit has room.
# It may arrive later than we do. Reading with a time-out starts no process, as that command may be measuring.
await_other() {
  local idle left=$((${EPOCHREALTIME/./} + $2 * 1000000))
  exec {idle}<> <(:)
  until [[ -s $root/attempts/$1/exit ]]; do
    [[ -z $signal ]] || conclude $((128 + signal)) "ended by a signal before $1 had ended"
    ((${EPOCHREALTIME/./} < left)) || conclude 124 "$1 did not end within $2 s"
    read -r -t 0.1 -u "$idle"
  done
  exec {idle}>&-
  started=$EPOCHREALTIME
  micros=${started/./}
  limit=$((limit - $2 * 1000000))
  reserve=$((limit / 10 > 60000000 ? 60000000 : limit / 10))
}

# started_by PID.BIRTH: lists all processes with the name of this delivery, in any session.
started_by() { grep -l -s -z -x -F "FSXBENCH_DELIVERY=$1" /proc/[0-9]*/environ | tr -dc '0-9\n'; }

# purge PID.BIRTH: kills all processes of the delivery.
purge() {
  local found round
  for ((round = 0; round < 50; round++)); do
    found=$(started_by "$1")
    [[ -n $found ]] || return 0
    xargs kill -KILL <<<"$found" 2>/dev/null
  done
}

# sweep FIELD VALUE: kills each process with this value in this field of its stat; 1 is the parent, 3 the session.
sweep() {
  local stat line fields found=1 round
  for ((round = 0; found && round < 50; round++)); do
    found=0
    for stat in /proc/[0-9]*/stat; do
      line=''
      { IFS= read -r -d '' line <"$stat"; } 2>/dev/null
      read -r -a fields <<<"${line##*) }"
      [[ ${fields[$1]-} != "$2" || ${fields[0]} == Z ]] || { found=1 && kill -KILL "${line%% *}" 2>/dev/null; }
    done
  done
}

# expel PID BIRTH ATTEMPT STEP: ends a command of another attempt; processes that survive are listed in `others`.
expel() {
  local round
  ! is_process "$1" "$2" || kill -TERM "$1" 2>/dev/null
  for ((round = 0; round < EXPEL_TENTHS; round++)); do
    [[ -e $root/running/$1 ]] || break
    is_process "$1" "$2" || break
    sleep 0.1
  done
  [[ ! -e $root/running/$1 ]] || ! is_process "$1" "$2" || kill -KILL "$1" 2>/dev/null
  purge "$1.$2"
  if [[ -n $(started_by "$1.$2") ]]; then
    others+="${others:+, }$3 $4"
  else
    rm -f -- "$root/running/$1"
  fi
}

# enter: from here on this host works only for our attempt. Commands of one attempt run concurrently.
enter() {
  local file gate newest='' at=0 birth_of its step_of left
  command -v flock >/dev/null || refuse 95 'flock (of util-linux) is not installed on this host'
  [[ -d $root/running ]] || mkdir -p -- "$root/running" || refuse 95 "cannot make the folder $root/running"
  exec {gate}>>"$root/running/gate" || refuse 95 "cannot write $root/running/gate"
  elapsed
  left=$(((limit - reserve - REPLY) / 1000000))
  flock -w "$((left > 1 ? left : 1))" "$gate" || refuse 124 'the time was over before other attempts had ended'
  { read -r at newest <"$root/running/newest"; } 2>/dev/null
  if [[ $newest != "$attempt" ]]; then
    # Otherwise a late command would end the attempt that was started because the command had not arrived.
    ((issued == 0 || issued >= at)) || refuse 96 "attempt $newest was begun after this command was sent"
    echo "$issued $attempt" >"$root/running/newest" || refuse 95 "cannot write $root/running/newest"
  fi
  for file in "$root"/running/[0-9]*; do
    { read -r birth_of its step_of <"$file"; } 2>/dev/null || continue
    [[ $its == "$attempt" ]] || expel "${file##*/}" "$birth_of" "$its" "$step_of"
  done
  echo "$birth $attempt $step" >"$root/running/$$" || refuse 95 "cannot write $root/running/$$"
  exec {gate}>&-
}

# leave: records that none of our processes runs any more.
leave() { [[ ! -e $root/running/$$ ]] || rm -f -- "$root/running/$$"; }
