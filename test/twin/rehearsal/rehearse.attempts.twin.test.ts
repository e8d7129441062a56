import type { HostStatus } from '../../../lib/workloads/contract';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { listProblems, play, type Scene, type Trouble } from './faults/play';
import { EXECUTION } from './specs';

/** Two hosts, six trials of a minute. */
const SPEC = `
experiment: two-hosts
question: Does any attempt run beside another?
factors: { rw: [randread, randwrite] }
targets:
  scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }
fleet: { client: { count: 2, instanceType: c5n.large } }
workloads:
  fio: { kind: fio, rw: $rw, bs: 64k, iodepth: 4, size: 1 GiB, ramp_time: 1s, runtime: 60s }
design: { replicates: 3 }
decide: { metric: iops, where: { rw: randread }, prefer: highest }
limits: { maxUsd: 40, maxHours: 8 }
`;
const KEYS = layout('two-hosts', EXECUTION);

/** Systems Manager takes every command of some attempts, and then answers with a 5xx. */
const loseResponses =
  (of: (attempt: string) => boolean): Trouble =>
  () => ({
    fault: ({ action, input }) => {
      const { Parameters } = input as { Parameters?: { Attempt?: string[] } };
      return action === 'SendCommand' && of(Parameters?.Attempt?.[0] ?? '') ? 'lost' : undefined;
    },
  });

interface AttemptRun {
  readonly trial: string;
  readonly attempt: number;
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

/** When hosts worked for which attempt, as their own status.json says; and the rows. */
async function readRuns({ store }: Scene): Promise<{ rows: TrialRow[]; ran: AttemptRun[] }> {
  const plan = JSON.parse((await store.get(KEYS.plan))?.text ?? '') as Plan;
  const ran: AttemptRun[] = [];
  const rows: TrialRow[] = [];
  for (const { trial, rig } of plan.trials) {
    const row = await store.get(KEYS.row(trial));
    if (row !== undefined) rows.push(JSON.parse(row.text) as TrialRow);
    for (const { key } of await store.list(KEYS.trial(rig, trial))) {
      const [, attempt = '', host = ''] = /\/a(\d+)\/([^/]+)\/[^/]+\/status\.json$/.exec(key) ?? [];
      if (host === '') continue;
      const { started, ended } = JSON.parse((await store.get(key))?.text ?? '') as HostStatus;
      ran.push({ trial, attempt: Number(attempt), host, from: started, to: ended });
    }
  }
  return { rows, ran };
}

/** VALID rows in whose window a host worked for another attempt. */
function listOverlaps({ rows, ran }: Awaited<ReturnType<typeof readRuns>>): string[] {
  return rows.flatMap(({ trial, attempt, verdict, started, ended }) =>
    ran
      .filter((one) => verdict === 'VALID' && (one.trial !== trial || one.attempt !== attempt))
      .filter(({ from, to }) => from < Date.parse(ended ?? '') / 1000 && to > Date.parse(started ?? '') / 1000)
      .map((one) => `${trial} is VALID, and on ${one.host} ran ${one.trial}.a${one.attempt} meanwhile`),
  );
}

it.each([
  ['one attempt', (attempt: string) => attempt === 't0001.a1'],
  ['both attempts of a trial', (attempt: string) => attempt.startsWith('t0001.')],
  ['all first attempts', (attempt: string) => attempt.endsWith('.a1')],
])('measures no VALID trial while commands of %s, whose responses were lost, run on its hosts', async (_, of) => {
  const scene = await play(SPEC, loseResponses(of));
  const found = await readRuns(scene);
  expect(found.rows).toHaveLength(6);
  expect(found.ran.length).toBeGreaterThan(12);
  expect(listOverlaps(found)).toEqual([]);
  expect(found.rows.some(({ verdict }) => verdict === 'VALID')).toBe(true);
  expect(await listProblems(scene)).toEqual([]);
});
