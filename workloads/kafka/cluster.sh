# shellcheck shell=bash disable=SC2034,SC2153,SC2154 # used by other files; arrays of shell/status.sh
# What all parts of a Kafka cluster know of each other. Sourced by concatenation: functions only.
#   KAFKA_CONTROLLERS  role whose hosts are the controllers: `controller`, or `broker` for brokers that are their own
# A node has the number of its line in the hosts file. Its ports follow from it, as hosts may share a machine.

readonly KAFKA_SLOT=service/kafka
readonly KAFKA_LIBRARY=$FSXBENCH_ROOT/tools/kafka

# kafka_nodes ROLE: lists hosts of a role, `node name address` each.
kafka_nodes() {
  local name role address number=0
  [[ -r ${FSXBENCH_HOSTS:-} ]] || fail "the hosts file cannot be read: '${FSXBENCH_HOSTS:-}' (FSXBENCH_HOSTS)"
  while read -r name role _ address _; do
    number=$((number + 1))
    [[ $role != "$1" ]] || printf '%s %s %s\n' "$number" "$name" "$address"
  done <"$FSXBENCH_HOSTS"
}

# kafka_own: `node name address` of this host.
kafka_own() {
  local line
  while read -r line; do
    [[ $line != *" $FSXBENCH_HOST "* ]] || printf '%s\n' "$line"
  done < <(kafka_nodes "$FSXBENCH_ROLE")
}

# kafka_port NODE [controller]: port for clients, or for controllers.
kafka_port() { printf '%d\n' "$((19000 + 10 * $1 + (${#2} > 0 ? 3 : 2)))"; }

# kafka_bootstrap: addresses for clients: brokers, and hosts that may take one over.
kafka_bootstrap() {
  local node address all=''
  while read -r node _ address; do
    all+="${all:+,}$address:$(kafka_port "$node" '')"
  done < <(kafka_nodes broker && kafka_nodes standby)
  printf '%s\n' "$all"
}

# kafka_answers ADDRESS PORT: whether anything accepts connections there, within a second.
kafka_answers() {
  # shellcheck disable=SC2016 # expanded by the other shell
  timeout --foreground 1 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$1" "$2" 2>/dev/null
}

# kafka_java: sets KAFKA_JAVA to the runtime of the compiler that install.sh found.
kafka_java() {
  local compiler
  compiler=$(command -v javac) || fail 'Java is not installed on this host: there is no javac in PATH'
  KAFKA_JAVA=$(readlink -f -- "$compiler")
  KAFKA_JAVA=${KAFKA_JAVA%/*}/java
  [[ -x $KAFKA_JAVA ]] || fail "Java is not installed on this host: there is no $KAFKA_JAVA"
}

# kafka_heap MOST: heap of a program in MiB: a quarter of the memory, from 768 to MOST. Hosts of one machine share it.
kafka_heap() {
  local heap
  heap=$(($(memory_bytes) / 4194304))
  ((heap <= $1)) || heap=$1
  ((heap >= 768)) || heap=768
  [[ -z ${FSXBENCH_LOCAL:-} ]] || heap=512
  printf '%d\n' "$heap"
}

# kafka_lives FOLDER: whether the server with this folder runs.
kafka_lives() {
  local pid='' began=''
  { read -r pid began <"$1/pid"; } 2>/dev/null || true
  [[ -n $began && $(process_began "$pid") == "$began" ]]
}

# kafka_started FOLDER: whether the server with this folder accepts clients. Its log says so once the controllers have
# registered and unfenced it.
kafka_started() { kafka_lives "$1" && grep -q -s 'Kafka Server started' "$1/log.txt"; }

# kafka_end FOLDER SECONDS: ends the server with this folder: TERM, and KILL after this time.
kafka_end() {
  local pid signal=TERM end=$((SECONDS + $2))
  while kafka_lives "$1"; do
    read -r pid _ <"$1/pid"
    ((SECONDS < end)) || signal=KILL
    [[ -z $signal ]] || kill "-$signal" "$pid" 2>/dev/null || true
    # TERM once; after the limit KILL again and again.
    signal=''
    kafka_pause 0.1
  done
}

# Errors of the system, which servers follow up with others.
KAFKA_CAUSES='No space left on device|Too many open files|Read-only file system|Stale file handle'
readonly KAFKA_CAUSES+='|Input/output error|Disk quota exceeded'

# kafka_reason LOG: the first error of the system in a log, else its last error, else its last line.
kafka_reason() {
  local line
  line=$(grep -s -m 1 -E "$KAFKA_CAUSES|OutOfMemoryError" "$1") || true
  [[ -n $line ]] || line=$(grep -s -E '^[^ ]+ (ERROR|FATAL) |^Exception|^Error' "$1" | tail -n 1) || true
  [[ -n $line ]] || line=$(tail -n 1 -- "$1" 2>/dev/null) || true
  printf '%s\n' "${line:0:600}"
}

# kafka_pause SECONDS: sleeps without a process that could outlive this one.
exec {KAFKA_NEVER}<> <(:)
kafka_pause() { read -r -t "$1" -u "$KAFKA_NEVER" _ || true; }

# kafka_sleep_until INSTANT: the same until an epoch instant.
kafka_sleep_until() {
  kafka_before "$1" || return 0
  seconds_late "$EPOCHREALTIME" "$1"
  kafka_pause "$REPLY"
}

# kafka_before INSTANT: whether an epoch instant is in the future.
kafka_before() {
  microseconds "$1"
  ((${EPOCHREALTIME/./} < REPLY))
}
