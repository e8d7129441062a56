/** By which levels groups of cells differ, e.g. the copies of a target: names for groups as people tell them apart. */
import type { Cell } from '../../shapes/plan';

type Group = readonly Pick<Cell, 'levels'>[];

/** Factors of which not every group has the same levels, of those named, in their order. */
export function varyingBetween(groups: readonly Group[], factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => new Set(groups.map((group) => labelsIn(group, factor).join('\n'))).size > 1);
}

/** Of each group what it has of these factors: `tput 64, iops 3072`, or `stage small and large`. */
export function groupWords(groups: readonly Group[], factors: readonly string[]): readonly string[] {
  const varying = varyingBetween(groups, factors);
  return groups.map((group) =>
    varying
      .flatMap((factor) => {
        const labels = labelsIn(group, factor);
        return labels.length === 0 ? [] : [`${factor} ${labels.join(' and ')}`];
      })
      .join(', '),
  );
}

function labelsIn(group: Group, factor: string): readonly string[] {
  return [...new Set(group.flatMap(({ levels }) => levels[factor] ?? []))].toSorted();
}
