/** Alarms of rigs in whole executions: there while their file system is, gone with it, and never in its way. */
import { readText } from '../../../../lib/aws/bucket';
import { layout } from '../../../../lib/shapes/layout';
import type { RigOutcome } from '../../../../lib/shapes/outcomes';
import type { PendingCall } from '../../../../lib/twin/cloud/cloud';
import { FSX_TIMING } from '../../../../lib/twin/cloud/fsx/timing';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import { listProblems, play, type Scene } from '../../rehearsal/faults/play';
import { EXECUTION } from '../../rehearsal/specs';

const SPEC = `
experiment: watched
targets:
  lustre: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125 }
  shared: { kind: efs, throughputMode: elastic, storedGiB: 100 }
  ebs: { kind: ebs, volumeType: gp3, sizeGiB: 100 }
fleet: { client: { count: 1, instanceType: c5n.2xlarge } }
workloads: { fio: { kind: fio, rw: randwrite, bs: 64k, iodepth: 32, size: 1 GiB, ramp_time: 10s, runtime: 30s } }
design: { replicates: 1 }
alarms: { server_disk_iops: 90%, server_read: 1 GB/s }
limits: { maxUsd: 20 }
`;

const SHARED = SPEC.replace(/^ {2}(?:lustre|ebs):.*\n/gm, '').replace('server_disk_iops: 90%, ', '');

const makeRefusal = (action: string, name: string) => ({
  fault: (call: PendingCall) =>
    call.service === 'cloudwatch' && call.action === action
      ? new ServiceError(name, 'refused by the test', 400)
      : undefined,
});
const listCalls = ({ calls }: Scene, action: string) => calls.filter((call) => call.action === action);
const listStatuses = ({ deployment }: Scene): readonly string[] =>
  deployment.account.sfn
    .executions()
    .flatMap(({ machineArn, status }) => (/:fsxbench-(?:experiment|rig)$/.test(machineArn) ? [status] : []));
const readOutcome = async ({ deployment, experiment }: Scene) =>
  JSON.parse(
    (await readText(deployment.context, layout(experiment, EXECUTION).rigOutcome('r1'))) ?? '{}',
  ) as RigOutcome;
const listRemaining = ({ deployment }: Scene) => deployment.account.stored.left();

it('creates tagged alarms for each file system with the metric, and deletes them in the end', async () => {
  const scene = await play(SPEC, () => ({}));
  expect([await listProblems(scene), listRemaining(scene), listStatuses(scene)]).toEqual([
    [],
    [],
    ['SUCCEEDED', 'SUCCEEDED'],
  ]);
  const inputs = listCalls(scene, 'PutMetricAlarm').map(({ input }) => input as Record<string, unknown>);
  expect(inputs.map(({ AlarmName }) => String(AlarmName)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    `fsxbench/fsxbench-local/${EXECUTION}__r1__c1.alarmServerDiskIops`,
    `fsxbench/fsxbench-local/${EXECUTION}__r1__c1.alarmServerRead`,
    `fsxbench/fsxbench-local/${EXECUTION}__r1__c2.alarmServerRead`,
  ]);
  for (const { AlarmActions, Tags } of inputs) {
    expect(AlarmActions).toEqual([expect.stringMatching(/:sns:.*:fsxbench-notify$/)]);
    expect(Tags).toContainEqual({ Key: 'fsxbench:execution', Value: EXECUTION });
  }
  // Each is about a file system that is there.
  const texts = inputs.map((input) => JSON.stringify(input));
  for (const text of texts) expect(text).toMatch(/fs-[0-9a-f]+/);
  expect(listCalls(scene, 'DeleteAlarms')).toHaveLength(3);
});

