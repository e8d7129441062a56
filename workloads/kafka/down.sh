#!/usr/bin/env bash
# Ends the Kafka server of this host, brokers before controllers, and removes its data. The caller ends processes that
# remain.
#   KAFKA_*  see cluster.sh and server.sh
set -euo pipefail

# Longest wait of a controller for its brokers, and of all for the end of the server, seconds. Brokers that are their
# own controllers may end in any order: the last ones have no quorum, and ignore TERM.
readonly BROKERS_SECONDS=20
limit=30
[[ $KAFKA_CONTROLLERS != broker || ! -r ${FSXBENCH_HOSTS:-} ]] || (($(kafka_nodes broker | wc -l) == 1)) || limit=10
[[ -z ${FSXBENCH_LEAVING:-} ]] || limit=5

# brokers_answer: whether any broker does.
brokers_answer() {
  local node address
  while read -r node _ address; do
    ! kafka_answers "$address" "$(kafka_port "$node" '')" || return 0
  done < <(kafka_nodes broker)
  return 1
}

folder=$(service_folder "$KAFKA_SLOT")
if [[ $KAFKA_SERVER == controller && -r ${FSXBENCH_HOSTS:-} ]]; then
  end=$((SECONDS + BROKERS_SECONDS))
  while ((SECONDS < end)) && brokers_answer; do kafka_pause 0.3; done
fi
kafka_end "$folder" "$limit"
# shellcheck disable=SC2034 # of shell/remove.sh
[[ -z ${FSXBENCH_LEAVING:-} ]] || REMOVE_BY=(timeout 20)
mapfile -t folders < <(kafka_folders)
# Without it, the service wrote nothing.
cluster=$(cat -- "$folder/cluster" 2>/dev/null || printf 'none\n')
for one in "${folders[@]}"; do
  # That of another cluster is not ours to remove.
  (kafka_check_folder "$one" "$cluster") 2>/dev/null || continue
  # shellcheck disable=SC2153 # of shell/remove.sh
  remove_tree "$one" || fail "$one cannot be removed: $REMOVE_WHY"
done
rm -f -- "$folder"/{pid,script,cluster,server.properties,log4j.properties,format.txt}
