#!/usr/bin/env bash
# Removes the keys of a rig; the caller stops the ssh server.
set -euo pipefail

remove_tree "$(mpi_folder)"
