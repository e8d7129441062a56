# shellcheck shell=bash
# Client settings that the FSx guide recommends
# (https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance-tips.html), and those that a spec requests. Sourced by
# concatenation: functions only. Applied and refused settings become facts.

# tune_modules: call it before the modules are loaded, for hosts with more than 64 processors.
tune_modules() {
  local file=${FSXBENCH_MODPROBE:-/etc/modprobe.d}/fsxbench-lustre.conf
  (($(nproc) > 64)) || return 0
  if [[ -e $file ]]; then
    fact moduleOptions 'ptlrpcd_per_cpt_max=32 credits=2560'
  elif [[ -d ${FSXBENCH_MODULES:-/sys/module}/ptlrpc ]]; then
    fact moduleOptions 'not set: the modules were loaded already'
  elif printf 'options ptlrpc ptlrpcd_per_cpt_max=32\noptions ksocklnd credits=2560\n' |
    as_root tee "$file" >/dev/null 2>&1; then
    fact moduleOptions 'ptlrpcd_per_cpt_max=32 credits=2560'
  else
    fact moduleOptions "not set: $file cannot be written"
  fi
}

# tune_client FSNAME: tunes a mounted file system until it is unmounted. Other file systems of the host are not touched.
tune_client() {
  if (($(memory_bytes) > 64 * 1024 ** 3)); then
    set_parameter "ldlm.namespaces.$1-*.lru_max_age" 600000
    set_parameter "ldlm.namespaces.$1-*.lru_size" $((100 * $(nproc)))
  fi
  set_parameter "osc.$1-OST*.max_rpcs_in_flight" 32
  # The limit of modifying requests must be below that of all requests.
  set_parameter "mdc.$1-*.max_rpcs_in_flight" 64
  set_parameter "mdc.$1-*.max_mod_rpcs_in_flight" 50
  # Prefetch attributes for long listings.
  set_parameter "llite.$1-*.statahead_max" 512
  set_parameter "llite.$1-*.statahead_agl" 1
  set_parameter "llite.$1-*.statahead_xattr" 1
}

# set_parameter PATTERN VALUE: sets a parameter if the client has it.
set_parameter() {
  local error
  if error=$(as_root lctl set_param "$1=$2" 2>&1); then
    fact "$1" "$2"
    as_root lctl get_param "$1" >>"$FSXBENCH_OUT/raw/parameters.txt" 2>&1 || true
  else
    error=${error##*$'\n'}
    fact "$1" "refused: ${error:-no reason given}"
  fi
}

# set_requested FSNAME: sets what the spec requests, on this file system only: `osc.max_dirty_mb` becomes
# `osc.<fsname>-*.max_dirty_mb`, and `osc.*OST*.max_dirty_mb` becomes `osc.<fsname>-*OST*.max_dirty_mb`. Fails if the
# host cannot set a value, as trials would measure something else. Saves the patterns so that trials can read back.
set_requested() {
  local name value devices pattern file=$FSXBENCH_ROOT/lctl/$FSXBENCH_COPY
  rm -f -- "$file"
  [[ -n $LUSTRE_PARAMETERS ]] || return 0
  mkdir -p -- "${file%/*}" || fail "the host's folder cannot be written: ${file%/*}"
  while read -r name value; do
    devices=${name%.*}
    [[ $devices == *'.*'* ]] || devices+='.*'
    pattern="${devices%%.\**}.$1-*${devices#*.\*}.${name##*.}"
    set_parameter "$pattern" "$value"
    [[ ${STATUS_FACTS[$pattern]} != refused:* ]] ||
      fail "the client setting $name cannot be $value: ${STATUS_FACTS[$pattern]#refused: }"
    printf '%s %s\n' "$name" "$pattern" >>"$file"
  done <<<"$LUSTRE_PARAMETERS"
}
