/** Every handler with the event that its machine sends, events that are wrong, and an account for it to work in. */
import type { Context } from '../../lib/aws/context';
import { handle as closeFence } from '../../lambdas/close-fence/handler';
import { handle as findOrphans } from '../../lambdas/find-orphans/handler';
import { handle as judgeHosts } from '../../lambdas/judge-hosts/handler';
import { handle as listHosts } from '../../lambdas/list-hosts/handler';
import { handle as listResources } from '../../lambdas/list-resources/handler';
import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as stopChildren } from '../../lambdas/stop-children/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';
import { arnOf, FakeAccount, instance } from '../aws/fake-calls';

export type Event = Record<string, unknown>;

export interface Row {
  readonly handle: (event: unknown, context: Context) => Promise<unknown>;
  /** As the machine sends it. */
  readonly right: Event;
  /** Changes that make it wrong; undefined takes a member away. */
  readonly wrong: readonly Event[];
  /** What must come of the right event. */
  readonly gives: unknown;
}

const EXECUTION = { executionId: 'exec', experiment: 'disks' };
/** Names that are no executionId: too long, empty, with what means something elsewhere. */
const NO_ID = ['', 'x'.repeat(49), 'a.b', 'a/b', 'a*', 1, undefined].map((executionId) => ({ executionId }));

export const ROWS: Readonly<Record<string, Row>> = {
  'close-fence': {
    handle: closeFence,
    right: { executionId: 'exec', by: 'exec.recover.1' },
    wrong: [...NO_ID, { by: undefined }],
    gives: { executionId: 'exec', by: 'exec.recover.1', fencedAt: '2026-11-21T10:00:00.000Z' },
  },
  'find-orphans': {
    handle: findOrphans,
    right: {},
    wrong: [],
    gives: { orphans: [{ ...EXECUTION, why: 'its execution has ended and no guardian looks after it' }] },
  },
  'judge-hosts': {
    handle: judgeHosts,
    right: {
      commandId: 'c1',
      name: 'measure',
      roles: ['client'],
      hosts: 1,
      hostsKey: 'hosts.txt',
      outputPrefix: 'out/',
    },
    wrong: [
      { commandId: undefined },
      { name: 1 },
      { roles: 'client' },
      { roles: undefined },
      { hosts: 1.5 },
      { hosts: '1' },
      { hostsKey: undefined },
      { outputPrefix: undefined },
    ],
    gives: { name: 'measure', status: 'SUCCEEDED', failed: [] },
  },
  'list-hosts': {
    handle: listHosts,
    right: { rigTag: 'exec.r1', roles: [{ role: 'client', count: 2 }], hostsKey: 'h.txt' },
    wrong: [
      { rigTag: undefined },
      { roles: { role: 'client', count: 2 } },
      { roles: [{ role: 'client' }] },
      { hostsKey: 1 },
    ],
    gives: { online: 1, gone: 0, why: '' },
  },
  'list-resources': {
    handle: listResources,
    right: { tagKey: 'fsxbench:execution', tagValue: 'exec' },
    // Nobody may ask for the whole stack.
    wrong: [
      { tagKey: 'fsxbench:stack' },
      { tagKey: 'Name' },
      { tagKey: undefined },
      { tagValue: '' },
      { tagValue: undefined },
    ],
    gives: { living: 1, deletable: [{ kind: 'ec2:instance', ids: ['i-1'] }] },
  },
  'start-guardian': {
    handle: startGuardian,
    right: { ...EXECUTION, why: 'its expiry has passed', left: true },
    wrong: [
      { executionId: undefined },
      { experiment: undefined },
      { why: undefined },
      { left: false },
      { left: undefined },
    ],
    gives: { executionId: 'exec', started: 'exec.recover.1', why: 'its expiry has passed' },
  },
  'stop-children': {
    handle: stopChildren,
    right: { executionId: 'exec', executionArn: arnOf('experiment', 'exec') },
    wrong: [...NO_ID, { executionArn: undefined }],
    gives: { living: 1 },
  },
  'write-receipt': {
    handle: writeReceipt,
    right: { ...EXECUTION, outcome: 'FAILED', fencedAt: '2026-11-21T09:00:00.000Z' },
    wrong: [...NO_ID, { experiment: undefined }, { fencedAt: undefined }],
    gives: { clean: false, receiptKey: 'executions/disks/exec/receipt.json' },
  },
};

/** One running instance with one running rig, one host that answers, one command that ended well. */
export function account(): FakeAccount {
  const made = new FakeAccount();
  made.runs('rig', 'exec.r1');
  made.instances.push(instance('i-1'));
  made.online.push({ InstanceId: 'i-1', PingStatus: 'Online', rigTag: 'exec.r1' });
  made.invocations.push({ CommandId: 'c1', InstanceId: 'i-1', Status: 'Success' });
  made.objects.set('hosts.txt', 'client-0 client 0 10.0.0.1 i-1\n');
  made.objects.set('out/client-0/measure/status.json', '{}');
  return made;
}
