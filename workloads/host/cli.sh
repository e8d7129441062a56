# AWS CLI version 2. https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html
# shellcheck shell=bash disable=SC2154
install_cli() {
  local python
  # Images lack unzip and have Python, for cloud-init; RHEL 8 has it only there. Python's unpacker drops file modes.
  python=$(command -v python3 || echo /usr/libexec/platform-python)
  "$python" -m zipfile -e "$root/cli.zip" "$root/cli" &&
    chmod 755 "$root"/cli/aws/{install,dist/aws,dist/aws_completer} &&
    "$root/cli/aws/install" --bin-dir /usr/bin >/dev/null
}
if ! command -v aws >/dev/null; then
  archive=https://awscli.amazonaws.com/awscli-exe-linux-$(uname -m).zip
  again timeout 300 curl -fsS -o "$root/cli.zip" "$archive" || fail "cannot read $archive"
  install_cli || fail 'the AWS CLI cannot be installed'
  # The unpacked files go with the host.
  rm -f -- "$root/cli.zip"
fi
