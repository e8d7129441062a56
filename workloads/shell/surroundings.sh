# shellcheck shell=bash
# Surroundings of a measurement: facts about the disk, the CPUs and the limits of a host, read once per trial. Sourced
# by concatenation with evidence.sh: functions only. They start no programs; a fact that cannot be read is absent.
#   governor, cpuDriver    frequency governor of the CPUs (`mixed` if they differ) and its driver
#   cpuModel, instanceType model of the first CPU; type of an EC2 host
#   writeCache, fua        `write back` with a volatile cache of the disk; whether single writes can bypass that cache
#   bytes, written, rotational, model, bus  of the first of the lowest disks; `ata`, or the NVMe transport; `written`:
#                          bytes since boot
#   layers                 down to the lowest disks: lvm, thin, cache, bcache, crypt, multipath, dm, md, `md resync`, …,
#                          loop, and zram and ram for disks in memory
#   paths                  of a multipath disk, of which states are `running`; of the disk with the fewest of these
#   ioLimits               lowest limits per second of this control group and its ancestors, with the kernel's names
#   ownDisk                fsxbench mounted the disk
# Kernel documentation: ABI/stable/sysfs-block, admin-guide/cgroup-v2.rst (io.max), cgroup-v1/blkio-controller.rst,
# admin-guide/pm/cpufreq.rst.
#   FSXBENCH_PROC, FSXBENCH_SYS  /proc and /sys; other folders only in tests

