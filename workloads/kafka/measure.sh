#!/usr/bin/env bash
# Measures a Kafka cluster: workers load it, the other hosts record themselves; an event may kill brokers meanwhile.
#   KAFKA_TOPICS, KAFKA_PARTITIONS        topics, and partitions of each
#   KAFKA_MESSAGE_BYTES, KAFKA_RF         bytes of a message, replicas of each partition
#   KAFKA_PRODUCERS, KAFKA_CONSUMERS      of all topics and workers together
#   KAFKA_KEPT_SHARE                      share of the free space that messages take at most
#   KAFKA_KEPT_BYTES                      bytes that all brokers keep at most
#   KAFKA_PARTITION_BYTES                 bytes of a partition that brokers keep at least
#   KAFKA_RATE                            messages per second of all workers, or `max`
#   KAFKA_WARMUP, KAFKA_SECONDS           seconds
#   KAFKA_EVENTS                          see events.sh
set -euo pipefail

# Longest wait after the load, seconds: producers and consumers end (90), workers wait for each other (80), and the
# topics are deleted (60); servers see the folders vanish.
readonly AFTER_SECONDS=200
# A server that an event has started may get ready while the load ends.
readonly READY_SECONDS=30
KAFKA_SAMPLER=''
KAFKA_FOLDER=$(service_folder "$KAFKA_SLOT")
KAFKA_FOLDERS=()

# tool_end: ends what this step has started, at every exit.
tool_end() {
  [[ -z $KAFKA_SAMPLER ]] || kill "$KAFKA_SAMPLER" 2>/dev/null || true
  if [[ $FSXBENCH_ROLE == standby && -e $KAFKA_FOLDER/pid ]]; then
    kafka_end "$KAFKA_FOLDER" "$((${1:-0} == 0 ? 30 : 0))"
    remove_tree "$KAFKA_FOLDER" || true
  fi
}

# record_from FOLDER: evidence of the measured time, sampled in the background.
record_from() {
  evidence_from "$from" "$1"
  (
    trap - EXIT TERM INT HUP
    kafka_sleep_until "$to"
    evidence_to "$1"
  ) &
  KAFKA_SAMPLER=$!
}
record_to() {
  wait "$KAFKA_SAMPLER" || true
  KAFKA_SAMPLER=''
}

# server_facts: on which target instance the data of this host's server are.
server_facts() {
  mapfile -t KAFKA_FOLDERS < <(sed -n 's/^log.dirs=//p' "$KAFKA_FOLDER/server.properties" | tr , '\n')
  [[ ! ${KAFKA_FOLDERS[0]} =~ /volumes/(c[0-9]+)/ ]] || fact kafkaCopy "${BASH_REMATCH[1]}"
}

# topics_left: data folders that the topics of this attempt still have here.
topics_left() {
  local folder
  for folder in "${KAFKA_FOLDERS[@]}"; do
    compgen -G "$folder/fsxbench-${FSXBENCH_ATTEMPT//./-}-*" || true
  done | wc -l
}

# await_topics: waits until the workers have deleted their topics, and this server their files.
await_topics() {
  local left end log=$KAFKA_FOLDER/log.txt
  later "$to" "$AFTER_SECONDS"
  end=$REPLY
  while left=$(topics_left) && ((left > 0)) && kafka_lives "$KAFKA_FOLDER" && ! grep -q -s -E "$KAFKA_CAUSES" "$log"; do
    if ! kafka_before "$end"; then
      fact topicsLeft "$left"
      return
    fi
    kafka_pause 0.5
  done
}

