/** Names of cells for people: only the levels that tell them apart. */

interface Levelled {
  readonly levels: Readonly<Record<string, string>>;
}

/** Factors whose levels are names already: `disk`, not `target disk`. */
const NAMES = new Set(['target', 'stage', 'workload']);

/**
 * Labels of some cells among themselves, e.g. `disk` and `memory`, or `disk, bs 4k`. Where nothing varies, all levels
 * are named.
 * @param factors names in the order of the plan
 */
export function labelsOf(cells: readonly Levelled[], factors: readonly string[]): readonly string[] {
  const varying = factors.filter((factor) => new Set(cells.map(({ levels }) => levels[factor])).size > 1);
  return cells.map(({ levels }) => levelWords(levels, varying.length > 0 ? varying : factors));
}

/**
 * What the reference of a cell has in the place of its own levels: `ebs`, or `ebs, workers 1`; null where it has none,
 * or is its own.
 */
export function referenceWords(
  { cellId, levels, reference }: Compared,
  cells: readonly Compared[],
  factors: readonly string[],
): string | null {
  const other = cells.find((cell) => cell.cellId === reference?.cell);
  if (other === undefined || other.cellId === cellId) return null;
  return levelWords(
    other.levels,
    factors.filter((factor) => other.levels[factor] !== levels[factor]),
  );
}

interface Compared extends Levelled {
  readonly cellId: string;
  readonly reference: { readonly cell: string } | null;
}

/** `disk, bs 4k, op randread`: target, stage and workload first. */
export function levelWords(levels: Readonly<Record<string, string>>, factors: readonly string[]): string {
  const ordered = [...factors.filter((factor) => NAMES.has(factor)), ...factors.filter((factor) => !NAMES.has(factor))];
  const words = ordered.flatMap((factor) => {
    const level = levels[factor];
    if (level === undefined) return [];
    return [NAMES.has(factor) ? level : `${factor} ${level}`];
  });
  return words.length > 0 ? words.join(', ') : 'the only configuration';
}
