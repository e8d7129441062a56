/** What every section of the page is given. */
import type { CellSummary, Summary } from '../../results/summary';
import { pickColourFactor, type Factor, listFactors } from '../facets';
import { Glossary } from '../glossary';

export interface Page {
  readonly summary: Summary;
  readonly words: Glossary;
  /** Factors that vary. */
  readonly factors: readonly Factor[];
  /** The one whose levels have the named colours. */
  readonly colour: Factor | null;
  readonly cellById: ReadonlyMap<string, CellSummary>;
}

/** A page at its beginning: no word is explained yet. */
export function makePage(summary: Summary): Page {
  const factors = listFactors(summary);
  return {
    summary,
    words: new Glossary(summary.local),
    factors,
    colour: pickColourFactor(factors),
    cellById: new Map(summary.cells.map((cell) => [cell.cellId, cell])),
  };
}
