# Hosts do not mount a directory of this machine: there is nothing to unmount.
# shellcheck shell=bash
true
