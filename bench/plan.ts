/**
 * Time to read and plan a spec, by the number of its configurations: `npm run bench:plan`. 10,000 configurations are
 * the maximum of a spec, and must take less than two seconds of real time, else exit code 1. The time of one
 * configuration must not grow with their number. CPU seconds are printed too: garbage collection and compilation use
 * other cores.
 */
import { makePlan } from '../lib/experiment/plan/make-plan';
import { readSpec } from '../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../lib/pricing/aws';
import { readScripts } from '../lib/aws/scripts';

/** A spec with that many configurations, each measured once: 10 x 10 x … factor values of the workload. */
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

const SECONDS = 2;
/** Maximum ratio between the time of one of many configurations and of one of a thousand. */
const LINEAR = 2;

/** CPU seconds. */
function processor(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** Seconds of real time. */
function seconds(begun: number): number {
  return (performance.now() - begun) / 1000;
}

async function main(): Promise<number> {
  const scripts = await readScripts('workloads');
  const options = { executionId: 'bench', stack: 'bench', startedAt: 0, scripts, prices: buildPriceBook('us-east-1') };
  const each = new Map<number, number>();
  // The first one warms up the compiler.
  for (const cells of [100, 100, 1000, 10_000]) {
    const used = process.cpuUsage();
    const begun = performance.now();
    const { spec, problems } = readSpec(specOf(cells), 'bench.yaml');
    const read = seconds(begun);
    if (spec === undefined) throw new Error(JSON.stringify(problems.slice(0, 3)));
    const planned = makePlan(spec, options);
    const all = seconds(begun);
    // All of them in turn exceed any time limit of a spec; no other problem is allowed.
    if (!planned.ok && planned.problems.some(({ code }) => code !== 'OverTime')) throw new Error('above other limits');
    const trials = (planned.ok ? planned.plan : planned.beyond)?.trials.length ?? 0;
    each.set(cells, all / cells);
    process.stdout.write(
      `${cells} cells, ${trials} trials: ${all.toFixed(2)} s, of which ${read.toFixed(2)} s to read it; ` +
        `${((1e6 * all) / cells).toFixed(0)} us a cell; ${processor(used).toFixed(2)} s of processor\n`,
    );
  }
  const many = each.get(10_000) ?? 0;
  return many * 10_000 <= SECONDS && many <= LINEAR * (each.get(1000) ?? 0) ? 0 : 1;
}

void main().then((code) => {
  process.exitCode = code;
});
