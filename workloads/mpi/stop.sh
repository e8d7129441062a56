#!/usr/bin/env bash
# Removes the keys of a rig; the caller ends its server.
set -euo pipefail

remove_tree "$(mpi_folder)"
