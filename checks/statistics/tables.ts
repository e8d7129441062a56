/** All that is measured of the decision: `docs/statistics.md` shows it. */
import { oneHour, stagedLimits, stagedPower, wideHours } from './hours';
import {
  copies,
  fewBlocks,
  identical,
  oneBlock,
  rigsApart,
  sameMeans,
  selected,
  setUps,
  STAGED,
  stages,
  unequal,
} from './identical';
import { coverage, coverageOfBest, coverageOfBlocks, trends } from './intervals';
import { equalMedians, equals, powerAmong, stalls, tied } from './leaders';
import { criteria, twoLevels } from './limits';
import { MANY, manyPower, manyRatios } from './many';
import { NOISE, type NoiseName } from './noise';
import { cheapest, falselyMet, means, onePrice, power, shown } from './power';
import type { Table } from './table';

const NOISES = Object.keys(NOISE) as NoiseName[];

/** All tables by the name under which the page has them. */
export const TABLES = {
  identical: () => overNoise(identical, NOISES),
  unequal: () => overNoise(unequal, NOISES),
  stages: () => overNoise(stages, Object.keys(STAGED) as (keyof typeof STAGED)[]),
  selected,
  copies,
  fewBlocks,
  oneBlock,
  rigsApart,
  sameMeans,
  stalls,
  setUps,
  tied,
  equals,
  equalMedians,
  powerAmong,
  manyRatios: () => overNoise(manyRatios, Object.keys(MANY)),
  manyPower,
  power,
  shown,
  cheapest,
  falselyMet,
  onePrice,
  means,
  twoLevels,
  criteria,
  stagedLimits,
  stagedPower,
  wideHours,
  oneHour,
  coverage,
  coverageOfBlocks,
  coverageOfBest,
  trends,
} as const satisfies Readonly<Record<string, () => Table>>;

function overNoise<N extends string>(make: (noise: N) => Table, names: readonly N[]): Table {
  const all = names.map(make);
  return { head: all[0]?.head ?? [], lines: all.flatMap(({ lines }) => lines) };
}
