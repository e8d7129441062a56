#!/usr/bin/env bash
# Unmounts S3 Files, so that it can be mounted with other options. Data stays.
set -euo pipefail

status_begin nfs "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
