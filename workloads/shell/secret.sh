# shellcheck shell=bash
# Secrets that the deployment allows. Sourced by concatenation: functions only.
#   FSXBENCH_SECRETS  `<ARN> <server>;` for each server that a secret may go to: from the document of Systems Manager,
#                     which only a deploy changes
#   SECRET_SECONDS    time limit of reading, seconds; default 60

# secret_read ARN SERVER...: prints a secret if it may go to all of these servers; otherwise it is not even read.
secret_read() {
  local arn=$1 server region
  (($# > 1)) || { printf '%s: no server named\n' "${arn##*:}" >&2; return 1; }
  for server in "${@:2}"; do
    [[ $arn$server != *[[:space:]\;]* && ";${FSXBENCH_SECRETS:-}" == *";$arn $server;"* ]] || {
      printf '%s may not go to %s\n' "${arn##*:}" "$server" >&2
      return 1
    }
  done
  IFS=: read -r _ _ _ region _ <<<"$arn"
  timeout --foreground --kill-after=1 "${SECRET_SECONDS:-60}" aws secretsmanager get-secret-value --region "$region" \
    --secret-id "$arn" --query SecretString --output text
}
