import { layout } from '../../../lib/shapes/layout';
import type { RigOutcome } from '../../../lib/shapes/outcomes';
import { parseSeries } from '../../../lib/results/trial/rows';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { listProblems, play, type Scene, type Trouble } from './faults/play';
import { EXECUTION } from './specs';

/** Throughput is raised while fio writes for 40 minutes: two trials before, one meanwhile, two afterwards. */
const SPEC = `
experiment: raised
question: How does the rate change while AWS raises the throughput?
targets:
  ontap:
    kind: fsx-ontap
    deploymentType: SINGLE_AZ_1
    storageGiB: 1024
    stages: { slow: { throughputMBps: 256 }, fast: { throughputMBps: 512 } }
fleet: { client: { count: 2, instanceType: c5n.large, mount: { nconnect: 16 } } }
workloads:
  load: { kind: fio, rw: write, bs: 1m, iodepth: 8, numjobs: 4, size: 6 GiB, ramp_time: 10s, runtime: 60s }
  grow: { extends: load, runtime: 40m, events: [{ at: 2m, change: fast }] }
design: { cross: [stage], include: [{ workload: grow, stage: slow }], replicates: 2 }
limits: { maxUsd: 20, maxHours: 8 }
`;
const KEYS = layout('raised', EXECUTION);
const CHANGING = 't0003';

async function readJson<T>({ store }: Scene, key: string): Promise<T | null> {
  return JSON.parse((await store.get(key))?.text ?? 'null') as T | null;
}

const readRows = (scene: Scene): Promise<(TrialRow | null)[]> =>
  Promise.all(['t0001', 't0002', CHANGING, 't0004', 't0005'].map((name) => readJson<TrialRow>(scene, KEYS.row(name))));
const countUpdates = ({ calls }: Scene): number =>
  calls.filter(({ action, error }) => action === 'UpdateFileSystem' && error === undefined).length;
const listCodes = (row: TrialRow | null | undefined): string[] => row?.reasons.map(({ code }) => code) ?? [];

it('updates the file system once during the trial, and measures the next stage afterwards', async () => {
  const scene = await play(SPEC, () => ({}));
  const found = await readRows(scene);
  const row = found[2];
  const [event] = row?.events ?? [];
  const outcome = await readJson<RigOutcome>(scene, KEYS.rigOutcome('r1'));
  expect([countUpdates(scene), outcome?.status, await listProblems(scene)]).toEqual([1, 'SUCCEEDED', []]);
  expect(found.map((one) => [one?.stage, one?.verdict === 'INVALID', one?.attempts])).toEqual([
    ['slow', false, 1],
    ['slow', false, 1],
    ['slow', false, 1],
    ['fast', false, 1],
    ['fast', false, 1],
  ]);
  expect(event).toMatchObject({ action: 'change', stage: 'fast', problem: null });
  const { requested = 0, acted, ready } = event ?? {};
  const started = Date.parse(row?.started ?? '') / 1000;
  // The barrier agrees on the start of the warm-up; the fence is checked and the request sent after the record.
  expect(requested - started).toBeGreaterThan(115);
  expect(requested - started).toBeLessThan(125);
  expect((acted ?? 0) - requested).toBeGreaterThanOrEqual(0);
  expect((acted ?? Infinity) - requested).toBeLessThan(5);
  expect((ready ?? 0) - requested).toBeGreaterThan(900);
  expect(Date.parse(found[3]?.started ?? '') / 1000).toBeGreaterThan(ready ?? Infinity);
  const rates = parseSeries((await scene.store.get(KEYS.series(CHANGING)))?.text ?? '').find(
    ({ metric }) => metric === 'bandwidth',
  );
  const { values = [] } = rates ?? {};
  const [first, last] = [values[Math.floor(values.length / 10)], values[Math.floor(values.length * 0.9)]];
  expect(last ?? 0).toBeGreaterThan(1.5 * (first ?? Infinity));
});

const refusal: Trouble = () => ({
  fault: ({ action }) => (action === 'UpdateFileSystem' ? new ServiceError('BadRequest', 'not now', 400) : undefined),
});

it.each<readonly [string, Trouble, RegExp]>([
  ['is refused', refusal, /BadRequest/],
  ['fails', () => ({ fsx: { faults: { update: () => 'fails' } } }), /RequestFailed/],
  ['never completes', () => ({ fsx: { faults: { update: () => 'hangs' } } }), /RequestTooSlow/],
])('reports EventFailed and ends the rig when the change %s', async (_, trouble, problem) => {
  const scene = await play(SPEC, trouble);
  const found = await readRows(scene);
  const outcome = await readJson<RigOutcome>(scene, KEYS.rigOutcome('r1'));
  expect(listCodes(found[2])).toContain('EventFailed');
  expect(found[2]?.events?.[0]?.problem).toMatch(problem);
  expect(found.slice(3).map((one) => one?.verdict)).toEqual(['NOT_RUN', 'NOT_RUN']);
  expect([outcome?.status, outcome?.reason?.code]).toEqual(['FAILED', 'RequestFailed']);
  expect(countUpdates(scene)).toBeLessThanOrEqual(1);
  expect(await listProblems(scene)).toEqual([]);
});

it('waits for a change that outlasts its trial before the next stage, and reports EventLate', async () => {
  const scene = await play(SPEC, () => ({ fsx: { timing: { steps: { change: { seconds: 4000 } } } } }));
  const found = await readRows(scene);
  expect(listCodes(found[2])).toContain('EventLate');
  expect(found[2]?.verdict).toBe('SUSPECT');
  expect(found.slice(3).map((one) => [one?.stage, one?.attempts])).toEqual([
    ['fast', 1],
    ['fast', 1],
  ]);
  expect([countUpdates(scene), await listProblems(scene)]).toEqual([1, []]);
});

it('writes rows for all trials and leaves no resources when it is stopped during a change', async () => {
  const scene = await play(SPEC, (deployment) => ({
    fsx: { faults: { update: () => 'hangs' } },
    aroundTasks: (tasks) => ({
      run: async (call) => {
        const { clock, deployment: own } = deployment();
        const stop = (): void => {
          const found = own.account.sfn.executions().find(({ name }) => name === EXECUTION);
          found?.stop('Stopped', 'by a test');
        };
        if (call.state === 'RequestChange') void clock.sleep(600_000).then(stop);
        return tasks.run(call);
      },
    }),
  }));
  const found = await readRows(scene);
  expect(listCodes(found[2])).toContain('EventFailed');
  expect(found[2]?.events).toMatchObject([
    { acted: null, ready: null, problem: expect.stringContaining('the execution ended') as string },
  ]);
  expect(found.slice(3).map((one) => one?.verdict)).toEqual(['NOT_RUN', 'NOT_RUN']);
  expect([countUpdates(scene), await listProblems(scene)]).toEqual([1, []]);
});

it('marks the trial INVALID without a repeat when its hosts fail during the change', async () => {
  const scene = await play(SPEC, (deployment) => ({
    aroundTasks: (tasks) => ({
      run: async (call) => {
        if (call.state === 'RequestChange') {
          const { ec2 } = deployment().deployment.account;
          const reason = { Code: 'Server.InternalError', Message: 'hardware failed' };
          for (const { instanceId } of ec2.hosts()) ec2.lose(instanceId, reason);
        }
        return tasks.run(call);
      },
    }),
  }));
  const found = await readRows(scene);
  expect([found[2]?.verdict, found[2]?.attempts]).toEqual(['INVALID', 1]);
  expect([countUpdates(scene), await listProblems(scene)]).toEqual([1, []]);
});
