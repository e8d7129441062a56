/** What servers tell, in whole executions: asked after the receipt, never in its way. */
import { gunzipSync } from 'node:zlib';
import type { RequestsRecord } from '../../../lib/results/servers/cloudwatch-answers';
import type { Summary } from '../../../lib/results/summary';
import { layout } from '../../../lib/shapes/layout';
import type { Observation } from '../../../lib/shapes/observation';
import type { Receipt } from '../../../lib/shapes/receipt';
import type { PendingCall } from '../../../lib/twin/cloud/cloud';
import type { ObjectStore } from '../../../lib/twin/cloud/s3/store';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { listProblems, play } from './faults/play';
import { EXECUTION, makeOptions } from './specs';

const makeSpec = (runtime: string): string => `
experiment: told
targets:
  lustre: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125 }
  zfs: { kind: fsx-openzfs, deploymentType: SINGLE_AZ_1, storageGiB: 256, throughputMBps: 128 }
  ebs: { kind: ebs, volumeType: gp3, sizeGiB: 100 }
fleet: { client: { count: 1, instanceType: c5n.2xlarge } }
workloads: { fio: { kind: fio, rw: randwrite, bs: 64k, iodepth: 32, size: 4 GiB, ramp_time: 10s, runtime: ${runtime} } }
design: { replicates: 1 }
limits: { maxUsd: 20 }
`;
/** Volumes are gone within minutes: CloudWatch has not all points by then. */
const QUICK = `
experiment: told
targets: { ebs: { kind: ebs, volumeType: gp3, sizeGiB: 100 } }
fleet: { client: { count: 1, instanceType: c5n.2xlarge } }
workloads: { fio: { kind: fio, rw: randwrite, bs: 64k, iodepth: 32, size: 4 GiB, ramp_time: 10s, runtime: 4m } }
design: { replicates: 1 }
limits: { maxUsd: 20 }
`;
const KEYS = layout('told', EXECUTION);

async function readJson<T>(store: ObjectStore, key: string): Promise<T | null> {
  const found = await store.get(key);
  return found === undefined ? null : (JSON.parse(found.text) as T);
}
const readRequests = (store: ObjectStore): Promise<RequestsRecord | null> => readJson(store, KEYS.servers('outcome'));
const readSummary = (store: ObjectStore): Promise<Summary | null> => readJson(store, KEYS.summary);

it('returns server metrics after the receipt that match host measurements and show bottlenecks', async () => {
  const { status, complaints, receipt, store } = await rehearse(makeOptions(makeSpec('5m')));
  expect([status, complaints, receipt?.clean]).toEqual(['SUCCEEDED', [], true]);
  const told = await readRequests(store);
  expect(told).toMatchObject({ requests: 1, answered: 1, problem: null });
  expect(Date.parse(told?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(receipt?.verifiedAt ?? ''));
  const { cells = [] } = (await readSummary(store)) ?? {};
  expect(cells).toHaveLength(3);
  for (const { measures, label } of cells) {
    const centre = (metric: string): number => {
      const found = measures.find((one) => one.metric === metric && ['write', null].includes(one.operation));
      if (typeof found?.statistics?.centre !== 'number') throw new Error(`${label} has no ${metric}`);
      return found.statistics.centre;
    };
    // A host has its own luck of up to two percent.
    expect(centre('server_write') / centre('bandwidth')).toBeCloseTo(1, 1);
    expect(centre('server_write_ops') / centre('iops')).toBeCloseTo(1, 1);
  }
  const limits = cells.map(({ target, bottleneck: { reached, missing: lacking } }) => [
    target,
    reached.map(({ resource }) => resource),
    lacking,
  ]);
  expect(limits).toEqual([
    ['lustre', expect.not.arrayContaining(['server-side metrics']), []],
    ['zfs', expect.arrayContaining(['disk operations']), []],
    ['ebs', expect.arrayContaining(['throughput']), []],
  ]);
  const packed = (await store.get('observations/v1/sim=1/day=2026-01-01/told.small-1.jsonl.gz'))?.bytes;
  const lines = gunzipSync(packed ?? '')
    .toString()
    .trim()
    .split('\n');
  const ofServers = lines.map((line) => JSON.parse(line) as Observation).filter(({ source }) => source === 'servers/');
  expect(ofServers.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['server_write', 'server_network']));
  expect(ofServers.every(({ simulated }) => simulated)).toBe(true);
});

it('reports CreditsSpent in the minute in which hosts report RateStep', async () => {
  const burst = QUICK.replace('gp3', 'gp2').replace('bs: 64k', 'bs: 16k').replace('runtime: 4m', 'runtime: 45m');
  const { summary: page, complaints } = await rehearse(makeOptions(burst));
  expect(complaints).toEqual([]);
  const [trial] = page?.trials ?? [];
  const texts = new Map(trial?.reasons.map(({ code, text }) => [code, text]));
  const [, second = ''] = / after (\d+) s of /.exec(texts.get('RateStep') ?? '') ?? [];
  const [, minute = ''] =
    /^volume credits were used up in minute (\d+) of /.exec(texts.get('CreditsSpent') ?? '') ?? [];
  expect([trial?.verdict, trial?.excludedFor]).toEqual(['SUSPECT', null]);
  // Minutes are counted from the first whole one.
  expect(Math.abs(Number(second) / 60 - Number(minute))).toBeLessThan(1.5);
});

