# Agent of Systems Manager, from the bucket of FSXBENCH_REGION; installed last, so that a host that answers is ready.
# https://docs.aws.amazon.com/systems-manager/latest/userguide/agent-install-rhel-8-9.html
# shellcheck shell=bash
agent=https://s3.$FSXBENCH_REGION.amazonaws.com/amazon-ssm-$FSXBENCH_REGION/latest
[[ $(uname -m) == aarch64 ]] && agent+=/linux_arm64 || agent+=/linux_amd64
# It needs nothing from the repositories, which are slow.
rpm -q amazon-ssm-agent >/dev/null ||
  again timeout 300 dnf -y -q --disablerepo='*' install "$agent/amazon-ssm-agent.rpm" ||
  fail "cannot install $agent/amazon-ssm-agent.rpm"
systemctl enable --now amazon-ssm-agent || fail 'the agent of Systems Manager cannot be started'
