/** All that is measured of the decision: `docs/statistics.md` shows it. */
import { copies, identical, selected, STAGED, stages } from './identical';
import { coverage, coverageOfBlocks, trends } from './intervals';
import { NOISE, type NoiseName } from './noise';
import { cheapest, falselyMet, means, onePrice, power } from './power';
import type { Table } from './table';

/** All tables by the name under which the page has them. */
export const TABLES: Readonly<Record<string, () => Table>> = {
  identical: () => overNoise(identical),
  stages: () => overNoise(stages, STAGED),
  selected,
  copies,
  power,
  cheapest,
  falselyMet,
  onePrice,
  means,
  coverage,
  coverageOfBlocks,
  trends,
};

function overNoise(
  make: (noise: NoiseName) => Table,
  names: readonly NoiseName[] = Object.keys(NOISE) as NoiseName[],
): Table {
  const all = names.map(make);
  return { head: all[0]?.head ?? [], lines: all.flatMap(({ lines }) => lines) };
}
