/** Several simulations as one. */
import type { FaultsDocument } from '../../lib/cli/simulate/document';
import type { ClassTally } from '../../lib/cli/simulate/tally';
import { expected } from '../../lib/shapes/errors';

/** Runs are added, the worst of each class stays; of what there is one of, that of the first. */
export function joined(parts: readonly FaultsDocument[]): FaultsDocument {
  const first = expected(parts[0], 'a simulation');
  const sum = (of: (part: FaultsDocument) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const classes = new Map<string, ClassTally>();
  for (const one of parts.flatMap((part) => part.classes)) {
    const before = classes.get(one.class);
    classes.set(one.class, before === undefined ? one : both(before, one));
  }
  return {
    ...first,
    seconds: sum(({ seconds }) => seconds),
    runs: sum(({ runs }) => runs),
    virtualHours: sum(({ virtualHours }) => virtualHours),
    classes: [...classes.values()],
    violations: parts.flatMap(({ violations }) => violations),
    parts: parts.map(({ runs, experiments }) => ({ runs, experiments: experiments.map((one) => one.experiment) })),
  };
}

function both(one: ClassTally, two: ClassTally): ClassTally {
  const worse = two.worstLateUsd > one.worstLateUsd ? two : one;
  return {
    class: one.class,
    runs: one.runs + two.runs,
    places: one.places + two.places,
    missed: one.missed + two.missed,
    violations: one.violations + two.violations,
    worstLateUsd: worse.worstLateUsd,
    worst: worse.worst,
    worstPersonUsd: Math.max(one.worstPersonUsd, two.worstPersonUsd),
  };
}
