/** Published figures by cell. If several rows match, the most specific one counts. */
import { formatExact } from '../../shapes/exact-quantity';
import { appliesTo, countLevels, type PublishedStudy, type PublishedFigure } from '../../shapes/published-study';
import type { CellIdentity } from '../../shapes/observation';
import { groupBy } from '../../shapes/collections';
import { toThreeDigits } from '../format';
import type { Deviation } from './deviation';

/** A published figure of a cell. Not part of any statistic. */
export interface CellPublished extends Omit<PublishedFigure, 'where'> {
  /** Formatted: `17m`, `40 ops/s`, `1,000 ops/s–2,000 ops/s per host`, `0.6 × target rbd`. */
  readonly text: string;
  /** Absent in summaries of older versions. */
  readonly deviation?: Deviation;
}

/** Published figures for a cell, in the order of the study. Among equally specific rows, the first counts. */
export function findPublished(cell: CellIdentity, published: PublishedStudy | null): readonly CellPublished[] {
  const about = (published?.figures ?? []).filter((figure) => appliesTo(figure, cell));
  const alike = groupBy(about, ({ metric, operation, statistic, host, kind }) =>
    JSON.stringify([metric, operation, statistic, host, kind]),
  );
  return [...alike.values()].flatMap((figures) => {
    const [first, ...others] = figures;
    if (first === undefined) return [];
    const best = others.reduce((most, one) => (countLevels(one) > countLevels(most) ? one : most), first);
    const { where: _, ...figure } = best;
    return [{ ...figure, text: formatPublished(best) }];
  });
}

function formatPublished({ low, high, unit, to, host }: PublishedFigure): string {
  const ofHosts = host === null ? '' : ' per host';
  const end = (value: number): string => (unit === null ? toThreeDigits(value) : formatExact(value, unit));
  const range = low === high ? end(low) : `${end(low)}–${end(high)}`;
  if (unit !== null) return `${range}${ofHosts}`;
  const levels = Object.entries(to ?? {}).map(([factor, label]) => `${factor} ${label}`);
  return `${range} × ${levels.length === 0 ? 'reference' : levels.join(', ')}${ofHosts}`;
}
