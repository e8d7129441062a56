/** What came of the mutants, counted. */
import type { Judged } from '../campaign';
import type { Equivalents } from '../equivalent';

/** One line of a table. */
export interface Count {
  readonly label: string;
  readonly mutants: number;
  /** Noticed by the lint. */
  readonly lint: number;
  /** Noticed by a scenario that complained. */
  readonly scenario: number;
  /** Noticed because a scenario hung or died. */
  readonly hung: number;
  readonly survived: number;
  /** Survivors that are no faults; they do not count in the rate. */
  readonly equivalent: number;
  /** Noticed, of those that are faults, 0–1; 1 where there are none. */
  readonly rate: number;
}

export interface Tally {
  readonly total: Count;
  readonly machines: readonly Count[];
  readonly operators: readonly Count[];
  /** Survivors that nobody explained. */
  readonly survivors: readonly Judged[];
  /** Survivors with their reasons. */
  readonly explained: readonly { readonly judged: Judged; readonly reason: string }[];
  /** Ids that are said to be equivalent although something notices them. */
  readonly refuted: readonly string[];
}

/** Counts by machine and by operator, in the order in which they come. */
export function tallyOf(judged: readonly Judged[], equivalents: Equivalents): Tally {
  const by = (label: (one: Judged) => string): Count[] =>
    [...new Set(judged.map(label))].map((name) =>
      count(
        name,
        judged.filter((one) => label(one) === name),
        equivalents,
      ),
    );
  const survived = judged.filter((one) => one.notice === null);
  return {
    total: count('all', judged, equivalents),
    machines: by((one) => one.mutant.machine),
    operators: by((one) => one.mutant.operator),
    survivors: survived.filter((one) => !equivalents.has(one.mutant.id)),
    explained: survived.flatMap((one) => {
      const reason = equivalents.get(one.mutant.id);
      return reason === undefined ? [] : [{ judged: one, reason }];
    }),
    refuted: judged.filter((one) => one.notice !== null && equivalents.has(one.mutant.id)).map((one) => one.mutant.id),
  };
}

function count(label: string, judged: readonly Judged[], equivalents: Equivalents): Count {
  const by = (...kinds: readonly string[]): number =>
    judged.filter((one) => one.notice !== null && kinds.includes(one.notice.by)).length;
  const unnoticed = judged.filter((one) => one.notice === null);
  const equivalent = unnoticed.filter((one) => equivalents.has(one.mutant.id)).length;
  const survived = unnoticed.length - equivalent;
  const faults = judged.length - equivalent;
  return {
    label,
    mutants: judged.length,
    lint: by('lint'),
    scenario: by('scenario'),
    hung: by('time-out', 'crash'),
    survived,
    equivalent,
    rate: faults === 0 ? 1 : (faults - survived) / faults,
  };
}
