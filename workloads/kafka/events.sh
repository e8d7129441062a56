# shellcheck shell=bash disable=SC2004,SC2034,SC2154 # arrays of shell/status.sh
# Kills of brokers during a measurement, and what follows. Sourced by concatenation after server.sh: functions only.
#   KAFKA_EVENTS  lines `kill AT COUNT RESUME`: seconds after the warm-up, number of brokers, and which host starts the
#                 server again: broker, standby or none
# Every host computes which brokers are killed: number i is broker (trial number + i) modulo the number of brokers.

# How long before its time an event is prepared, and how long a killed process may take to end, seconds.
readonly EVENT_LEAD_SECONDS=1.5 KILL_SECONDS=20
EVENTS=()        # the entries of raw/events.json
KAFKA_EXPECTED=1 # whether the server of this host must run after the events

# events_victim I: name of the broker that is number I of those hit.
events_victim() {
  local trial=${FSXBENCH_ATTEMPT#t} names
  mapfile -t names < <(kafka_nodes broker | cut -d ' ' -f 2)
  trial=${trial%%.*}
  printf '%s\n' "${names[(10#${trial//[!0-9]/} + $1) % ${#names[@]}]}"
}

# events_add VICTIM REQUESTED ACTED GONE STARTED READY RESUMED_ON PROBLEM: empty values are null.
events_add() {
  local on=null problem=null
  [[ -z $7 ]] || { json_string "$7" && on=$REPLY; }
  [[ -z $8 ]] || { json_string "$8" && problem=$REPLY; }
  EVENTS+=("{\"action\":\"kill\",\"host\":\"$1\",\"requested\":$2,\"acted\":${3:-null},\"gone\":${4:-null},\
\"started\":${5:-null},\"ready\":${6:-null},\"resumedOn\":$on,\"problem\":$problem}")
  printf '{"version":1,"events":[%s]}\n' "$(IFS=, && printf '%s' "${EVENTS[*]}")" >"$FSXBENCH_OUT/raw/events.json"
}

# events_lock, events_unlock: for changes of slots.json.
events_lock() {
  exec {FIXTURE_LOCK}>>"$FSXBENCH_ROOT/slots.lock" || fail "the host's folder cannot be written: $FSXBENCH_ROOT"
  until flock -w 1 "$FIXTURE_LOCK"; do :; done
  slots_read || fail "$FSXBENCH_ROOT/slots.json is damaged: the fixtures of this host are unknown"
}
events_unlock() { exec {FIXTURE_LOCK}>&-; }

# events_processes: the processes of the service; with systemd, only the server.
events_processes() {
  ! kafka_lives "$KAFKA_FOLDER" || cut -d ' ' -f 1 "$KAFKA_FOLDER/pid"
  service_members "$KAFKA_SLOT"
}

# events_kill AT: kills all processes of the service at that instant; sets ACTED and GONE.
events_kill() {
  local found end unit=''
  ACTED='' GONE=''
  tail -n 1000 "$KAFKA_FOLDER/log.txt" >"$FSXBENCH_OUT/raw/server-killed.log" 2>/dev/null || true
  found=$(events_processes)
  kafka_sleep_until "$1"
  [[ -n $found ]] && kafka_lives "$KAFKA_FOLDER" || return 1
  ACTED=$EPOCHREALTIME
  xargs kill -KILL <<<"$found" 2>/dev/null || true
  if [[ ${SLOT_LASTING[$KAFKA_SLOT]} == unit* ]]; then
    unit=${SLOT_LASTING[$KAFKA_SLOT]#unit }
    systemctl kill --signal=KILL "$unit" 2>/dev/null || true
  fi
  end=$((SECONDS + KILL_SECONDS))
  while kafka_lives "$KAFKA_FOLDER"; do
    ((SECONDS < end)) || return 1
    kafka_pause 0.01
  done
  GONE=$EPOCHREALTIME
  # systemd forgets a unit a moment after its processes: until then, none of the same name can start.
  while [[ -n $(events_processes) ]] || { [[ -n $unit ]] && systemctl is-active --quiet "$unit"; }; do
    ((SECONDS < end)) || return 1
    kafka_pause 0.05
  done
  [[ -z $unit ]] || systemctl reset-failed "$unit" 2>/dev/null || true
}

# events_await FOLDER UNTIL: waits until a server is ready; sets READY, or fails at the end of the step.
events_await() {
  READY=''
  until kafka_started "$1"; do
    kafka_before "$2" || return 1
    kafka_pause 0.1
  done
  READY=$EPOCHREALTIME
}

# events_restart: starts the server of this host again, as its service; sets STARTED.
events_restart() {
  events_lock
  service_name "$KAFKA_SLOT"
  slots_save
  STARTED=$EPOCHREALTIME
  (export FSXBENCH_KAFKA_RESTART=1 && service_start "$KAFKA_SLOT" "$(<"$KAFKA_FOLDER/script")" && slots_save)
  slots_read || true
  events_unlock
}

# events_broker AT RESUME UNTIL: kills the server of this host, and perhaps starts it again.
events_broker() {
  local at=$1 resume=$2 until=$3 problem='' on=''
  STARTED='' READY='' KAFKA_EXPECTED=''
  microseconds_between "$EVENT_LEAD_SECONDS" "$at"
  seconds "$REPLY"
  kafka_sleep_until "$REPLY"
  events_lock
  [[ -z ${SLOT_STATE[$KAFKA_SLOT]:-} ]] || slot_set "$KAFKA_SLOT" dirty
  if ! events_kill "$at"; then
    problem="the kill hit nothing: no server ran on $FSXBENCH_HOST"
    [[ -z $ACTED ]] || problem="the server of $FSXBENCH_HOST did not end within $KILL_SECONDS s of signal 9"
  fi
  events_unlock
  if [[ -z $problem && $resume == broker ]]; then
    on=$FSXBENCH_HOST
    # If that fails, the server is not ready in time, and the reason is in its log.
    events_restart || true
    if events_await "$KAFKA_FOLDER" "$until"; then
      events_lock
      slot_set "$KAFKA_SLOT" standing
      events_unlock
      KAFKA_EXPECTED=1
    else
      problem="the server of $on was not ready at the end: $(kafka_reason "$KAFKA_FOLDER/log.txt")"
    fi
  fi
  # Without its server, the service of this host is incomplete, as planned.
  [[ -n $problem || $resume == broker ]] || fact killedSlot "$KAFKA_SLOT"
  # The standby reads this file, and records the whole event.
  if [[ $resume == standby ]]; then
    printf '%s %s %s\n' "${ACTED:-none}" "${GONE:-none}" "$problem" >"${KAFKA_FOLDERS[0]}/fsxbench.killed"
  else
    events_add "$FSXBENCH_HOST" "$at" "$ACTED" "$GONE" "$STARTED" "$READY" "$on" "$problem"
  fi
}

# events_take VICTIM: the configuration of the killed server, for this host: same number and folders, own address.
events_take() {
  local place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY found='' one folders='' node address
  for one in "$place/$1/kafka" "$place"/volume*/"$1/kafka"; do
    [[ ! -s $one/fsxbench.properties ]] || found=$one
  done
  [[ -n $found ]] || fail "the data folders of $1 are not below $place: is this storage of one host alone?"
  read -r node _ address < <(kafka_own)
  # The first folder has the log of the controllers: their order stays.
  for one in $(sed -n 's/^log.dirs=//p' "$found/fsxbench.properties" | tr , ' '); do
    folders+="${folders:+,}$place/${one#*/volumes/"$FSXBENCH_COPY"/}"
  done
  KAFKA_FOLDER=$FSXBENCH_OUT/takeover
  KAFKA_FOLDERS=("$found")
  mkdir -p -- "$KAFKA_FOLDER"
  sed -e "s|^log.dirs=.*|log.dirs=$folders|" \
    -e "s|^listeners=.*|listeners=PLAINTEXT://$address:$(kafka_port "$node" '')|" \
    "$found/fsxbench.properties" >"$KAFKA_FOLDER/server.properties"
  kafka_log_settings >"$KAFKA_FOLDER/log4j.properties"
}

# events_standby AT VICTIM UNTIL: takes over the server of another host as soon as that is gone.
events_standby() {
  local at=$1 victim=$2 until=$3 node address name problem='' acted='' gone='' try
  STARTED='' READY=''
  kafka_java
  kafka_sleep_until "$at"
  events_take "$victim"
  while read -r node name address; do
    [[ $name != "$victim" ]] || break
  done < <(kafka_nodes broker)
  while kafka_answers "$address" "$(kafka_port "$node" '')"; do
    if ! kafka_before "$until"; then
      events_add "$victim" "$at" '' '' '' '' '' "the server of $victim was not killed"
      return
    fi
    kafka_pause 0.05
  done
  kafka_check_ports "$KAFKA_FOLDER/server.properties"
  STARTED=$EPOCHREALTIME
  (trap - EXIT && kafka_run "$KAFKA_FOLDER") >"$KAFKA_FOLDER/log.txt" 2>&1 &
  events_await "$KAFKA_FOLDER" "$until" ||
    problem="the server of $victim was not ready on $FSXBENCH_HOST at the end: \
$(kafka_reason "$KAFKA_FOLDER/log.txt")"
  for try in 1 2 3 4 5; do
    [[ ! -s ${KAFKA_FOLDERS[0]}/fsxbench.killed ]] || break
    sleep "$try"
  done
  read -r acted gone name <"${KAFKA_FOLDERS[0]}/fsxbench.killed" || name="$victim did not report its end"
  events_add "$victim" "$at" "${acted#none}" "${gone#none}" "$STARTED" "$READY" "$FSXBENCH_HOST" "${problem:-$name}"
  rm -f -- "${KAFKA_FOLDERS[0]}/fsxbench.killed"
}

# events_run FROM UNTIL: the events of this host, one after the other; FROM is the end of the warm-up.
events_run() {
  local what at count resume number victim
  while read -r what at count resume; do
    [[ $what == kill ]] || continue
    for ((number = 0; number < count; number++)); do
      victim=$(events_victim "$number")
      later "$1" "$at"
      if [[ $FSXBENCH_ROLE == broker && $victim == "$FSXBENCH_HOST" ]]; then
        events_broker "$REPLY" "$resume" "$2"
      elif [[ $FSXBENCH_ROLE == standby && $resume == standby && $number == "$FSXBENCH_INDEX" ]]; then
        events_standby "$REPLY" "$victim" "$2"
      fi
    done
  done <<<"$KAFKA_EVENTS"
}