it('reports CreditsSpent for the EBS throughput of a small host whose volume has no credits', async () => {
  const small = QUICK.replace('sizeGiB: 100', 'sizeGiB: 500, iops: 6000, throughputMiBps: 500')
    .replace('c5n.2xlarge', 'c5n.large')
    .replace('runtime: 4m', 'runtime: 60m');
  const { summary: page, complaints } = await rehearse(makeOptions(small));
  expect(complaints).toEqual([]);
  const [trial] = page?.trials ?? [];
  const texts = new Map(trial?.reasons.map(({ code, text }) => [code, text]));
  const [, point = ''] =
    /^host EBS throughput credits were used up in point (\d+) of 1[12] \(5 minutes each\), from/.exec(
      texts.get('CreditsSpent') ?? '',
    ) ?? [];
  // The rate falls in the last fifth: the level after it counts, 5,924 before.
  expect(texts.get('Unsteady')).toMatch(/, last level 1,2\d\d$/);
  expect(Number(point)).toBe(9);
  const told = page?.cells.flatMap(({ measures }) => measures.map(({ metric }) => metric)) ?? [];
  expect(told).toEqual(expect.arrayContaining(['server_host_throughput_credits', 'server_host_iops_credits']));
  expect(told).not.toContain('server_credits');
});

it('reports EBS throughput of the instance type as bottleneck only when requests exceeded it', async () => {
  const small = QUICK.replace('sizeGiB: 100', 'sizeGiB: 500, iops: 6000, throughputMiBps: 1000')
    .replace('c5n.2xlarge', 'c5n.large')
    .replace('bs: 64k', 'bs: 256k');
  const lines = async (text: string): Promise<readonly string[]> => {
    const { summary: page, complaints } = await rehearse(makeOptions(text));
    expect(complaints).toEqual([]);
    return page?.cells.map(({ bottleneck }) => bottleneck.text) ?? [];
  };
  expect(await lines(small)).toEqual([
    expect.stringMatching(
      /^EBS throughput of the instance type: .*with credits.*; host EBS throughput: requests exceeded it/,
    ),
  ]);
  // The volume ends it, whose 125 MiB/s the host moves with its credits: nobody held it back.
  expect(await lines(small.replace(', throughputMiBps: 1000', ''))).toEqual([
    expect.stringMatching(/^throughput: .*with credits \(\d+%\)$/),
  ]);
});

it('does not query CloudWatch for trials shorter than three minutes', async () => {
  const { status, store, summary: page } = await rehearse(makeOptions(makeSpec('2m')));
  expect([status, await readRequests(store)]).toEqual(['SUCCEEDED', null]);
  expect(page?.cells.flatMap(({ bottleneck: { missing: lacking } }) => lacking)).toContain(
    'server-side metrics (trials of this configuration are shorter than 3 whole minutes)',
  );
});

describe('CloudWatch queries after an early receipt', () => {
  const of =
    (name: string, status = 400) =>
    ({ action }: PendingCall) =>
      action === 'GetMetricData' ? new ServiceError(name, 'No.', status) : undefined;
  const tellAt = (calls: readonly { readonly state: string; readonly time: string }[]): number =>
    Date.parse(calls.find(({ state }) => state === 'Notify')?.time ?? '');

  it('delays the mail, but not the receipt, until the queries have completed', async () => {
    const scene = await play(QUICK, () => ({}));
    expect(await listProblems(scene)).toEqual([]);
    const receipt = await readJson<Receipt>(scene.store, KEYS.receipt);
    const told = await readRequests(scene.store);
    const waited = (Date.parse(told?.at ?? '') - Date.parse(receipt?.verifiedAt ?? '')) / 1000;
    expect(told?.problem).toBeNull();
    expect(waited).toBeGreaterThan(10);
    expect(waited).toBeLessThan(600);
    expect(tellAt(scene.calls)).toBeGreaterThan(Date.parse(told?.at ?? ''));
  });

  it.each([
    ['AccessDenied', 403],
    ['ThrottlingException', 429],
    ['InternalServiceFault', 500],
  ])('ends without complaints, and reports the cause, when CloudWatch returns %s', async (name, status) => {
    const scene = await play(QUICK, () => ({ fault: of(name, status) }));
    expect(await listProblems(scene)).toEqual([]);
    expect(await readRequests(scene.store)).toMatchObject({ answered: 0, problem: name });
    const lacking = (await readSummary(scene.store))?.cells.flatMap(({ bottleneck }) => bottleneck.missing);
    expect(lacking).toEqual([`server-side metrics (the CloudWatch query failed: ${name})`]);
    expect(tellAt(scene.calls)).toBeGreaterThan(0);
  });

  it('ends without complaints when the query function hangs', async () => {
    const scene = await play(QUICK, () => ({
      fault: ({ action }) => (action === 'GetMetricData' ? { delayMs: 3_600_000 } : undefined),
    }));
    expect(await listProblems(scene)).toEqual([]);
    expect(await readRequests(scene.store)).toMatchObject({ problem: 'the queries did not complete' });
  });
});
