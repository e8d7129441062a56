# shellcheck shell=bash
# Activity of the machine during the measurement: two samples of kernel counters, at the start and the end of the
# measured time, in raw/evidence.json. Sourced by concatenation: functions only. Sampling starts no processes and costs
# a few hundredths of a second of one CPU; except two on EC2 hosts: chronyc before the wait, and ethtool.
#   FSXBENCH_PROC, FSXBENCH_SYS  /proc and /sys; other folders only in tests

EVIDENCE_PID=''

# evidence_from INSTANT FOLDER: samples at that instant in the background. FOLDER is on the storage under test.
evidence_from() {
  local device left clock
  device=$(evidence_device "$2")
  (
    clock=$(evidence_clock)
    left=$(($(microseconds "$1") - $(microseconds "$(now)")))
    # A pause without a process that could outlive it.
    ((left <= 0)) || read -r -t "$(seconds "$left")" <> <(:) || true
    printf '{"version":1,"machine":%s,"device":%s,"clock":%s%s,"samples":[%s\n' "$(evidence_machine)" \
      "$(json_string "$device")" "$clock" "$(surroundings "$device" "$2")" "$(evidence_sample "$device" "$2")" \
      >"$FSXBENCH_OUT/evidence.part"
    evidence_clients from
    mv -- "$FSXBENCH_OUT/evidence.part" "$FSXBENCH_OUT/evidence.from"
  ) 2>/dev/null &
  EVIDENCE_PID=$!
}

# evidence_to FOLDER: samples again after the tool. If the tool ended before the first sample, there is no evidence.
evidence_to() {
  if [[ ! -s $FSXBENCH_OUT/evidence.from ]]; then kill "$EVIDENCE_PID" 2>/dev/null || true; fi
  wait "$EVIDENCE_PID" 2>/dev/null || true
  if [[ -s $FSXBENCH_OUT/evidence.from ]]; then
    { cat -- "$FSXBENCH_OUT/evidence.from" && printf ',%s]}\n' "$(evidence_sample "$(evidence_device "$1")" "$1")"; } \
      >"$FSXBENCH_OUT/raw/evidence.json"
    evidence_clients to
  fi
  rm -f -- "$FSXBENCH_OUT/evidence.from" "$FSXBENCH_OUT/evidence.part"
}

# evidence_machine: identifies the machine, to detect hosts on the same one.
evidence_machine() {
  local id=''
  { read -r id <"${FSXBENCH_PROC:-/proc}/sys/kernel/random/boot_id"; } 2>/dev/null || true
  json_string "$id"
}

# evidence_network: packets that the EC2 network queued or dropped because the host exceeded an allowance of its type
# (bandwidth in and out, packets, connections), of all its interfaces; null if no EC2 driver counts them.
evidence_network() {
  local folder driver name amount sum=0 known=''
  for folder in "${FSXBENCH_SYS:-/sys}"/class/net/*/device/driver; do
    driver=$(readlink -- "$folder" 2>/dev/null) || continue
    [[ ${driver##*/} == ena ]] || continue
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
  if [[ -n $known ]]; then printf '%s' "$sum"; else printf 'null'; fi
}

