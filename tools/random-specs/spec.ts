/** Whole specs, of all kinds that are made on AWS. */
import fc from 'fast-check';
import { decideFor, design, factors, limits } from './design';
import type { Settings } from './draw';
import { targets } from './targets';
import { fleetFor, workloads } from './workloads';

/** A spec as a mapping. Factors that nobody refers to are left out: each would be a mistake. */
export const specs: fc.Arbitrary<Settings> = fc.tuple(targets, workloads).chain(([made, run]) =>
  fc
    .record({ fleet: fleetFor(made), design, decide: decideFor(run), limits, factors })
    .map(({ factors: all, decide: asked, ...rest }) => {
      const text = JSON.stringify([rest, run]);
      const used = Object.entries(all).filter(([name]) => text.includes(`"$${name}`));
      return {
        experiment: 'random',
        ...(used.length === 0 ? {} : { factors: Object.fromEntries(used) }),
        targets: made,
        workloads: run,
        ...rest,
        ...(asked === undefined ? {} : { decide: asked }),
      };
    }),
);