it.each(['AccessDenied', 'Throttling', 'LimitExceeded'])(
  'ends SUCCEEDED without alarms when CloudWatch refuses PutMetricAlarm: %s',
  async (name) => {
    const scene = await play(SPEC, () => makeRefusal('PutMetricAlarm', name));
    expect([await listProblems(scene), listRemaining(scene), listStatuses(scene)]).toEqual([
      [],
      [],
      ['SUCCEEDED', 'SUCCEEDED'],
    ]);
    expect(listCalls(scene, 'SendCommand').length).toBeGreaterThan(3);
    // It is tried again, for a minute, where it may pass.
    expect(listCalls(scene, 'PutMetricAlarm').length > 3).toBe(name === 'Throttling');
    const made = listCalls(scene, 'PutMetricAlarm').map(({ time }) => Date.parse(time));
    expect(Math.max(...made) - Math.min(...made)).toBeLessThan(20 * 60_000);
    const { without = [] } = await readOutcome(scene);
    expect(without.map(({ copy, request }) => `${copy}.${request}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'c1.alarmServerDiskIops',
      'c1.alarmServerRead',
      'c2.alarmServerRead',
    ]);
    if (name !== 'Throttling') expect(without[0]?.text).toContain(name);
  },
);

it('creates all alarms when PutMetricAlarm is throttled three times', async () => {
  let times = 0;
  const scene = await play(SPEC, () => ({
    fault: ({ service, action }: PendingCall) => {
      if (service !== 'cloudwatch' || action !== 'PutMetricAlarm' || times >= 3) return undefined;
      times += 1;
      return new ServiceError('ThrottlingException', 'Rate exceeded', 400);
    },
  }));
  expect([await listProblems(scene), listRemaining(scene)]).toEqual([[], []]);
  expect(listCalls(scene, 'DeleteAlarms')).toHaveLength(3);
  expect((await readOutcome(scene)).without).toEqual([]);
});

it('ends SUCCEEDED when the function that creates alarms fails', async () => {
  const scene = await play(SPEC, () => ({
    fault: ({ service, action, input }: PendingCall) =>
      service === 'lambda' && action === 'Invoke' && JSON.stringify(input).includes('PutMetricAlarm')
        ? new ServiceError('Unknown', 'the function ended without a word', 200)
        : undefined,
  }));
  expect(listCalls(scene, 'PutMetricAlarm')).toEqual([]);
  expect([await listProblems(scene), listStatuses(scene)]).toEqual([[], ['SUCCEEDED', 'SUCCEEDED']]);
  const started = listStateCalls(scene, 'MakeStorage');
  expect(started.filter(({ input }) => JSON.stringify(input).includes('alarmServer')).length).toBeGreaterThanOrEqual(3);
});

it('writes an unclean receipt when DeleteAlarms fails', async () => {
  const scene = await play(SHARED, () => makeRefusal('DeleteAlarms', 'InternalServiceFault'));
  expect(listRemaining(scene).map(({ kind }) => kind)).toEqual(['cloudwatch:alarm']);
  expect(await listProblems(scene)).toContain('the receipt is not clean');
});

function listStateCalls({ calls }: Scene, state: string) {
  return calls.filter((call) => call.state === state && call.action === 'StartExecution');
}

it('deletes alarms that DescribeAlarms lists only after 300 s, when the rig ended without hosts', async () => {
  const LATE_SECONDS = 300;
  const hostless = (call: PendingCall) =>
    call.action === 'CreateFleet' ? new ServiceError('AccessDenied', 'refused by the test', 403) : undefined;
  const timing = { ...FSX_TIMING, visibleMs: LATE_SECONDS * 1000 };
  const scene = await play(SHARED, () => ({ fault: hostless, fsx: { timing } }));
  expect([await listProblems(scene), listRemaining(scene)]).toEqual([[], []]);
  const at = (action: string): number => Date.parse(listCalls(scene, action)[0]?.time ?? '') / 1000;
  const until = at('DeleteAlarms') - at('PutMetricAlarm');
  expect(until).toBeGreaterThanOrEqual(LATE_SECONDS);
});
