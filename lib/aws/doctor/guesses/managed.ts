/** What is taken for true of hosts that exist and are registered with Systems Manager. */
import type { Guess } from './guess';

const because = 'needs hosts that others own';

export const MANAGED: readonly Guess[] = [
  {
    id: 'managed-tags',
    guess:
      '`ssm:SendCommand` on `managed-instance/*` and `instance/*` is allowed by `ssm:resourceTag/KEY` where the ' +
      'command names ids (target `InstanceIds`), for hybrid nodes by the tag that Systems Manager keeps',
    where: '`commandManaged` of `lib/stacks/grants/hosts.ts`',
    ifWrong: 'each command is refused with `AccessDeniedException`, and trials are NOT_RUN',
    change: 'the condition there: `aws:ResourceTag/KEY`',
    byHand: '`experiments/managed-small.yaml` on one host of EC2 and one hybrid node',
    proof: { by: 'hand', because },
  },
  {
    id: 'managed-gone',
    guess:
      'A command that names several managed hosts is refused whole, as `AccessDeniedException` or ' +
      '`InvalidInstanceId`, where one of them lost its tag or is gone',
    where: '`OF_ONE_HOST` of `lib/aws/leases/clean.ts`',
    ifWrong: 'the other hosts are not cleaned at once; all are named by the receipt, and clean themselves later',
    change: 'the names there',
    byHand: 'two hosts in `aws ssm send-command --targets Key=InstanceIds,Values=…`, one of them terminated',
    proof: { by: 'hand', because },
  },
  {
    id: 'managed-filter',
    guess:
      '`DescribeInstanceInformation` filters hybrid nodes and instances alike by `tag:KEY`, and tells `PingStatus`, ' +
      '`PlatformType` and `IPAddress` of both',
    where: '`lib/aws/leases/hosts.ts`',
    ifWrong: 'admission ends with `HostsMissing`, or hosts of one rig have no address of each other',
    change: '`informationOf` of that file',
    byHand: '`aws ssm describe-instance-information --filters Key=tag:fsxbench,Values=client`',
    proof: { by: 'hand', because },
  },
  {
    id: 'managed-document',
    guess:
      'A document of the target type `/` runs on hybrid nodes as on instances, with `AWS_SSM_INSTANCE_ID` set to ' +
      '`mi-…`, and the AWS CLI there finds the role of the node without metadata of EC2',
    where: '`workloads/host/document.json`, `makeRunScriptDocument` of `lib/stacks/host.ts`',
    ifWrong: 'commands end with 91 (no line for this host) or 92 (the wrapper cannot be fetched)',
    change: 'the lines of that document',
    byHand: '`experiments/managed-small.yaml` on a hybrid node',
    proof: { by: 'hand', because },
  },
  {
    id: 'managed-timer',
    guess:
      'A timer of `systemd-run --on-active`, or without systemd a process in a session of its own, outlives the ' +
      'command that sets it, and restarts of the agent',
    where: '`managed_timer` of `workloads/host/managed.sh`',
    ifWrong: 'a host that nobody could clean stays so until it is leased again',
    change: 'that function',
    byHand: '`systemctl list-timers fsxbench-clean.timer` while an execution measures; stop the agent, and wait',
    proof: { by: 'hand', because },
  },
];
