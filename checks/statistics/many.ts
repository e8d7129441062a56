/** Tables of ratios to one reference: how often what is the same is marked as different, and what is not is found. */
import { type Ratio, ratiosOf } from '../../lib/results/design/reference';
import { expected } from '../../lib/shapes/errors';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { contest, FOLDERS } from './contest';
import { type Noise, NOISE, normal, SIGMA } from './noise';
import { PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { execution, type Rate, type World } from './world';

/** Rows of a table beside the reference. */
const ROWS = [3, 19] as const;

/** Ratios of all configurations to the last one, as summary and report have them. */
function ratiosIn(world: World, name: string): readonly (Ratio | null)[] {
  const [cells, { trials, several }] = contest(execution(world, name), world.how);
  const measured = new Map(cells.map(({ cell, measures }) => [cell, measures]));
  const to = cells.at(-1)?.cell ?? '';
  const references = cells.map(({ cell }) => ({ cell, to, exact: true }));
  const plan = { local: !world.how.made, decide: null, metrics: METRICS, references };
  return [...ratiosOf(plan, measured, trials, several).values()].flat();
}

/** Without a mark: it reads as a difference. */
function isMarked(ratio: Ratio | null | undefined): boolean {
  if (ratio === null || ratio === undefined || ratio.doubt !== null || ratio.interval === null) return false;
  return ratio.interval.low > 1 || ratio.interval.high < 1;
}

const fine =
  (sigma: number): Noise =>
  (random) =>
  () =>
    sigma * normal(random);

/** Beside those of all tables: trials so alike that the same are surely equal, or some of them surely not. */
export const MANY: Readonly<Record<string, Noise>> = {
  ...NOISE,
  'deviation 0.2 %': fine(0.002),
  'deviation 0.8 %': fine(0.008),
};

function rateOfTables(world: World, name: string, hit: (ratios: readonly (Ratio | null)[]) => boolean): Rate {
  let hits = 0;
  const runs = RUNS / 2;
  for (let run = 0; run < runs; run += 1) if (hit(ratiosIn(world, `${name} ${run}`))) hits += 1;
  return { runs, hits };
}

/** All are the same: how often one of a table stands there as different from the reference. */
export function manyRatios(noise: string): Table {
  const lines = ROWS.map((rows) => ({
    label: `${noise}, ${rows} beside the reference`,
    figures: REPLICATES.map((replicates) => {
      const world: World = { truth: zeros(rows + 1), replicates, noise: expected(MANY[noise], noise), how: FOLDERS };
      return { rate: rateOfTables(world, `many ${noise} ${rows} ${replicates}`, (all) => all.some(isMarked)) };
    }),
  }));
  return { head: ['one or more called different', ...PER_N], lines };
}

/** What that costs: how often the first, which differs, is found. */
export function manyPower(): Table {
  const lines = [2, 4].flatMap((deviations) =>
    ROWS.map((rows) => ({
      label: `${deviations} deviations, one of ${rows}`,
      figures: REPLICATES.map((replicates) => {
        const truth = [deviations * SIGMA, ...zeros(rows)];
        const world: World = { truth, replicates, noise: NOISE['log-normal'], how: FOLDERS };
        return {
          rate: rateOfTables(world, `many power ${deviations} ${rows} ${replicates}`, ([one]) => isMarked(one)),
        };
      }),
    })),
  );
  return { head: ['true ratio', ...PER_N], lines };
}
