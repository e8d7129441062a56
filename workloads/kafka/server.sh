# shellcheck shell=bash disable=SC2153,SC2154 # settings of the caller
# Configures and runs a Kafka server. Sourced by concatenation after cluster.sh: functions only.
#   KAFKA_SERVER         broker or controller
#   KAFKA_SYNC           1: brokers flush every message; empty: the kernel decides
#   KAFKA_RF             replicas of each partition
#   KAFKA_MESSAGE_BYTES  largest message
#   KAFKA_CLUSTER        text that identifies the cluster on the hosts of this rig

# kafka_folders: lists the data folders: for a broker one on each volume, else one on the host's own disk.
kafka_folders() {
  if [[ $KAFKA_SERVER == broker ]]; then
    own_folders
    printf '%s/kafka\n' "${OWN_FOLDERS[@]}"
  else
    printf '%s\n' "$(service_folder "$KAFKA_SLOT")/data"
  fi
}

# kafka_cluster: identifier of the cluster: 22 characters, as of a UUID.
kafka_cluster() {
  local hash
  hash=$({ printf '%s\n' "$KAFKA_CLUSTER" && cat -- "$FSXBENCH_HOSTS"; } | sha256sum)
  printf '%sA\n' "${hash:0:21}"
}

# kafka_voters: the controllers, as controller.quorum.voters.
kafka_voters() {
  local node address all=''
  while read -r node _ address; do
    all+="${all:+,}$node@$address:$(kafka_port "$node" controller)"
  done < <(kafka_nodes "$KAFKA_CONTROLLERS")
  printf '%s\n' "$all"
}

# kafka_properties FOLDERS: prints server.properties. Sizes and threads are those of OpenMessaging Benchmark's drivers
# (driver-kafka, kafka-sync.yaml and kafka-throughput.yaml) and of the published study with them; fewer threads where
# hosts share a machine.
kafka_properties() {
  local node address threads=64 listeners=''
  read -r node _ address < <(kafka_own)
  [[ -z ${FSXBENCH_LOCAL:-} ]] || threads=8
  if [[ $KAFKA_SERVER == broker ]]; then listeners="PLAINTEXT://$address:$(kafka_port "$node" '')"; fi
  if [[ $KAFKA_CONTROLLERS == "$FSXBENCH_ROLE" ]]; then
    listeners+="${listeners:+,}CONTROLLER://$address:$(kafka_port "$node" controller)"
  fi
  [[ $KAFKA_CONTROLLERS != broker ]] || KAFKA_SERVER=broker,controller
  cat <<PROPERTIES
process.roles=$KAFKA_SERVER
node.id=$node
controller.quorum.voters=$(kafka_voters)
controller.listener.names=CONTROLLER
listeners=$listeners
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=$1
auto.create.topics.enable=false
default.replication.factor=$KAFKA_RF
offsets.topic.replication.factor=$KAFKA_RF
min.insync.replicas=$((KAFKA_RF > 2 ? 2 : 1))
unclean.leader.election.enable=false
num.network.threads=$threads
num.io.threads=$threads
num.replica.fetchers=$((threads < 20 ? threads : 20))
replica.fetch.max.bytes=524288000
message.max.bytes=$((KAFKA_MESSAGE_BYTES + 2097152))
log.retention.ms=-1
log.retention.bytes=-1
log.initial.task.delay.ms=1000
log.retention.check.interval.ms=1000
log.segment.delete.delay.ms=1000
PROPERTIES
  [[ -z $KAFKA_SYNC ]] || printf 'log.flush.interval.messages=1\n'
}

# kafka_log_settings: prints log4j.properties: one line an event, with the first line of an exception. Lists of all
# settings, of 250 lines each, would leave little else of the stored end of the log.
kafka_log_settings() {
  cat <<'PROPERTIES'
log4j.rootLogger=INFO, out
log4j.logger.org.apache.kafka.common.config.AbstractConfig=WARN
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.EnhancedPatternLayout
log4j.appender.out.layout.ConversionPattern=[%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}{UTC}] %p %m (%c{1}) %throwable{short}%n
PROPERTIES
}

