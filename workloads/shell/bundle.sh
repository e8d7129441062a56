# shellcheck shell=bash
# Tool bundles: tools that users upload to the results bucket, as no package exists. Sourced by concatenation: functions
# only; after clock, host, status and package.
#   FSXBENCH_TOOLS       location of bundles: s3://BUCKET/tools, or a local folder
#   BUNDLE_GET           how to get the bundle, for messages
#   BUNDLE_RELEASE       version of the bundle, if the store has a pointer for each
#   BUNDLE_LIBRARY_PATH  folders of libraries that its tools need in addition to those of the system
# A bundle is in $FSXBENCH_ROOT/tools/<name>-<first 12 digits of its SHA-256>, the content of its pointer next to it in
# <the same>.txt, and `<name>` is a link to it.

BUNDLE_SHA256='' BUNDLE_VERSION='' BUNDLE_ARCHIVE='' BUNDLE_BYTES='' BUNDLE_PARTS=()

# bundle_system: `<os>-<arch>` of this host. Red Hat and derivatives keep interfaces stable within a major version.
bundle_system() {
  local id version
  id=$(os_release ID) version=$(os_release VERSION_ID)
  case $id in rhel | almalinux | rocky | centos) version=${version%%.*} ;; esac
  printf '%s-%s-%s\n' "$id" "$version" "$(uname -m)"
}

# bundle_path NAME: folder with the commands of a bundle.
bundle_path() { printf '%s\n' "$FSXBENCH_ROOT/tools/$1/bin"; }