# evidence_traffic: bytes in and out of all network cards since they came up; null if the machine has none of its own (a
# container), or one whose traffic bypasses the kernel (EFA: the Elastic Fabric Adapter of EC2).
evidence_traffic() {
  local sys=${FSXBENCH_SYS:-/sys} folder received sent in=0 out=0 known=''
  if ! compgen -G "$sys/class/infiniband/*" >/dev/null; then
    for folder in "$sys"/class/net/*/device; do
      folder=${folder%/device}/statistics
      { read -r received <"$folder/rx_bytes" && read -r sent <"$folder/tx_bytes"; } 2>/dev/null || continue
      in=$((in + received)) out=$((out + sent)) known=1
    done
  fi
  if [[ -n $known ]]; then printf '{"in":%s,"out":%s}' "$in" "$out"; else printf 'null'; fi
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

# evidence_nfs FOLDER: for mounts of the target instance, or else the mount of FOLDER, each requested operation: count,
# and milliseconds queued, in round trips, and in total; null without NFS.
# `READ: operations transmissions time-outs sent received queue round-trip whole errors` (nfs-utils, mountstats).
evidence_nfs() {
  local place=${FSXBENCH_ROOT:-}/volumes/${FSXBENCH_COPY:-} file=${FSXBENCH_PROC:-/proc}/self/mountstats
  local words mine='' found='' name comma=''
  local -A ops=() queue=() trip=() whole=()
  [[ -r $file ]] || { printf 'null' && return 0; }
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
  [[ -n $found ]] || { printf 'null' && return 0; }
  printf '{'
  for name in "${!ops[@]}"; do
    printf '%s"%s":[%s,%s,%s,%s]' "$comma" "$name" "${ops[$name]}" "${queue[$name]}" "${trip[$name]}" \
      "${whole[$name]}"
    comma=,
  done
  printf '}'
} 2>/dev/null

# evidence_sample DEVICE FOLDER: one sample as JSON. CPU ticks are hundredths of a second; sizes are bytes.
evidence_sample() {
  local proc=${FSXBENCH_PROC:-/proc} at cpu load running uptime=null
  at=$(now)
  { read -r uptime _ <"$proc/uptime"; } 2>/dev/null || true
  read -r _ cpu <"$proc/stat"
  read -r -a cpu <<<"$cpu"
  read -r load _ _ running _ <"$proc/loadavg"
  printf '{"at":%s,"uptime":%s,"cpu":[%s],"kernel":[%s],"load":%s,"running":%s' "$at" "$uptime" \
    "$(IFS=, && printf '%s' "${cpu[*]:0:8}")" "$(evidence_kernel)" "$load" "${running%/*}"
  evidence_processes
  evidence_disk "$1"
  surroundings_flushes "$1"
  evidence_memory
  printf ',"stalled":{"cpu":%s,"io":%s,"memory":%s}' "$(evidence_stalled cpu)" "$(evidence_stalled io)" \
    "$(evidence_stalled memory)"
  printf ',"limits":[%s],"thermalMs":%s,"network":%s,"traffic":%s,"nfs":%s}' "$(evidence_limits)" \
    "$(evidence_thermal)" "$(evidence_network)" "$(evidence_traffic)" "$(evidence_nfs "$2")"
}

# evidence_kernel: ticks of each CPU in the kernel, including interrupts: those of one network card may fill one CPU.
evidence_kernel() {
  local name system irq soft comma=''
  while read -r name _ _ system _ _ irq soft _; do
    [[ $name == cpu* ]] || break
    [[ $name != cpu ]] || continue
    printf '%s%s' "$comma" "$((system + irq + soft))"
    comma=,
  done <"${FSXBENCH_PROC:-/proc}/stat"
}

# evidence_processes: CPU time, and bytes to storage, of this script's session and of all other processes except kernel
# threads. Both include ended children, so that work of a process stays in the sum. And whether a kernel thread
# initialises an ext4 file system.
evidence_processes() {
  local proc=${FSXBENCH_PROC:-/proc} folder line fields session name amount key hidden=0 kernel=0x200000
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
    printf ',"%s":{"user":%s,"system":%s,"read":%s,"write":%s}' "$key" "${sum[$key.user]}" "${sum[$key.system]}" \
      "${sum[$key.read]}" "${sum[$key.write]}"
  done
  printf ',"hidden":%s%s' "$hidden" "${lazy:+,\"lazyInit\":true}"
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
  printf ',"disk":{"read":%s,"write":%s,"reads":%s,"writes":%s,"elsewhere":%s}' "$((read * 512))" \
    "$((written * 512))" "$reads" "$writes" "$((elsewhere * 512))"
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
  printf ',"memory":{"total":%s,"available":%s,"swappedIn":%s,"killed":%s}' "$total" "$available" "$swapped" "$killed"
}

# evidence_stalled RESOURCE: microseconds in which a task waited for it; null if the kernel does not count that.
evidence_stalled() {
  local line=''
  { read -r line <"${FSXBENCH_PROC:-/proc}/pressure/$1"; } 2>/dev/null || true
  [[ $line == *total=* ]] && printf '%s' "${line##*total=}" || printf 'null'
}

# evidence_limits: for this control group and its ancestors, the periods of their CPU limits, and those with throttling.
evidence_limits() {
  local sys=${FSXBENCH_SYS:-/sys} group path='' name amount found periods held comma=''
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
      printf '%s{"periods":%s,"held":%s}' "$comma" "$periods" "$held"
      comma=,
    fi
    path=${path%/*}
  done
} 2>/dev/null

# evidence_thermal: milliseconds of throttling of the hottest package; 0 if nothing counts that.
evidence_thermal() {
  local file amount most=0
  for file in "${FSXBENCH_SYS:-/sys}"/devices/system/cpu/cpu*/thermal_throttle/package_throttle_total_time_ms; do
    [[ -r $file ]] || continue
    read -r amount <"$file"
    ((amount <= most)) || most=$amount
  done
  printf '%s' "$most"
}
