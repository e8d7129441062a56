/** Page context that every section receives. */
import type { CellSummary, Summary } from '../../results/summary';
import { rankRows } from '../columns';
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
  /** Place of a configuration's operation by importance: {@link rankRows}. */
  readonly rank: (cell: CellSummary, operation: string | null) => number;
}

/** Starts a page, on which no term is explained yet. */
export function makePage(summary: Summary): Page {
  const factors = listFactors(summary);
  const places = new Map<string, number>();
  for (const [at, { cell, operation }] of rankRows(summary).entries())
    for (const key of [cell.cellId, `${cell.cellId} ${operation ?? ''}`]) if (!places.has(key)) places.set(key, at);
  return {
    summary,
    words: new Glossary(summary.local),
    factors,
    colour: pickColourFactor(factors),
    cellById: new Map(summary.cells.map((cell) => [cell.cellId, cell])),
    rank: ({ cellId }, operation) => places.get(`${cellId} ${operation ?? ''}`) ?? places.get(cellId) ?? places.size,
  };
}