# bundle_fetch KEY FILE: fetches an object below `tools/`; FILE.error has the error.
bundle_fetch() {
  local pause
  if [[ $FSXBENCH_TOOLS != s3://* ]]; then
    cp -- "$FSXBENCH_TOOLS/$1" "$2" 2>"$2.error"
    return
  fi
  for pause in 1 2 4 8 last; do
    timeout 600 aws s3 cp --only-show-errors "$FSXBENCH_TOOLS/$1" "$2" 2>"$2.error" && return 0
    # Without permission to list a bucket, a missing object is reported as denied: retrying changes nothing.
    [[ $pause != last && $(<"$2.error") != *'(40'[34]')'* ]] || return 1
    sleep "$pause"
  done
}

# bundle_drop: removes partial files.
bundle_drop() { ((${#BUNDLE_PARTS[@]} == 0)) || remove_tree "${BUNDLE_PARTS[@]}" || true; }

# bundle_fail MESSAGE: fails, and leaves no partial files.
bundle_fail() {
  bundle_drop
  fail "$1"
}

# bundle_take NAME PATTERN VARIABLE LINE: sets the variable to the value if the line is `NAME value`.
bundle_take() {
  local value=${4#"$1 "}
  [[ $4 == "$1 "* && $value =~ ^($2)$ ]] && printf -v "$3" '%s' "$value"
}

# bundle_read NAME FILE: sets BUNDLE_* to the values of a pointer; fails at every malformed line.
bundle_read() {
  local line=''
  BUNDLE_SHA256='' BUNDLE_VERSION='' BUNDLE_ARCHIVE='' BUNDLE_BYTES=''
  (($(file_bytes "$2") <= 4096)) || return 1
  while IFS= read -r line || [[ -n $line ]]; do
    case $line in
      'sha256 '*) bundle_take sha256 '[0-9a-f]{64}' BUNDLE_SHA256 "$line" ;;
      'version '*) bundle_take version '[A-Za-z0-9][A-Za-z0-9._+~-]{0,63}' BUNDLE_VERSION "$line" ;;
      'archive '*) bundle_take archive 'tools/[a-z0-9-]+/[0-9a-f]{64}[.]tar[.](gz|xz)' BUNDLE_ARCHIVE "$line" ;;
      'bytes '*) bundle_take bytes '[1-9][0-9]{0,9}' BUNDLE_BYTES "$line" ;;
      'added '*) [[ $line =~ ^added\ [0-9TZ:.-]{20,30}$ ]] ;;
      *) return 1 ;;
    esac || return 1
  done <"$2"
  [[ -n $BUNDLE_VERSION && -n $BUNDLE_BYTES && ${BUNDLE_ARCHIVE%.tar.*} == "tools/$1/$BUNDLE_SHA256" ]]
}

# bundle_unsafe ARCHIVE: prints why it must not be unpacked; nothing if it is safe. `tar -t` escapes names, one a line.
bundle_unsafe() {
  local outside='^/|(^|/)[.][.](/|$)' linked='^h.* link to (/|(.*/)?[.][.](/|$))'
  if ! tar -t -f "$1" >"$1.names" 2>"$1.error" || ! tar -tv -f "$1" >"$1.list" 2>>"$1.error"; then
    printf 'the file is not a complete tar archive (%s)\n' "$(last_words "$1.error")"
  elif grep -q -E "$outside" "$1.names"; then
    printf "a path leads outside the archive: '%s'\n" "$(grep -m 1 -E "$outside" "$1.names")"
  elif grep -q -E "$linked" "$1.list"; then
    printf "a link leads outside the archive: '%s'\n" "$(grep -m 1 -E "$linked" "$1.list")"
  elif grep -q -v '^[-dhl]' "$1.list"; then
    printf "an entry is not a file, folder or link: '%s'\n" "$(grep -m 1 -v '^[-dhl]' "$1.list")"
  fi
}

# bundle_leads FOLDER: prints links in the folder that point outside.
bundle_leads() {
  local link folder
  folder=$(cd -P -- "$1" && pwd)
  while IFS= read -r -d '' link; do
    [[ $(readlink -- "$link") != /* && $(readlink -m -- "$link")/ == "$folder"/* ]] || printf '%s\n' "${link#"$1/"}"
  done < <(find "$1" -type l -print0)
}

# bundle_unpack NAME ARCHIVE FOLDER: all files belong to this user, and none keeps setuid bits.
bundle_unpack() {
  local wrong
  wrong=$(bundle_unsafe "$2")
  [[ -z $wrong ]] || bundle_fail "the archive of tool bundle '$1' is not unpacked: $wrong"
  mkdir -- "$3"
  tar -x -f "$2" -C "$3" --no-same-owner --no-same-permissions 2>"$2.error" ||
    bundle_fail "the archive of tool bundle '$1' cannot be unpacked: $(last_words "$2.error")"
  wrong=$(bundle_leads "$3")
  [[ -z $wrong ]] ||
    bundle_fail "the archive of tool bundle '$1' is refused: the link '${wrong%%$'\n'*}' leads outside"
  chmod -R u+rwX,go+rX,a-st -- "$3"
}

# bundle_unpackers LOG: installs the unpacking tools, which small images lack.
bundle_unpackers() {
  local xz=xz
  [[ " $(os_release ID) $(os_release ID_LIKE) " != *' debian '* ]] || xz='xz-utils'
  install_packages tar "$1" tar
  [[ $BUNDLE_ARCHIVE != *.xz ]] || install_packages xz "$1" "$xz"
}

# bundle_get NAME FOLDER: fetches the archive of the pointer and unpacks it there atomically.
bundle_get() {
  local part=${BUNDLE_PARTS[0]} archive found bytes said="$BUNDLE_SHA256 and $BUNDLE_BYTES"
  archive=$part/archive.${BUNDLE_ARCHIVE#*.}
  bundle_unpackers "$part/install.log"
  bundle_fetch "${BUNDLE_ARCHIVE#tools/}" "$archive" ||
    bundle_fail "the archive of tool bundle '$1' cannot be read: $(last_words "$archive.error")"
  bytes=$(file_bytes "$archive")
  read -r found _ < <(sha256sum <"$archive")
  [[ "$found and $bytes" == "$said" ]] ||
    bundle_fail "the archive of tool bundle '$1' has SHA-256 $found and $bytes bytes; its pointer says $said\
${BUNDLE_GET:+. To replace it, $BUNDLE_GET}"
  bundle_unpack "$1" "$archive" "$part/whole"
  # Another host of this machine may have been faster: then the same bundle is already there.
  mv -T -- "$part/whole" "$2" 2>/dev/null || [[ -d $2 ]] || bundle_fail "cannot write below $FSXBENCH_ROOT/tools"
}

# bundle_libraries NAME: LD_LIBRARY_PATH for it. Open MPI's packages of Red Hat and derivatives, and of AWS, are in
# folders outside the system's library path.
bundle_libraries() {
  local own=$FSXBENCH_ROOT/tools/$1
  printf '%s:%s:%s%s\n' "$own/lib" "$own/lib64" \
    "${BUNDLE_LIBRARY_PATH:-/usr/lib64/openmpi/lib:/opt/amazon/openmpi/lib64:/opt/amazon/openmpi/lib}" \
    "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

# bundle_commands NAME COMMAND…: checks that each exists, is executable, and finds its libraries.
bundle_commands() {
  local name=$1 command file missing
  shift
  for command; do
    file=$(bundle_path "$name")/$command
    [[ -f $file && -x $file ]] ||
      bundle_fail "tool bundle '$name' has no bin/$command that can be executed: was it packed from its prefix?"
    missing=$(LD_LIBRARY_PATH=$(bundle_libraries "$name") ldd "$file" 2>/dev/null |
      sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u | tr '\n' ' ') || true
    [[ -z $missing ]] ||
      bundle_fail "bin/$command of tool bundle '$name' needs ${missing% }, which this host does not have"
  done
}

# bundle_wanted NAME SYSTEM: what to do if there is no bundle. `tools fetch` downloads a bundle, others are built.
bundle_wanted() {
  if [[ ${BUNDLE_GET-} == *'tools fetch'* ]]; then
    printf 'Run: npx fsxbench tools fetch %s%s --os %s --arch %s\n' \
      "$1" "${BUNDLE_RELEASE:+ --version $BUNDLE_RELEASE}" "${2%-*}" "${2##*-}"
    return
  fi
  printf "%s. Then: npx fsxbench tools add ARCHIVE --name %s --version VERSION --os %s --arch %s\n" \
    "${BUNDLE_GET:+To get one, $BUNDLE_GET}" "$1" "${2%-*}" "${2##*-}"
}

# bundle_install NAME COMMAND…: installs the bundle for this host's system, as its pointer states. Several hosts of one
# machine may do so at once; an existing bundle stays.
bundle_install() {
  local name=$1 system part folder error pointer
  system=$(bundle_system)
  pointer=$name/${BUNDLE_RELEASE:+$BUNDLE_RELEASE/}$system.txt
  mkdir -p -- "$FSXBENCH_ROOT/tools" 2>/dev/null || fail "cannot write below $FSXBENCH_ROOT"
  part=$(mktemp -d "$FSXBENCH_ROOT/tools/.part-XXXXXXXX") || fail "cannot write below $FSXBENCH_ROOT/tools"
  BUNDLE_PARTS=("$part")
  if ! bundle_fetch "$pointer" "$part/pointer"; then
    error=$(last_words "$part/pointer.error")
    bundle_fail "there is no tool bundle '$name'${BUNDLE_RELEASE:+ $BUNDLE_RELEASE} for $system ($error).\
 $(bundle_wanted "$name" "$system")"
  fi
  bundle_read "$name" "$part/pointer" ||
    bundle_fail "the pointer tools/$pointer is malformed: add the tool bundle again"
  fact bundle "$BUNDLE_SHA256"
  fact bundleVersion "$BUNDLE_VERSION"
  folder=$name-${BUNDLE_SHA256:0:12}
  [[ -d $FSXBENCH_ROOT/tools/$folder ]] || bundle_get "$name" "$FSXBENCH_ROOT/tools/$folder"
  mv -T -- "$part/pointer" "$FSXBENCH_ROOT/tools/$folder.txt"
  ln -s -- "$folder" "$part/link"
  mv -T -- "$part/link" "$FSXBENCH_ROOT/tools/$name"
  bundle_commands "$@"
  bundle_drop
}

# bundle_record NAME: records the bundle of a host, for comparison between hosts.
bundle_record() {
  bundle_read "$1" "$FSXBENCH_ROOT/tools/$(readlink -- "$FSXBENCH_ROOT/tools/$1").txt" 2>/dev/null ||
    fail "tool bundle '$1' is not installed on this host"
  fact bundle "$BUNDLE_SHA256"
  fact bundleVersion "$BUNDLE_VERSION"
}

# bundle_version_check NAME PRINTED: the version that a tool prints must be the one stated when the bundle was added.
bundle_version_check() {
  bundle_record "$1"
  [[ $2 == "$BUNDLE_VERSION" ]] ||
    fail "tool bundle '$1' was added as version $BUNDLE_VERSION, and its tool prints version '${2:0:64}': add it again"
}