# surroundings DEVICE FOLDER: sets REPLY to `,"surroundings":{…}` of the host, and of the disk with FOLDER.
surroundings() {
  local sys=${FSXBENCH_SYS:-/sys} facts='' target place=${FSXBENCH_ROOT:-}/volumes/${FSXBENCH_COPY:-}
  local SURROUNDINGS_PATH='' SURROUNDINGS_LEAVES=() SURROUNDINGS_LAYERS='' SURROUNDINGS_PATHS=''
  surroundings_cpus
  if [[ -n $1 ]]; then
    surroundings_walk "$1"
    surroundings_disk "$sys/dev/block/$1"
    surroundings_limits
    # fsxbench mounts its own volumes there.
    while read -r _ _ _ _ target _; do
      printf -v target '%b' "${target//\\/\\0}"
      [[ $target != "$place" || $2/ != "$place"/* ]] || { facts+=',"ownDisk":true' && break; }
    done <"${FSXBENCH_PROC:-/proc}/self/mountinfo" || true
  fi
  REPLY=",\"surroundings\":{${facts#,}}"
}

# evidence_device FOLDER: sets REPLY to `major:minor` of its disk, of the whole disk for a partition; empty for storage
# on the network or in memory, and for an overlay whose upper directory is not visible (in a container).
evidence_device() {
  local sys=${FSXBENCH_SYS:-/sys} folder longest=-1 found='' device target type='' source options rest name
  resolve_folder "$1" || return 0
  folder=$REPLY REPLY=''
  while read -r _ _ device _ target rest; do
    printf -v target '%b' "${target//\\/\\0}"
    target=${target%/}/
    [[ $folder/ == "$target"* ]] || continue
    ((${#target} >= longest)) || continue
    longest=${#target} found=$device
    read -r type source options <<<"${rest##* - }"
  done <"${FSXBENCH_PROC:-/proc}/self/mountinfo"
  if [[ $type == overlay ]]; then
    [[ ,$options == *,upperdir=* ]] || return 0
    rest=${options##*upperdir=} rest=${rest%%,*}
    # A container may have a directory of that name in the overlay itself.
    [[ $rest == "$1" ]] || evidence_device "$rest"
    return 0
  fi
  # Some file systems (btrfs) have numbers of their own; their source names the device, or device-mapper does.
  if [[ $found == 0:* ]]; then
    name=${source##*/} found=''
    [[ $source == /dev/* ]] || return 0
    for folder in "$sys/class/block/$name" "$sys"/class/block/dm-*; do
      rest=''
      [[ $folder == */"$name" ]] || { read -r rest <"$folder/dm/name"; } 2>/dev/null || continue
      [[ ${rest:-$name} != "$name" ]] || { read -r found <"$folder/dev"; } 2>/dev/null || found=''
      [[ -z $found ]] || break
    done
  fi
  [[ -z $found || ! -r $sys/dev/block/$found/partition ]] || read -r found <"$sys/dev/block/$found/../dev"
  REPLY=$found
}

# surroundings_read FILE: sets REPLY to its first line without blanks at the ends; empty if it cannot be read.
surroundings_read() {
  REPLY=''
  { read -r REPLY <"$1"; } 2>/dev/null || true
}

# surroundings_text NAME VALUE: adds a fact, unless the value is empty.
surroundings_text() {
  [[ -z $2 ]] || { json_string "$2" && facts+=",\"$1\":$REPLY"; }
}

# surroundings_cpus: the governor (`mixed` if CPUs differ) and its driver, the CPU model, and the type of an EC2 host.
surroundings_cpus() {
  local proc=${FSXBENCH_PROC:-/proc} policy governor='' name value
  for policy in "$sys"/devices/system/cpu/cpufreq/policy*; do
    surroundings_read "$policy/scaling_governor"
    [[ -z $REPLY || $REPLY == "${governor:-$REPLY}" ]] || REPLY=mixed
    governor=${REPLY:-$governor}
    [[ $governor != mixed ]] || break
  done
  surroundings_text governor "$governor"
  surroundings_read "$policy/scaling_driver"
  surroundings_text cpuDriver "$REPLY"
  # If it cannot be opened, bash would not run the loop, and go on.
  while IFS=: read -r name value; do
    [[ $name == 'model name'* ]] || continue
    surroundings_text cpuModel "${value# }"
    break
  done <"$proc/cpuinfo" || true
  surroundings_read "$sys/class/dmi/id/sys_vendor"
  [[ $REPLY != 'Amazon EC2' ]] || surroundings_read "$sys/class/dmi/id/product_name"
  [[ $REPLY != *.* || $REPLY == *' '* ]] || surroundings_text instanceType "$REPLY"
}

# surroundings_walk DEVICE: sets SURROUNDINGS_PATH to the numbers of the disk and of all disks it consists of, between
# blanks; SURROUNDINGS_LEAVES to folders of those at the bottom; SURROUNDINGS_LAYERS to the kinds of layers.
surroundings_walk() {
  local sys=${FSXBENCH_SYS:-/sys} folder below kind leaf folders
  folders=("$sys/dev/block/$1")
  SURROUNDINGS_PATH=' ' SURROUNDINGS_LEAVES=() SURROUNDINGS_LAYERS='' SURROUNDINGS_PATHS=''
  while ((${#folders[@]} > 0 && ${#SURROUNDINGS_PATH} < 1000)); do
    folder=${folders[0]} folders=("${folders[@]:1}") leaf=1 kind=''
    [[ ! -e $folder/partition ]] || folder+=/..
    surroundings_read "$folder/dev"
    SURROUNDINGS_PATH+="$REPLY "
    [[ $REPLY != 1:* ]] || kind=ram
    [[ ! -e $folder/comp_algorithm ]] || kind=zram
    [[ ! -d $folder/loop ]] || kind=loop
    surroundings_read "$folder/dm/uuid"
    case $REPLY in
      LVM-*-tpool) kind=thin ;;
      LVM-*-cpool | LVM-*-cvol | LVM-*-cdata) kind=cache ;;
      LVM-*) kind=lvm ;;
      CRYPT-*) kind=crypt ;;
      mpath-*) kind=multipath ;;
      ?*) kind=dm ;;
    esac
    [[ ! -d $folder/bcache ]] || kind=bcache
    [[ ! -d $folder/md ]] || kind=md
    surroundings_read "$folder/md/sync_action"
    case $REPLY in
      resync | recover | reshape | check | repair) kind="md $REPLY" ;;
    esac
    [[ -z $kind ]] || SURROUNDINGS_LAYERS+=",\"$kind\""
    for below in "$folder"/slaves/*; do
      [[ -e $below ]] || continue
      folders+=("$below") leaf=''
    done
    [[ $kind != multipath ]] || surroundings_paths "$folder"
    [[ -z $leaf ]] || SURROUNDINGS_LEAVES+=("$folder")
  done
}

# surroundings_paths FOLDER: counts the paths of a multipath device; keeps those of the one with the fewest in use.
surroundings_paths() {
  local path all=0 running=0
  for path in "$1"/slaves/*; do
    [[ -e $path ]] || continue
    surroundings_read "$path/device/state"
    [[ $REPLY != running ]] || running=$((running + 1))
    all=$((all + 1))
  done
  [[ -n $SURROUNDINGS_PATHS ]] && ((${SURROUNDINGS_PATHS% *} <= running)) || SURROUNDINGS_PATHS="$running $all"
}

# surroundings_disk FOLDER: facts of the disk, and of the first device at the bottom.
surroundings_disk() {
  local leaf=${SURROUNDINGS_LEAVES[0]:-$1} name stat
  surroundings_read "$1/queue/write_cache"
  surroundings_text writeCache "$REPLY"
  surroundings_read "$1/queue/fua"
  [[ $REPLY != 1 ]] || facts+=',"fua":true'
  surroundings_read "$leaf/size"
  [[ ! $REPLY =~ ^[0-9]+$ ]] || facts+=",\"bytes\":$((REPLY * 512))"
  surroundings_read "$leaf/stat"
  read -r -a stat <<<"$REPLY"
  [[ ! ${stat[6]:-} =~ ^[0-9]+$ ]] || facts+=",\"written\":$((stat[6] * 512))"
  surroundings_read "$leaf/queue/rotational"
  [[ $REPLY != 0 ]] || facts+=',"rotational":false'
  [[ $REPLY != 1 ]] || facts+=',"rotational":true'
  surroundings_read "$leaf/device/model"
  surroundings_text model "$REPLY"
  # NVMe: pcie, tcp, rdma, fc. SATA disks have this vendor (SAT, SCSI/ATA Translation).
  surroundings_read "$leaf/device/transport"
  name=$REPLY
  surroundings_read "$leaf/device/vendor"
  [[ $REPLY != ATA ]] || name=ata
  surroundings_text bus "$name"
  [[ -z $SURROUNDINGS_LAYERS ]] || facts+=",\"layers\":[${SURROUNDINGS_LAYERS#,}]"
  [[ -z $SURROUNDINGS_PATHS ]] ||
    facts+=",\"paths\":{\"running\":${SURROUNDINGS_PATHS% *},\"all\":${SURROUNDINGS_PATHS#* }}"
}

# surroundings_limits: the lowest limits on bytes and operations per second for that disk, or a disk below it, in this
# control group and its ancestors.
surroundings_limits() {
  local group found number words word file path paths=() text=''
  local -A least=()
  while IFS=: read -r _ found group; do
    case ,$found, in
      ,,) paths+=("$sys/fs/cgroup$group" "$sys/fs/cgroup/unified$group") ;;
      *,blkio,*) paths+=("$sys/fs/cgroup/blkio$group") ;;
    esac
  done <"${FSXBENCH_PROC:-/proc}/self/cgroup" || true
  for path in "${paths[@]}"; do
    while [[ $path == "$sys"/fs/cgroup* ]]; do
      for file in "$path"/io.max "$path"/blkio.throttle.{read,write}_{bps,iops}_device; do
        [[ -r $file ]] || continue
        found=${file##*/}
        while read -r number words; do
          [[ $SURROUNDINGS_PATH == *" $number "* ]] || continue
          for word in $words; do surroundings_limit "$found" "$word"; done
        done <"$file"
      done
      path=${path%/*}
    done
  done
  for word in "${!least[@]}"; do text+=",\"$word\":${least[$word]}"; done
  [[ -z $text ]] || facts+=",\"ioLimits\":{${text#,}}"
}

# surroundings_limit FILE WORD: `wbps=1048576` of version 2, or the number alone of version 1.
surroundings_limit() {
  local name=${2%=*} amount=${2#*=}
  case $1 in
    blkio.throttle.read_bps_device) name=rbps ;;
    blkio.throttle.write_bps_device) name=wbps ;;
    blkio.throttle.read_iops_device) name=riops ;;
    blkio.throttle.write_iops_device) name=wiops ;;
  esac
  [[ $name =~ ^[rw](bps|iops)$ && $amount =~ ^[0-9]{1,15}$ ]] || return 0
  ((amount >= ${least[$name]:-amount + 1})) || least[$name]=$amount
}

# surroundings_flushes DEVICE: adds `,"flushes":N` to `sample`, the flushes of all devices at its bottom. Nothing if one
# does not count them: drivers without request queues (no `mq`), kernels before 5.5 (admin-guide/iostats.rst, field 16).
surroundings_flushes() {
  local SURROUNDINGS_PATH='' SURROUNDINGS_LEAVES=() SURROUNDINGS_LAYERS='' leaf stat sum=0
  [[ -n $1 ]] || return 0
  surroundings_walk "$1"
  for leaf in "${SURROUNDINGS_LEAVES[@]}"; do
    [[ -d $leaf/mq ]] || return 0
    surroundings_read "$leaf/stat"
    read -r -a stat <<<"$REPLY"
    [[ -n ${stat[15]:-} ]] || return 0
    sum=$((sum + stat[15]))
  done
  sample+=",\"flushes\":$sum"
}
