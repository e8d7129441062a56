#!/usr/bin/env bash
# Makes Python 3 available on a host, from the repositories of its system.
set -euo pipefail

status_begin python3 "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
install_packages python3 "$FSXBENCH_OUT/raw/install.log" python3
version=$(python3 --version)
status_version "$version"
printf '%s\n' "$version"
