# shellcheck shell=bash
# Activity of the machine during the measurement: two samples of kernel counters, at the start and the end of the
# measured time, in raw/evidence.json. Sourced by concatenation: functions only. Sampling starts no processes and costs
# a few hundredths of a second of one CPU; except two on EC2 hosts: chronyc before the wait, and ethtool.
#   FSXBENCH_PROC, FSXBENCH_SYS  /proc and /sys; other folders only in tests

EVIDENCE_PID=''

# evidence_from INSTANT FOLDER: samples at that instant in the background. FOLDER is on the storage under test. The fact
# `spareSeconds`: how long before the agreed start this host was ready, as later trials may start sooner.
evidence_from() {
  local device text
  if [[ -n ${FSXBENCH_START_AT:-} && -z ${STATUS_FACTS[spareSeconds]:-} ]]; then
    microseconds_between "$EPOCHREALTIME" "$FSXBENCH_START_AT"
    seconds "$((REPLY > 0 ? REPLY : 0))"
    fact spareSeconds "$REPLY"
  fi
  evidence_device "$2"
  device=$REPLY
  (
    # Unreadable counters do not fail the trial.
    set +e
    evidence_clock
    text=",\"device\":\"$device\",\"clock\":$REPLY"
    seconds_late "$EPOCHREALTIME" "$1"
    # A pause without a process that could outlive it.
    [[ $REPLY == 0.000000 ]] || read -r -t "$REPLY" _ <> <(:) || true
    slots_boot
    text="{\"version\":1,\"machine\":\"$REPLY\"$text"
    surroundings "$device" "$2"
    text+=$REPLY
    evidence_sample "$device" "$2"
    printf '%s,"samples":[%s\n' "$text" "$REPLY" >"$FSXBENCH_OUT/evidence.part" || exit
    evidence_clients from
    mv -- "$FSXBENCH_OUT/evidence.part" "$FSXBENCH_OUT/evidence.from"
  ) 2>/dev/null &
  EVIDENCE_PID=$!
}

# evidence_to FOLDER: samples again after the tool. If the tool ended before the first sample, there is no evidence.
evidence_to() {
  local text
  if [[ ! -s $FSXBENCH_OUT/evidence.from ]]; then kill "$EVIDENCE_PID" 2>/dev/null || true; fi
  wait "$EVIDENCE_PID" 2>/dev/null || true
  if [[ -s $FSXBENCH_OUT/evidence.from ]]; then
    (
      set +e
      IFS= read -r -d '' text <"$FSXBENCH_OUT/evidence.from"
      evidence_device "$1"
      evidence_sample "$REPLY" "$1"
      printf '%s,%s]}\n' "$text" "$REPLY" >"$FSXBENCH_OUT/raw/evidence.json" || exit 2
      evidence_clients to
    ) 2>/dev/null || [[ $? != 2 ]] || fail "the host's folder cannot be written: $FSXBENCH_OUT/raw/evidence.json"
  fi
  rm -f -- "$FSXBENCH_OUT/evidence.from" "$FSXBENCH_OUT/evidence.part"
}

# evidence_network: sets REPLY to the packets that the EC2 network queued or dropped because the host exceeded an
# allowance of its type (bandwidth in and out, packets, connections), of all its interfaces; empty if no EC2 driver
# counts them.
evidence_network() {
  local folder name amount sum=0 known=''
  for folder in "${FSXBENCH_SYS:-/sys}"/class/net/*/device/driver; do
    # The name of the link's target is the driver.
    [[ -e $folder ]] || continue
    resolve_folder "$folder" || continue
    [[ ${REPLY##*/} == ena ]] || continue
    command -v ethtool >/dev/null || continue
    name=${folder%/device/driver}
    while IFS=': ' read -r name amount; do
      case $name in
        bw_in_allowance_exceeded | bw_out_allowance_exceeded | pps_allowance_exceeded | conntrack_allowance_exceeded)
          sum=$((sum + amount)) known=1
          ;;
      esac
    done < <(timeout --foreground 1 ethtool -S "${name##*/}" 2>/dev/null)
  done
  REPLY=${known:+$sum}
}

