/** Page context that every section receives. */
import type { CellSummary, Summary } from '../../results/summary';
import { pickColourFactor, type Factor, listFactors } from '../facets';
import { Glossary } from '../glossary';

export interface Page {
  readonly summary: Summary;
  readonly words: Glossary;
  /** Factors that vary. */
  readonly factors: readonly Factor[];
  /** The factor whose levels have colours. */
  readonly colour: Factor | null;
  readonly cellById: ReadonlyMap<string, CellSummary>;
}

/** Starts a page, on which no term is explained yet. */
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
