/** Whole specs: of all kinds that are made on AWS, of what others own, and with parts that can only be planned yet. */
import fc from 'fast-check';
import { decideFor, design, factors, limitsFor } from './design';
import type { Settings } from './draw';
import { later } from './later';
import { targets, targetsOfOthers } from './targets';
import { fleetFor, fleetOfOthers, workloads } from './workloads';

type Named = Readonly<Record<string, Settings>>;

/** A spec as a mapping. Factors that nobody refers to are left out: each would be a mistake. */
function specsOn(
  storage: fc.Arbitrary<Named>,
  fleetOf: (made: Named) => fc.Arbitrary<Settings>,
): fc.Arbitrary<Settings> {
  return fc.tuple(storage, workloads).chain(([made, run]) =>
    fc
      .record({ fleet: fleetOf(made), design, decide: decideFor(run), limits: limitsFor(made), factors })
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
}

const made = specsOn(targets, fleetFor);
const ofOthers = specsOn(targetsOfOthers, () => fleetOfOthers);

/** Any of them. */
export const specs: fc.Arbitrary<Settings> = fc.oneof(
  { weight: 7, arbitrary: made },
  { weight: 1, arbitrary: ofOthers },
  { weight: 2, arbitrary: fc.tuple(fc.oneof(made, ofOthers), later).map(([spec, change]) => change(spec)) },
);
