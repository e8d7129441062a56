#!/usr/bin/env bash
# Runs a Kafka broker or controller on this host, as a service, until it is ended.
#   KAFKA_*                 see cluster.sh and server.sh
#   FSXBENCH_KAFKA_RESTART  1: after a kill: configuration and data stay
set -euo pipefail

# The service has no status.json; `fail` only needs its arrays.
kafka_java
properties=$FSXBENCH_OUT/server.properties
[[ -d $KAFKA_LIBRARY/libs ]] || fail "tool bundle 'kafka' is not installed on this host"
if [[ -z ${FSXBENCH_KAFKA_RESTART:-} ]]; then
  mapfile -t folders < <(kafka_folders)
  ((${#folders[@]} > 0)) || exit 1
  # measure.sh restarts this script after a kill.
  printf '%s\n' "$0" >"$FSXBENCH_OUT/script"
  kafka_cluster >"$FSXBENCH_OUT/cluster"
  kafka_log_settings >"$FSXBENCH_OUT/log4j.properties"
  kafka_properties "$(IFS=, && printf '%s' "${folders[*]}")" >"$properties"
  kafka_check_ports "$properties"
  kafka_format "$properties" "${folders[@]}"
  # A standby that takes over reads it there.
  [[ $KAFKA_SERVER != broker ]] || cp -- "$properties" "${folders[0]}/fsxbench.properties"
fi
kafka_check_ports "$properties"
kafka_run "$FSXBENCH_OUT"
