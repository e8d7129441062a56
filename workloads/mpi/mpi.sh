# shellcheck shell=bash
# One MPI job over all hosts of a role: its first host leads and starts the processes of all others over ssh, with keys
# of this rig, through a separate ssh server. Sourced by concatenation, after shell/clock.sh, host.sh and status.sh:
# functions only.
#   MPI_RANKS     number of processes of all hosts together, equal on each host
#   MPI_ALONE     arguments of mpirun on one machine, one a line, with the placeholders of mpi_filled
#   MPI_TOGETHER  arguments of mpirun over several hosts, in the same format

readonly MPI_PORT=22022 # of the ssh server of the rig; the host's own has 22

# mpi_folder: folder with keys, settings and marks of this rig.
mpi_folder() { printf '%s\n' "$FSXBENCH_ROOT/mpi"; }

# mpi_alone: whether only one machine takes part: with one host, or with hosts that are folders of one machine.
mpi_alone() { [[ -n ${FSXBENCH_LOCAL:-} ]] || (($(hosts_of_role) == 1)); }

# mpi_addresses: lists the addresses of the hosts of this role, the leader's first.
mpi_addresses() {
  awk -v role="$FSXBENCH_ROLE" '$2 == role { print $3, $4 }' "$FSXBENCH_HOSTS" | sort -n | cut -d ' ' -f 2
}

# mpi_leader: the address of the leader.
mpi_leader() { mpi_addresses | head -n 1; }

# mpi_own: the address of this host.
mpi_own() { awk -v host="$FSXBENCH_HOST" '$1 == host { print $4 }' "$FSXBENCH_HOSTS"; }

# mpi_path: adds Open MPI to PATH, the same on all hosts. Amazon Linux and Red Hat install it outside PATH.
# Images for EFA contain another Open MPI, used only if the system has none.
mpi_path() {
  local system=/usr/lib64/openmpi/bin other=/opt/amazon/openmpi/bin
  if [[ -x $system/mpirun ]]; then
    PATH=$system:$PATH
  elif ! command -v mpirun >/dev/null && [[ -x $other/mpirun ]]; then
    PATH=$other:$PATH
  fi
  command -v mpirun >/dev/null || fail 'mpirun is not installed'
}

# mpi_ssh: sets MPI_SSH to the ssh command without address and command. It connects only to hosts whose keys were
# recorded at the setup of the rig.
mpi_ssh() {
  local folder
  folder=$(mpi_folder)
  MPI_SSH=(ssh -F /dev/null -p "$MPI_PORT" -i "$folder/key" -o BatchMode=yes -o ConnectTimeout=10 -o LogLevel=ERROR
    -o IdentitiesOnly=yes -o StrictHostKeyChecking=yes -o "UserKnownHostsFile=$folder/known")
}

# mpi_network: sets MPI_NETWORK to the network of this host's address, e.g. 10.0.0.12/20: a host may have other
# networks, such as bridges of containers, over which processes cannot reach each other.
mpi_network() {
  local own
  own=$(mpi_own)
  MPI_NETWORK=$(ip -o -4 addr show | awk -v own="$own" '{ split($4, at, "/") } at[1] == own { print $4; exit }')
  [[ -n $MPI_NETWORK ]] || fail "no network interface of this host has the address $own"
}

# mpi_direct VERSION: the O_DIRECT flag of this version of IOR: IOR 3.3 replaced the short flag by a long one.
mpi_direct() {
  case $1 in
    [12].* | 3.[0-2] | 3.[0-2].*) printf '%s\n' -B ;;
    *) printf '%s\n' --posix.odirect ;;
  esac
}

