#!/usr/bin/env bash
# Succeeds if the leader can start processes on this host; on the leader: on all hosts. Called repeatedly.
set -euo pipefail

# keys_of FILE: lists the keys of the ssh servers whose addresses are in the file.
keys_of() { ssh-keyscan -T 5 -p "$MPI_PORT" -t ed25519 -f "$1" 2>/dev/null; }

# read_banner ADDRESS: the banner before login of the server at the address: the client key of that host.
read_banner() {
  timeout 20 ssh -F /dev/null -p "$MPI_PORT" -o BatchMode=yes -o ConnectTimeout=5 -o PreferredAuthentications=none \
    -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o GlobalKnownHostsFile=/dev/null \
    "root@$1" true 2>&1 </dev/null || true
}

lead() {
  local folder count hosts
  folder=$(mpi_folder)
  hosts=$(hosts_of_role)
  if [[ ! -s $folder/known ]]; then
    mpi_addresses >"$folder/addresses"
    keys_of "$folder/addresses" >"$folder/known.part" || true
    count=$(wc -l <"$folder/known.part")
    ((count == hosts)) || fail "$count of $hosts hosts answer on TCP $MPI_PORT"
    mv -- "$folder/known.part" "$folder/known"
  fi
  admit
  mpi_ssh
  mpi_addresses | xargs -P 32 -I '{}' timeout 20 "${MPI_SSH[@]}" '{}' true || fail 'some hosts reject the leader'
}

# admit: allows the leader to log in.
admit() {
  local folder leader key
  folder=$(mpi_folder)
  [[ ! -s $folder/authorized ]] || return 0
  leader=$(mpi_leader)
  key=$(read_banner "$leader" | awk '$1 == "ssh-ed25519" { print $1, $2; exit }')
  [[ $key =~ ^ssh-ed25519\ [A-Za-z0-9+/=]+$ ]] || fail "the leader $leader does not answer on TCP $MPI_PORT"
  printf 'restrict,from="%s" %s\n' "$leader" "$key" >"$folder/authorized.part"
  mv -- "$folder/authorized.part" "$folder/authorized"
}

! mpi_alone || exit 0
((${FSXBENCH_INDEX:?} > 0)) || { lead && exit 0; }
admit
