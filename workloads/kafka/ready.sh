#!/usr/bin/env bash
# Succeeds if the server of this host takes part in its cluster; for brokers: all of them are registered and unfenced.
# Called repeatedly.
#   KAFKA_*  see cluster.sh and server.sh
set -euo pipefail

folder=$(service_folder "$KAFKA_SLOT")
kafka_started "$folder" || fail "not started: $(kafka_reason "$folder/log.txt")"
[[ $KAFKA_SERVER == broker ]] || exit 0
kafka_java
KAFKA_BOOTSTRAP=$(kafka_bootstrap)
export KAFKA_BOOTSTRAP
timeout 20 "$KAFKA_JAVA" -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
  -cp "$KAFKA_LIBRARY/load:$KAFKA_LIBRARY/libs/*" Ready "$(kafka_nodes broker | wc -l)"
