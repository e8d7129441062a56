/** All that is measured of the decision: `docs/statistics.md` shows it. */
import { copies, identical } from './identical';
import { coverage, coverageOfBlocks, trends } from './intervals';
import { NOISE, type NoiseName } from './noise';
import { cheapest, falselyMet, power } from './power';
import type { Table } from './table';

/** All tables by the name under which the page has them. */
export const TABLES: Readonly<Record<string, () => Table>> = {
  identical: () => {
    const all = Object.keys(NOISE).map((name) => identical(name as NoiseName));
    return { head: all[0]?.head ?? [], lines: all.flatMap(({ lines }) => lines) };
  },
  copies,
  power,
  cheapest,
  falselyMet,
  coverage,
  coverageOfBlocks,
  trends,
};