# kafka_listener PORT: the process that listens on the port, as text; nothing if none does.
kafka_listener() {
  local hex address state inode found='' pid
  printf -v hex '%04X' "$1"
  while read -r _ address _ state _ _ _ _ _ inode _; do
    [[ $address == *":$hex" && $state == 0A ]] && found=$inode
  done < <(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null)
  [[ -n $found ]] || return 0
  pid=$(find /proc/[0-9]*/fd -lname "socket:\[$found\]" 2>/dev/null | head -n 1) || true
  pid=${pid#/proc/} pid=${pid%%/*}
  if [[ -n $pid ]]; then
    printf 'process %s (%s)\n' "$pid" "$(tr '\0\n' '  ' <"/proc/$pid/cmdline" 2>/dev/null | head -c 200)"
  else
    printf 'a process of another user\n'
  fi
}

# kafka_check_ports PROPERTIES: fails if another process listens on a port of this server. The socket of a killed server
# may exist a little longer than its process.
kafka_check_ports() {
  local listener port by end=$((SECONDS + 5))
  for listener in $(sed -n 's/^listeners=//p' "$1" | tr , ' '); do
    port=${listener##*:}
    while by=$(kafka_listener "$port") && [[ -n $by ]] && ((SECONDS < end)); do kafka_pause 0.1; done
    [[ -z $by ]] || fail "TCP port $port of the Kafka server is taken by $by"
  done
}

# kafka_check_folder FOLDER CLUSTER: fails if the folder belongs to another cluster.
kafka_check_folder() {
  local found=''
  [[ -e $1 ]] || return 0
  found=$(sed -n 's/^cluster.id=//p' "$1/meta.properties" 2>/dev/null) || true
  if [[ -n $found ]]; then
    [[ $found == "$2" ]] || fail "$1 is the folder of another Kafka cluster ($found, not $2): remove it"
  elif [[ -n $(ls -A -- "$1" 2>/dev/null) && ! -e $1/.fsxbench ]]; then
    fail "$1 has files, but not of this Kafka cluster: remove it"
  fi
}

# kafka_format PROPERTIES FOLDER…: makes new data folders. What an interrupted attempt of this cluster left is removed.
kafka_format() {
  local properties=$1 cluster folder
  shift
  cluster=$(<"$FSXBENCH_OUT/cluster")
  for folder; do kafka_check_folder "$folder" "$cluster"; done
  for folder; do
    remove_tree "$folder" || fail "$folder cannot be removed: $REMOVE_WHY"
    mkdir -p -- "$folder" 2>/dev/null || fail "cannot write below ${folder%/*}: is it mounted, and writable?"
    # Until it is formatted, this says whose folder it is.
    : >"$folder/.fsxbench" || fail "cannot write $folder"
  done
  "$KAFKA_JAVA" -Xmx256m -XX:TieredStopAtLevel=1 "-Dlog4j.configuration=file:$FSXBENCH_OUT/log4j.properties" \
    -cp "$KAFKA_LIBRARY/libs/*" kafka.tools.StorageTool format -t "$cluster" -c "$properties" \
    >"$FSXBENCH_OUT/format.txt" 2>&1 ||
    fail "the data folders of Kafka cannot be formatted: $(kafka_reason "$FSXBENCH_OUT/format.txt")"
}

# kafka_run FOLDER: runs the server that is configured there until it ends. Its log goes to stdout, which is log.txt in
# that folder, and at last why it ended. The file `pid` there has its process and the start of it.
kafka_run() {
  local rc=0 child heap
  heap=$(kafka_heap 6144)
  # Each partition has several open files.
  ulimit -Sn "$(ulimit -Hn)" || true
  "$KAFKA_JAVA" "-Xmx${heap}m" -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 \
    -XX:+ExitOnOutOfMemoryError -Djava.awt.headless=true "-Dlog4j.configuration=file:$1/log4j.properties" \
    -cp "$KAFKA_LIBRARY/libs/*" kafka.Kafka "$1/server.properties" 2>&1 &
  child=$!
  printf '%s %s\n' "$child" "$(process_began "$child")" >"$1/pid"
  trap 'kill -TERM "$child" 2>/dev/null || true' TERM INT HUP
  while kill -0 "$child" 2>/dev/null; do wait "$child" && rc=0 || rc=$?; done
  printf 'Kafka ended with exit code %d: %s\n' "$rc" "$(kafka_reason "$1/log.txt")"
  return "$rc"
}