# mpi_call PROGRAM ARGUMENTS FOLDER DIRECT: sets MPI_CALL to the whole command without placeholders
# (lib/workloads/mpi/call.ts).
mpi_call() {
  local hosts words prefix
  mpi_path
  # Systems Manager runs scripts as root.
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  if mpi_alone; then
    mapfile -t words <<<"$MPI_ALONE"
    hosts=1
  else
    mapfile -t words <<<"$MPI_TOGETHER"
    hosts=$(hosts_of_role)
    mpi_addresses | awk -v each="$((MPI_RANKS / hosts))" '{ print $1 " slots=" each }' >"$(mpi_folder)/hostfile"
    mpi_ssh
    mpi_network
    prefix=$(command -v mpirun)
    prefix=${prefix%/bin/mpirun}
    [[ $prefix == /usr ]] || words=(--prefix "$prefix" "${words[@]}")
  fi
  MPI_CALL=(mpirun)
  mpi_filled "$hosts" "$3" "$4" "${words[@]}"
  MPI_CALL+=("$1")
  mapfile -t words <<<"$2"
  mpi_filled "$hosts" "$3" "$4" "${words[@]}"
}

# mpi_filled HOSTS FOLDER DIRECT WORD...: appends words to MPI_CALL with their placeholders filled.
mpi_filled() {
  local word each=$((MPI_RANKS / $1))
  for word in "${@:4}"; do
    case $word in
      AGENT) word="${MPI_SSH[*]}" ;;
      HOSTFILE) word=$(mpi_folder)/hostfile ;;
      NETWORK) word=$MPI_NETWORK ;;
      HOSTS) word=$1 ;;
      DIRECT) word=$3 ;;
      FOLDER | FOLDER/*) word=$2${word#FOLDER} ;;
      *RANKS_OF_A_HOST*) word=${word/RANKS_OF_A_HOST/$each} ;;
      RANKS | localhost:RANKS) word=${word/RANKS/$MPI_RANKS} ;;
    esac
    MPI_CALL+=("$word")
  done
}

# mpi_mark: file in which the leader notes that the job of this attempt has ended. Hosts that are folders of one machine
# read the leader's file.
mpi_mark() {
  local name=mpi-ended-$FSXBENCH_ATTEMPT leader
  if [[ -n ${FSXBENCH_LOCAL:-} ]]; then
    leader=$(awk -v role="$FSXBENCH_ROLE" '$2 == role && $3 == 0 { print $1 }' "$FSXBENCH_HOSTS")
    printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$leader/$name"
  else
    printf '%s\n' "$(mpi_folder)/$name"
  fi
}

# mpi_release: tells the other hosts that the job has ended.
mpi_release() {
  local mark
  (($(hosts_of_role) > 1)) || return 0
  mark=$(mpi_mark)
  if mpi_alone; then
    rm -f -- "${mark%/*}"/mpi-ended-*
    printf 'ended\n' >"$mark"
    return
  fi
  mpi_ssh
  # A host that misses the end would wait for hours, and cost money.
  local tell="for pause in 1 5 15 30; do timeout 30 \"\$@\" && exit; sleep \$pause; done; exit 1"
  mpi_addresses | tail -n +2 |
    xargs -r -P 32 -I '{}' bash -c "$tell" tell "${MPI_SSH[@]}" '{}' "printf ended >'$mark'" || true
}

# mpi_answers: whether the ssh server of the leader accepts a connection.
mpi_answers() {
  timeout 5 bash -c "exec 3<>/dev/tcp/$(mpi_leader)/$MPI_PORT" 2>/dev/null
}

# mpi_await SECONDS: waits until the leader reports the end of the job. Fails after that time, or if the leader does not
# answer for minutes.
mpi_await() {
  local mark silent=0 ends next
  mark=$(mpi_mark)
  ends=$((${EPOCHREALTIME/./} + $1 * 1000000))
  # Spread the hosts: the leader is measured, too.
  next=$((SECONDS + 30 + RANDOM % 30))
  while [[ ! -s $mark ]]; do
    ((${EPOCHREALTIME/./} < ends)) || fail "the leader did not report the end of its job within $1 s"
    sleep 1
    if mpi_alone || ((SECONDS < next)); then continue; fi
    next=$((SECONDS + 60))
    if mpi_answers; then silent=0; else silent=$((silent + 1)) next=$((SECONDS + 10)); fi
    ((silent < 6)) || fail "the leader no longer answers on TCP $MPI_PORT"
  done
}
