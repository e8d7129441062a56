import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { layout } from '../../../lib/shapes/layout';
import type { Summary } from '../../../lib/results/summary';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { listProblems, play, type Scene, type Trouble } from './faults/play';
import { EXECUTION } from './specs';

/** One file system, eight cells of 3 trials. */
const SPEC = `
experiment: many-trials
question: Is any row lost?
factors: { rw: [randread, randwrite], bs: [4k, 64k], iodepth: [1, 8] }
targets:
  scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads:
  fio: { kind: fio, rw: $rw, bs: $bs, iodepth: $iodepth, size: 1 GiB, ramp_time: 1s, runtime: 10s }
design: { replicates: 3 }
decide: { metric: iops, where: { rw: randread, bs: 4k, iodepth: 1 }, prefer: highest }
limits: { maxUsd: 40, maxHours: 8 }
`;
const TRIALS = 24;
const KEYS = layout('many-trials', EXECUTION);
const makeThrottling = (): Fault => new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
const isCallOf = (call: PendingCall, name: string): boolean =>
  call.service === 'lambda' &&
  String((call.input as { FunctionName?: string }).FunctionName).includes(`fsxbench-${name}`);

/** A function is throttled from the first call for some seconds. */
const throttleFor =
  (name: string, seconds: number): Trouble =>
  () => {
    let since: number | null = null;
    return {
      fault: (call) => {
        if (!isCallOf(call, name)) return undefined;
        since ??= call.at;
        return call.at < since + 1000 * seconds ? makeThrottling() : undefined;
      },
    };
  };

/** What became of an execution: of its rows, of what it says of them. */
async function readOutcome(scene: Scene): Promise<Record<string, unknown>> {
  const { store, deployment } = scene;
  const summary = JSON.parse((await store.get(KEYS.summary))?.text ?? 'null') as Summary | null;
  const rows: TrialRow[] = [];
  for (const { trial } of summary?.trials ?? []) {
    const row = await store.get(KEYS.row(trial));
    if (row !== undefined) rows.push(JSON.parse(row.text) as TrialRow);
  }
  const started = await Promise.all(
    (summary?.trials ?? []).map(async ({ trial, rig, verdict }) => {
      const begun = (await store.get(`${KEYS.attempt(rig, trial, 1)}started.json`)) !== undefined;
      return begun && verdict === 'NOT_RUN';
    }),
  );
  const experiment = deployment.account.sfn.executions().find(({ name }) => name === EXECUTION);
  return {
    status: experiment?.status,
    told: experiment?.output,
    rows: rows.length,
    verdicts: summary?.verdicts,
    startedNotRun: started.filter(Boolean).length,
  };
}

describe('result rows under Lambda throttling', () => {
  it('writes every row with a Lambda concurrency of 10', async () => {
    const scene = await play(SPEC, () => ({ lambda: { concurrency: 10, seconds: () => 20 } }));
    expect(await readOutcome(scene)).toMatchObject({ status: 'SUCCEEDED', rows: TRIALS, startedNotRun: 0 });
    expect(await listProblems(scene)).toEqual([]);
  });

  it.each([60, 600])('writes every row after %d s of throttling', async (seconds) => {
    const scene = await play(SPEC, throttleFor('parse-trial', seconds));
    expect(await readOutcome(scene)).toMatchObject({ status: 'SUCCEEDED', rows: TRIALS, startedNotRun: 0 });
    expect(await listProblems(scene)).toEqual([]);
  });

  it('writes every row through the guardian after six hours of throttling', async () => {
    const scene = await play(SPEC, throttleFor('parse-trial', 6 * 3600));
    expect(await readOutcome(scene)).toMatchObject({ rows: TRIALS, startedNotRun: 0, verdicts: { VALID: TRIALS } });
    expect(await listProblems(scene)).toEqual([]);
  });
});
