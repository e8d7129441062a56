#!/usr/bin/env bash
# Installs the tools of a bundle on a host.
#   BUNDLE_NAME, BUNDLE_COMMANDS  name of the bundle, and commands that its bin folder must contain
set -euo pipefail

status_begin "$BUNDLE_NAME" "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
read -r -a commands <<<"$BUNDLE_COMMANDS"
bundle_install "$BUNDLE_NAME" "${commands[@]}"
status_version "$BUNDLE_VERSION"
printf '%s %s\n' "$BUNDLE_NAME" "$BUNDLE_VERSION"
