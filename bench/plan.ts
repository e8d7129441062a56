/**
 * How long a spec is read and planned, by its cells: `npm run bench:plan`. 10,000 cells are the most that a spec may
 * have, and are to take less than two seconds; the time of one cell is to be the same however many there are.
 */
import { makePlan } from '../lib/experiment/plan/make-plan';
import { readSpec } from '../lib/experiment/reading/read';
import { bookOf } from '../lib/pricing/aws';
import { readScripts } from '../lib/aws/scripts';

/** Cells, each measured once: 10 x 10 x … levels of what a trial is asked to do. */
function specOf(cells: number): string {
  const levels = (name: string, count: number, of: (index: number) => number): string =>
    `  ${name}: [${Array.from({ length: count }, (_, index) => of(index)).join(', ')}]`;
  return [
    'experiment: bench',
    'factors:',
    levels('iodepth', 10, (index) => 2 ** index),
    levels('numjobs', 10, (index) => index + 1),
    levels('runtime', cells / 100, (index) => 5 + index),
    'targets:',
    '  lustre: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }',
    'fleet: { client: { count: 2, instanceType: c5n.2xlarge } }',
    'workloads:',
    '  fio: { kind: fio, rw: randread, bs: 4k, iodepth: $iodepth, numjobs: $numjobs, size: 1 GiB, runtime: $runtime }',
    'design: { replicates: 1 }',
    'limits: { maxUsd: 100000, maxHours: 96 }',
  ].join('\n');
}

async function main(): Promise<void> {
  const scripts = await readScripts('workloads');
  const options = { executionId: 'bench', stack: 'bench', startedAt: 0, scripts, prices: bookOf('us-east-1') };
  for (const cells of [100, 1000, 10_000]) {
    const text = specOf(cells);
    const begun = performance.now();
    const { spec, problems } = readSpec(text, 'bench.yaml');
    const read = performance.now();
    if (spec === undefined) throw new Error(JSON.stringify(problems.slice(0, 3)));
    const planned = makePlan(spec, options);
    const done = performance.now();
    const trials = planned.ok ? planned.plan.trials.length : (planned.beyond?.trials.length ?? 0);
    const why = planned.ok ? '' : `; ${planned.problems.map(({ code }) => code).join(', ')}`;
    process.stdout.write(
      `${cells} cells, ${trials} trials: read in ${((read - begun) / 1000).toFixed(2)} s, planned in ` +
        `${((done - read) / 1000).toFixed(2)} s, ${((1000 * (done - begun)) / cells).toFixed(0)} us a cell${why}\n`,
    );
  }
}

void main();
