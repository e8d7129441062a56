/** What was left out of an answer, and what counts although something speaks against it: always said. */
import { groupBy } from '../../shapes/group';
import type { CountedTrial } from '../counting';
import { counted } from '../format';
import { listed } from './wording';

/** Cells that are named; the rest is counted. */
const NAMED_MAX = 3;

interface Cells {
  readonly candidates: readonly { readonly cell: string; readonly label: string }[];
  readonly circumstances: { readonly trials: ReadonlyMap<string, CountedTrial> };
}

/** `Left out: 2 of 5 trials of disk (CacheServed) and 1 of 5 of memory (NotClosed).`; empty where nothing was. */
export function leftOutText(cells: Cells): string {
  const found = told(cells, ({ out }) => (out === null ? [] : [out]));
  return found === null ? '' : `Left out: ${found}.`;
}

/** That trials count which are SUSPECT for how they came out; none where there is none. */
export function despiteNotes(cells: Cells): readonly string[] {
  const found = told(cells, ({ despite, out }) => (out === null ? despite : []));
  return found === null ? [] : [`Suspect for how they came out, and counted: ${found}.`];
}

/** Trials that have codes, by cell; of many cells together. Null where none has. */
function told(
  { candidates, circumstances }: Cells,
  codesOf: (trial: CountedTrial) => readonly string[],
): string | null {
  const byCell = groupBy(circumstances.trials.values(), ({ cell }) => cell);
  const found = candidates.flatMap(({ cell, label }) => {
    const all = byCell.get(cell) ?? [];
    const meant = all.filter((trial) => codesOf(trial).length > 0);
    return meant.length === 0 ? [] : [{ label, all: all.length, meant }];
  });
  const codes = (trials: readonly CountedTrial[]): string => [...new Set(trials.flatMap(codesOf))].join(', ');
  if (found.length > NAMED_MAX) {
    const meant = found.flatMap((one) => one.meant);
    const all = found.reduce((sum, one) => sum + one.all, 0);
    return `${meant.length} of ${counted(all, 'trial')} of ${found.length} configurations (${codes(meant)})`;
  }
  const parts = found.map(({ label, all, meant }, index) => {
    const of = index === 0 ? counted(all, 'trial') : String(all);
    return `${meant.length} of ${of} of ${label} (${codes(meant)})`;
  });
  return parts.length === 0 ? null : listed(parts);
}
