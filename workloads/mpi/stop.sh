#!/usr/bin/env bash
# Takes the keys of a rig away; whoever runs this ends its server.
set -euo pipefail

remove_tree "$(mpi_folder)"
