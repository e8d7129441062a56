/** Each guess turned wrong, alone, in the account of `facts.ts`: what AWS would say then. */
import { type Facts, LUSTRE } from './facts';

type Wrong = (facts: Facts) => void;

/** An execution of a machine that failed with these words, in the place of all that succeeded. */
const failed =
  (machine: string, error: string, cause: string): Wrong =>
  (facts) => {
    const [first] = facts.children[machine] ?? [];
    facts.children[machine] = [{ name: first?.name ?? `${LUSTRE}__x__0`, status: 'FAILED', error, cause }];
    facts.valid = 0;
  };
const DENIED = 'You are not authorized to perform this operation. (Service: Ec2, UnauthorizedOperation)';

/** By the id of the line. */
export const WRONG: Readonly<Record<string, Wrong>> = {
  'region-priced': (facts) => void (facts.region = 'ca-west-1'),
  'may-deploy': (facts) => void (facts.mayTakeRole = false),
  'vcpu-quota': (facts) => void (facts.vcpus = 5),
  'function-quota': (facts) => void (facts.functions = 10),
  'vpc-quota': (facts) => {
    facts.bench = null;
    facts.vpcs = 5;
  },
  'zone-offers': (facts) => void (facts.offered = ['t3.small']),
  'internet-open': (facts) => void (facts.internet = 'block-bidirectional'),
  'document-default': (facts) => void (facts.documentDefault = '1'),
  'ended-rule-on': (facts) => void (facts.rule.state = 'DISABLED'),
  'janitor-on': (facts) => void (facts.schedule = 'DISABLED'),
  'log-groups': (facts) => void facts.logGroups.pop(),
  'safety-protected': (facts) => void (facts.safety = { status: 'CREATE_COMPLETE', protected: false }),
  'stacks-deploy': (facts) => void (facts.bench = { status: 'ROLLBACK_COMPLETE' }),
  'machine-role-trust': (facts) =>
    void (facts.janitor = { status: 'FAILED', cause: 'Neither the global service principal may assume the role' }),
  'somebody-subscribed': (facts) => void (facts.subscribed = ['PendingConfirmation']),
  'nested-rule': (facts) => void (facts.rule.nested = false),
  'schedule-source-arn': (facts) => void (facts.janitor = { status: 'FAILED', cause: 'is not authorized to assume' }),
  'vended-logs': (facts) =>
    void (facts.resourcePolicy =
      '{"Resource":"arn:aws:logs:us-east-1:1:log-group:/aws/vendedlogs/states/fsxbench-bench:*"}'),
  'missing-key-name': (facts) =>
    void (facts.tested.look = { status: 'CAUGHT_ERROR', error: 'S3.S3Exception', nextState: 'FenceClosed' }),
  'ec2-error-name': (facts) =>
    void (facts.tested.terminate = { status: 'FAILED', error: 'Ec2.InvalidInstanceIDNotFoundException', cause: 'no' }),
  'wait-fraction': (facts) =>
    void (facts.tested.wait = { status: 'FAILED', error: 'States.Runtime', cause: 'no instant' }),
  'timeout-expression': (facts) =>
    void (facts.tested.timeout = { status: 'FAILED', error: 'States.QueryEvaluationError', cause: 'not an integer' }),
  'launch-dry-run': (facts) =>
    void (facts.tested.dryRun = { status: 'FAILED', error: 'Ec2.Ec2Exception', cause: DENIED }),
  'retry-count': (facts) =>
    void (facts.children['teardown'] = [{ name: `${LUSTRE}__teardown__1__`, status: 'SUCCEEDED' }]),
  'map-child-arns': (facts) =>
    void (facts.mapRun = 'arn:aws:states:us-east-1:123456789012:mapRun:fsxbench-experiment:rigs/11111111'),
  'fleet-latest': failed('launch', 'Ec2.Ec2Exception', 'InvalidLaunchTemplateId.VersionNotFound'),
  'command-targets': (facts) => void (facts.command = { targets: 3, count: 0, startAt: '5' }),
  'cli-writes-once': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.uploaded = false;
  },
  'public-address': (facts) => void (facts.publicSubnet = false),
  'packages-over-tls': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'fio cannot be installed on Amazon Linux 2023 with dnf: Cannot download repomd.xml';
  },
  'boot-tools': failed('rig', 'HostLost', '1 of 2 hosts is gone'),
  'command-delivery': (facts) => void (facts.late = '7.250000'),
  'host-clocks': (facts) => void (facts.ahead = 3.5),
  'server-metric-access': (facts) => void (facts.metrics.problem = 'AccessDenied'),
  'server-metric-search': (facts) => void (facts.metrics.silent = ['a']),
  'server-metric-names': (facts) => void (facts.metrics.silent = ['a', 'b']),
  'lustre-client': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'lfs cannot be installed on Amazon Linux 2023 with dnf: No match for argument: lustre-client';
  },
  'multi-zone-endpoint': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'fs-1.fsx.us-east-1.amazonaws.com:/fsx/volume1 cannot be mounted: no answer within 60 s';
  },
  'ontap-exports': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'volumes/c1/host-1 cannot be made: Permission denied';
  },
  'ontap-parts': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'svm-1.fs-1.fsx.us-east-1.amazonaws.com:/volume1 cannot be mounted: No such file or directory';
  },
  'ontap-server': (facts) => {
    failed('rig', 'PrepareFailed', 'the preparation failed')(facts);
    facts.problem = 'ONTAP does not take PATCH /api/protocols/nfs/services: 404';
  },
  'ontap-root': (facts) => void (facts.left = [{ kind: 'fsx-file-system', id: 'fs-1' }]),
  'root-encrypted': (facts) => void (facts.encrypted = false),
  'root-volume-tag': (facts) => void (facts.left = [{ kind: 'fsx-file-system', id: 'fs-1' }]),
  'delete-scratch': (facts) => void (facts.left = [{ kind: 'fsx-file-system', id: 'fs-1' }]),
  'fleet-grants': failed('launch', 'Ec2.Ec2Exception', DENIED),
  'fleet-resources': failed('launch', 'Ec2.Ec2Exception', DENIED),
  'template-tags': failed('launch', 'Ec2.Ec2Exception', DENIED),
  'create-action': (facts) => void facts.lax.push('ec2:CreateTags'),
  'metadata-tokens': (facts) => void facts.lax.push('ec2:RunInstances'),
  'command-tag-condition': (facts) => void facts.strict.push('ssm:SendCommand'),
  'host-role': failed('rig', 'HostsNotOnline', '0 of 2 hosts answered in time.'),
  'write-once-condition': (facts) => void facts.lax.push('s3:PutObject'),
  'storage-grants': failed(
    'target-request',
    'FSx.AccessDeniedException',
    'is not authorized to perform: fsx:TagResource',
  ),
  'foreign-tags': (facts) => void facts.lax.push('fsx:TagResource'),
};

/** Lines that nothing of an ended experiment can disprove, and why. */
export const ONLY_PROVEN: Readonly<Record<string, string>> = {
  'long-child-name': 'a start that was refused leaves no execution; the cause of its rig has other words each time',
  'ontap-clients': 'trials that do not count may have other reasons',
  'openzfs-clients': 'trials that do not count may have other reasons',
};
