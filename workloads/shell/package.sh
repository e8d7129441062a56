# shellcheck shell=bash
# Packages of the operating system. Sourced by concatenation: functions only.

# os_release NAME: one value of /etc/os-release, or of the file that FSXBENCH_OS_RELEASE names.
os_release() {
  local os=${FSXBENCH_OS_RELEASE:-/etc/os-release}
  # shellcheck disable=SC1090
  (source "$os" 2>/dev/null && printf '%s\n' "${!1:-}") || true
}

# as_root ARGV...: runs a command as root, with sudo if that needs no password.
as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo -n "$@"
  fi
}

# install_packages TOOL LOG PACKAGE...: installs a tool from the repositories of the operating system, unless it exists.
# Several hosts of one machine may call it at once.
install_packages() {
  local tool=$1 log=$2 system manager=''
  shift 2
  ! command -v "$tool" >/dev/null || return 0
  system=$(os_release PRETTY_NAME)
  case " $(os_release ID) $(os_release ID_LIKE) " in
    *' debian '* | *' ubuntu '*) manager=apt-get ;;
    *' amzn '* | *' fedora '* | *' rhel '*) manager=$(command -v dnf >/dev/null && echo dnf || echo yum) ;;
  esac
  if [[ -z $manager ]] || ! command -v "$manager" >/dev/null; then
    fail "$tool is not installed, and ${system:-this system} has none of apt-get, dnf and yum: install $tool by hand"
  fi
  if ((EUID != 0)) && ! sudo -n true 2>/dev/null; then
    fail "$tool is not installed, and only root may install it: run 'sudo $manager install $*'"
  fi
  # A folder that always exists serves as the lock: a lock file in /tmp could belong to another user.
  exec 9</var
  flock --timeout 600 9 || fail "$tool is not installed, and another installation has not ended within 10 minutes"
  if ! command -v "$tool" >/dev/null; then
    "install_with_${manager//-/_}" "$@" >"$log" 2>&1 ||
      fail "$tool cannot be installed on ${system:-this system} with $manager: $(last_words "$log")"
  fi
  exec 9<&-
  command -v "$tool" >/dev/null || fail "$manager installed $*, but $tool is not in PATH ($PATH)"
}

install_with_apt_get() {
  local options=(-y -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  as_root timeout 300 apt-get "${options[@]}" update &&
    as_root timeout 600 env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" install --no-install-recommends "$@"
}

# Soon after boot other processes install packages, and rpm does not wait for its lock but fails
# (https://github.com/amazonlinux/amazon-linux-2023/issues/397).
install_again() {
  local try
  for try in 1 2 3 4 5 6 7 8; do
    as_root timeout 600 "$@" && return
    [[ $(tail -n 5 "$log") == *[Ll]ock* ]] || return 1
    ((try == 8)) || sleep $((try * 2))
  done
  return 1
}

install_with_dnf() {
  install_again dnf -y -q install "$@"
}

install_with_yum() {
  install_again yum -y -q install "$@"
}