# evidence_traffic: sets REPLY to the bytes in and out of all network cards since they came up; empty if the machine has
# none of its own (a container), or one whose traffic bypasses the kernel (EFA: the Elastic Fabric Adapter of EC2).
evidence_traffic() {
  local sys=${FSXBENCH_SYS:-/sys} folder received sent in=0 out=0 known=''
  if ! compgen -G "$sys/class/infiniband/*" >/dev/null; then
    for folder in "$sys"/class/net/*/device; do
      folder=${folder%/device}/statistics
      { read -r received <"$folder/rx_bytes" && read -r sent <"$folder/tx_bytes"; } 2>/dev/null || continue
      in=$((in + received)) out=$((out + sent)) known=1
    done
  fi
  REPLY=''
  [[ -z $known ]] || REPLY="{\"in\":$in,\"out\":$out}"
}

# evidence_clients WHEN: all counters of NFS and Lustre clients, for readers: raw/mountstats.WHEN, raw/lustre.WHEN.
evidence_clients() {
  local file=${FSXBENCH_PROC:-/proc}/self/mountstats text=''
  # If it cannot be read, bash would exit, regardless of what follows.
  [[ ! -r $file ]] || text=$(<"$file")
  [[ $text != *' with fstype nfs'* ]] || printf '%s\n' "$text" >"$FSXBENCH_OUT/raw/mountstats.$1"
  if [[ $text == *' with fstype lustre'* ]] && command -v lctl >/dev/null; then
    timeout --foreground 2 lctl get_param 'llite.*.stats' 'mdc.*.stats' 'osc.*.stats' >"$FSXBENCH_OUT/raw/lustre.$1" \
      2>/dev/null || true
  fi
}

# evidence_nfs FOLDER: sets REPLY to each requested operation of the mounts of the target instance, or else of the
# mount of FOLDER: count, and milliseconds queued, in round trips, and in total; empty without NFS.
# `READ: operations transmissions time-outs sent received queue round-trip whole errors` (nfs-utils, mountstats).
evidence_nfs() {
  local place=${FSXBENCH_ROOT:-}/volumes/${FSXBENCH_COPY:-} file=${FSXBENCH_PROC:-/proc}/self/mountstats
  local words mine='' found='' name
  local -A ops=() queue=() trip=() whole=()
  REPLY=''
  [[ -r $file ]] || return 0
  while read -r -a words; do
    if [[ ${words[0]:-} == device ]]; then
      mine=''
      [[ ${words[7]:-} == nfs* ]] || continue
      [[ ${words[4]}/ == "$place"/* || $1/ == "${words[4]%/}"/* ]] || continue
      mine=1 found=1
    elif [[ -n $mine && ${words[0]:-} =~ ^[A-Z_]+:$ && ${words[1]:-0} -gt 0 && ${#words[@]} -ge 9 ]]; then
      name=${words[0]%:}
      ops[$name]=$((${ops[$name]:-0} + words[1])) queue[$name]=$((${queue[$name]:-0} + words[6]))
      trip[$name]=$((${trip[$name]:-0} + words[7])) whole[$name]=$((${whole[$name]:-0} + words[8]))
    fi
  done <"$file"
  [[ -n $found ]] || return 0
  for name in "${!ops[@]}"; do
    REPLY+=",\"$name\":[${ops[$name]},${queue[$name]},${trip[$name]},${whole[$name]}]"
  done
  REPLY="{${REPLY#,}}"
} 2>/dev/null

# evidence_sample DEVICE FOLDER: sets REPLY to one sample as JSON; what was not counted is null. CPU ticks are
# hundredths of a second; sizes are bytes.
evidence_sample() {
  local proc=${FSXBENCH_PROC:-/proc} sample name cpu load running uptime=null
  sample="{\"at\":$EPOCHREALTIME"
  { read -r uptime _ <"$proc/uptime"; } 2>/dev/null || true
  read -r _ cpu <"$proc/stat"
  read -r -a cpu <<<"$cpu"
  read -r load _ _ running _ <"$proc/loadavg"
  printf -v cpu '%s,' "${cpu[@]:0:8}"
  sample+=",\"uptime\":$uptime,\"cpu\":[${cpu%,}]"
  evidence_kernel
  sample+=",\"load\":$load,\"running\":${running%/*}"
  evidence_processes
  evidence_disk "$1"
  surroundings_flushes "$1"
  evidence_memory
  evidence_stalled
  evidence_limits
  evidence_thermal
  for name in network traffic nfs; do
    "evidence_$name" "$2"
    sample+=",\"$name\":${REPLY:-null}"
  done
  REPLY="$sample}"
}

# The functions below add to `sample`.

# evidence_kernel: ticks of each CPU in the kernel, including interrupts: those of one network card may fill one CPU.
evidence_kernel() {
  local name system irq soft ticks=''
  while read -r name _ _ system _ _ irq soft _; do
    [[ $name == cpu* ]] || break
    [[ $name != cpu ]] || continue
    ticks+=,$((system + irq + soft))
  done <"${FSXBENCH_PROC:-/proc}/stat"
  sample+=",\"kernel\":[${ticks#,}]"
}

# evidence_processes: CPU time, and bytes to storage, of this script's session and of all other processes except kernel
# threads. Both include ended children, so that work of a process stays in the sum. And whether a kernel thread
# initialises an ext4 file system.
evidence_processes() {
  local proc=${FSXBENCH_PROC:-/proc} folder line fields session name amount key hidden=0 kernel=0x200000 lazy=''
  local -A sum=([own.user]=0 [own.system]=0 [own.read]=0 [own.write]=0)
  for name in user system read write; do sum[others.$name]=0; done
  # proc(5), stat: the name is followed by state, ppid, pgrp, session, tty, tpgid, flags, …, utime, stime, cutime,
  # cstime.
  IFS= read -r -d '' line <"$proc/self/stat" || true
  read -r -a fields <<<"${line##*) }"
  session=${fields[3]}
  for folder in "$proc"/[0-9]*; do
    line=''
    { IFS= read -r -d '' line <"$folder/stat"; } 2>/dev/null || [[ -n $line ]] || continue
    read -r -a fields <<<"${line##*) }"
    if ((fields[6] & kernel)); then
      [[ $line != *'(ext4lazyinit)'* ]] || lazy=1
      continue
    fi
    key=others
    [[ ${fields[3]} != "$session" ]] || key=own
    sum[$key.user]=$((sum[$key.user] + fields[11] + fields[13]))
    sum[$key.system]=$((sum[$key.system] + fields[12] + fields[14]))
    # Only root may read this for processes of other users.
    if [[ -r $folder/io ]]; then
      while read -r name amount; do
        case $name in
          read_bytes:) sum[$key.read]=$((sum[$key.read] + amount)) ;;
          write_bytes:) sum[$key.write]=$((sum[$key.write] + amount)) ;;
        esac
      done <"$folder/io"
    else
      hidden=$((hidden + 1))
    fi
  done 2>/dev/null
  for key in own others; do
    sample+=",\"$key\":{\"user\":${sum[$key.user]},\"system\":${sum[$key.system]},\"read\":${sum[$key.read]}"
    sample+=",\"write\":${sum[$key.write]}}"
  done
  sample+=",\"hidden\":$hidden${lazy:+,\"lazyInit\":true}"
}

# evidence_disk DEVICE: bytes and operations that the disk read and wrote, and bytes written to other disks; sectors are
# always 512 bytes there (iostats.txt).
evidence_disk() {
  local sys=${FSXBENCH_SYS:-/sys} major minor fields reads=0 read=0 writes=0 written=0 elsewhere=0
  while read -r major minor _ fields; do
    read -r -a fields <<<"$fields"
    if [[ $major:$minor == "$1" ]]; then
      reads=${fields[0]} read=${fields[2]} writes=${fields[4]} written=${fields[6]}
    # Whole disks, without partitions and composite devices.
    elif [[ -e $sys/dev/block/$major:$minor/device && ! -e $sys/dev/block/$major:$minor/partition ]]; then
      elsewhere=$((elsewhere + fields[6]))
    fi
  done <"${FSXBENCH_PROC:-/proc}/diskstats"
  # A composite disk writes to its components.
  if compgen -G "$sys/dev/block/$1/slaves/*" >/dev/null; then elsewhere=0; fi
  sample+=",\"disk\":{\"read\":$((read * 512)),\"write\":$((written * 512)),\"reads\":$reads"
  sample+=",\"writes\":$writes,\"elsewhere\":$((elsewhere * 512))}"
}

evidence_memory() {
  local proc=${FSXBENCH_PROC:-/proc} name amount total=0 available=0 swapped=0 killed=0
  while read -r name amount _; do
    case $name in
      MemTotal:) total=$((amount * 1024)) ;;
      MemAvailable:) available=$((amount * 1024)) && break ;;
    esac
  done <"$proc/meminfo"
  while read -r name amount; do
    case $name in
      pswpin) swapped=$((amount * 4096)) ;;
      oom_kill) killed=$amount ;;
    esac
  done <"$proc/vmstat"
  sample+=",\"memory\":{\"total\":$total,\"available\":$available,\"swappedIn\":$swapped,\"killed\":$killed}"
}

# evidence_stalled: microseconds in which a task waited for a resource; null if the kernel does not count that.
evidence_stalled() {
  local name text=''
  for name in cpu io memory; do
    surroundings_read "${FSXBENCH_PROC:-/proc}/pressure/$name"
    [[ $REPLY == *total=* ]] || REPLY=null
    text+=",\"$name\":${REPLY##*total=}"
  done
  sample+=",\"stalled\":{${text#,}}"
}

# evidence_limits: for this control group and its ancestors, the periods of their CPU limits, and those with throttling.
evidence_limits() {
  local sys=${FSXBENCH_SYS:-/sys} group path='' name amount found periods held text=''
  while IFS=: read -r _ found group; do
    case $found in
      '') path=$sys/fs/cgroup$group ;;
      cpu | cpu,*) path=$sys/fs/cgroup/cpu$group && break ;;
    esac
  done <"${FSXBENCH_PROC:-/proc}/self/cgroup"
  while [[ $path == "$sys"/fs/cgroup* ]]; do
    if [[ -r $path/cpu.stat ]]; then
      periods=0 held=0
      while read -r name amount; do
        case $name in
          nr_periods) periods=$amount ;;
          nr_throttled) held=$amount ;;
        esac
      done <"$path/cpu.stat"
      text+=",{\"periods\":$periods,\"held\":$held}"
    fi
    path=${path%/*}
  done
  sample+=",\"limits\":[${text#,}]"
} 2>/dev/null

# evidence_thermal: milliseconds of throttling of the hottest package; 0 if nothing counts that.
evidence_thermal() {
  local file amount most=0
  for file in "${FSXBENCH_SYS:-/sys}"/devices/system/cpu/cpu*/thermal_throttle/package_throttle_total_time_ms; do
    [[ -r $file ]] || continue
    read -r amount <"$file"
    ((amount <= most)) || most=$amount
  done
  sample+=",\"thermalMs\":$most"
}
