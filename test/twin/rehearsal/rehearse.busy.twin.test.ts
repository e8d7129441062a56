import { layout } from '../../../lib/shapes/layout';
import type { RigOutcome } from '../../../lib/shapes/outcomes';
import type { Summary } from '../../../lib/results/summary';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { listProblems, play, type Scene, type Trouble } from './faults/play';
import { EXECUTION } from './specs';

const RIGS = 11;
const makeSpec = (rigs: number): string => `
experiment: many-rigs
question: Do many rigs get on in an account with ten functions at once?
factors: { rw: [randread, randwrite] }
targets:
  scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads:
  fio: { kind: fio, rw: $rw, bs: 64k, iodepth: 4, size: 1 GiB, ramp_time: 1s, runtime: 10s }
design: { replicates: 3, blocks: ${rigs} }
decide: { metric: iops, where: { rw: randread }, prefer: highest }
limits: { maxUsd: 100, maxHours: 8, parallelRigs: ${rigs} }
`;
const KEYS = layout('many-rigs', EXECUTION);

/** Every trial of every rig was measured at its first attempt, and nothing failed. */
async function expectAll(scene: Scene, rigs: number): Promise<void> {
  const { store, deployment } = scene;
  const summary = JSON.parse((await store.get(KEYS.summary))?.text ?? 'null') as Summary | null;
  const outcomes = (summary?.rigs ?? []).map(async ({ rig }) => {
    const { status, reason } = JSON.parse((await store.get(KEYS.rigOutcome(rig)))?.text ?? '{}') as RigOutcome;
    return status === 'SUCCEEDED' ? 'SUCCEEDED' : `${rig}: ${status}, ${reason?.code}`;
  });
  const failed = deployment.account.sfn.executions().filter(({ status }) => status !== 'SUCCEEDED');
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['SUCCEEDED']));
  expect(summary?.verdicts).toEqual({ VALID: 6 * rigs, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 });
  expect(summary?.trials.filter(({ attempts }) => attempts > 1)).toEqual([]);
  expect(failed.map(({ name, error }) => `${name} ${error}`)).toEqual([]);
  const throttled = scene.calls.filter(({ error }) => error?.name === 'TooManyRequestsException');
  expect(throttled.length).toBeGreaterThan(0);
  expect(await listProblems(scene)).toEqual([]);
}

it.each([3, 20])(
  'measures all trials of 11 rigs with a Lambda concurrency of 10 and %d s per call',
  async (seconds) => {
    const scene = await play(makeSpec(RIGS), () => ({ lambda: { concurrency: 10, seconds: () => seconds } }));
    await expectAll(scene, RIGS);
  },
);

/** No function of the account is let in for some seconds, from the first call of one of them on. */
const throttleFor =
  (name: string, seconds: number): Trouble =>
  () => {
    let since: number | null = null;
    return {
      fault: ({ service, input, at }) => {
        if (service !== 'lambda') return undefined;
        if (String((input as { FunctionName?: string }).FunctionName).includes(`fsxbench-${name}`)) since ??= at;
        const closed = since !== null && at < since + 1000 * seconds;
        return closed ? new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429) : undefined;
      },
    };
  };

it.each(['list-hosts', 'judge-hosts', 'call-storage', 'admit'])(
  'measures all trials when Lambda throttles all calls for two minutes from the first call of %s',
  async (name) => {
    await expectAll(await play(makeSpec(1), throttleFor(name, 120)), 1);
  },
);