serve() {
  local cause
  kafka_lives "$KAFKA_FOLDER" || fail "the Kafka server of this host has ended: $(kafka_reason "$KAFKA_FOLDER/log.txt")"
  server_facts
  [[ -v FSXBENCH_SLOTS ]] || slots_read || true
  later "$to" "$READY_SECONDS"
  events_run "$from" "$REPLY"
  record_to
  await_topics
  cause=$(grep -s -m 1 -o -E "$KAFKA_CAUSES" "$KAFKA_FOLDER/log.txt" | head -n 1) || true
  tail -n 1000 "$KAFKA_FOLDER/log.txt" >"$FSXBENCH_OUT/raw/server.log" 2>/dev/null || true
  [[ -z $KAFKA_EXPECTED ]] || kafka_lives "$KAFKA_FOLDER" ||
    fail "the Kafka server of this host has ended: $(kafka_reason "$KAFKA_FOLDER/log.txt")"
  [[ -n $cause ]] || return 0
  # A server may live on without some of its partitions: the next trial starts it again.
  events_lock
  [[ -z ${SLOT_STATE[$KAFKA_SLOT]:-} ]] || slot_set "$KAFKA_SLOT" dirty
  events_unlock
  fail "the Kafka server of this host met an error of the system: $cause: $(kafka_reason "$KAFKA_FOLDER/log.txt")"
}

stand_by() {
  later "$to" "$READY_SECONDS"
  events_run "$from" "$REPLY"
  record_to
  ((${#KAFKA_FOLDERS[@]} == 0)) || await_topics
  [[ ! -e $KAFKA_FOLDER/log.txt ]] || tail -n 1000 "$KAFKA_FOLDER/log.txt" >"$FSXBENCH_OUT/raw/server.log"
}

load() {
  local rc=0 limit said=$FSXBENCH_OUT/raw/kafka.stderr
  kafka_java
  fact memBytes "$(memory_bytes)"
  KAFKA_BOOTSTRAP=$(kafka_bootstrap) KAFKA_WORKERS=$(hosts_of_role) KAFKA_INDEX=$FSXBENCH_INDEX KAFKA_START=$start
  KAFKA_OUT=$FSXBENCH_OUT/raw/kafka.json
  # Clients look for brokers at all addresses again only where a broker may get another one: meanwhile they accept no
  # messages.
  KAFKA_RECOVERY=none
  [[ -z $(kafka_nodes standby) ]] || KAFKA_RECOVERY=rebootstrap
  export KAFKA_RECOVERY KAFKA_BOOTSTRAP KAFKA_WORKERS KAFKA_INDEX KAFKA_START KAFKA_OUT
  microseconds_between "$EPOCHREALTIME" "$to"
  limit=$((REPLY / 1000000 + AFTER_SECONDS + 180))
  # Messages of all consumers, and those that producers still keep: they get a quarter of the memory.
  run_tool "$limit" "$FSXBENCH_OUT/raw/kafka.stdout" "$said" "$KAFKA_JAVA" "-Xmx$(kafka_heap 16384)m" -XX:+UseG1GC \
    -XX:+ExitOnOutOfMemoryError "-Dlog4j.configuration=file:$KAFKA_LIBRARY/load/log4j.properties" \
    -cp "$KAFKA_LIBRARY/load:$KAFKA_LIBRARY/libs/*" Load || rc=$?
  record_to
  status_started "$from"
  status_ended "$to"
  ((rc == 0)) || fail "${STATUS_FACTS[problem]:-$(last_words "$said")}"
  printf 'ended\n'
  exit
}

place=$FSXBENCH_ROOT
case $FSXBENCH_ROLE in broker | standby) place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/. ;; esac
mkdir -p "$FSXBENCH_OUT/raw"
status_begin kafka "$place"
bundle_record kafka
status_version "$BUNDLE_VERSION"
# Without a start barrier, a time by which the program can be ready.
later "$EPOCHREALTIME" 3
start=${FSXBENCH_START_AT:-$REPLY}
later "$start" "$KAFKA_WARMUP"
from=$REPLY
later "$from" "$KAFKA_SECONDS"
to=$REPLY
record_from "$place"
case $FSXBENCH_ROLE in
  worker) load ;;
  standby) stand_by ;;
  *) serve ;;
esac
status_started "$from"
status_ended "$to"
printf 'recorded from %s to %s\n' "$from" "$to"
