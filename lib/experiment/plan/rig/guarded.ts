/** Trials that may not be needed: levels of a search in the order of a bisection. */
import { expected } from '../../../shapes/errors';
import type { Guard, SearchCell } from '../../../shapes/guard';
import { bisectionOrder, bisectionTrials } from '../../design/search';
import type { Turn } from './order';

interface Named {
  readonly cellId: string;
}

/** Of the trials of a cell what the estimate counts, 0–1: one bisection measures so many of its levels. */
export function shareOf(searches: readonly SearchCell[], { cellId }: Named): number {
  const search = searches.find(({ cells }) => cells.includes(cellId));
  return search === undefined ? 1 : bisectionTrials(search.cells.length) / search.cells.length;
}

/** A turn as it is planned. */
export interface GuardedTurn<C> extends Turn<C> {
  readonly guard?: Guard;
  readonly share?: number;
}

/** Cells that take turns: of the levels of a search one stands for all. */
export function unitsOf<C extends { readonly cell: Named }>(cells: readonly C[], searches: readonly SearchCell[]): C[] {
  const middles = new Map(
    searches.flatMap(({ cells: levels }) => levels.map((one) => [one, middleOf(levels)] as const)),
  );
  return cells.filter(({ cell }) => (middles.get(cell.cellId) ?? cell.cellId) === cell.cellId);
}

function middleOf(levels: readonly string[]): string {
  return expected(levels[expected(bisectionOrder(levels.length)[0], 'a level')], 'the middle level of a search');
}

/** Turns with the levels of each search in their places, in the order in which a bisection may ask for them. */
export function guardedTurns<C extends { readonly cell: Named }>(
  turns: readonly Turn<C>[],
  cells: readonly C[],
  searches: readonly SearchCell[],
): GuardedTurn<C>[] {
  const byId = new Map(cells.map((one) => [one.cell.cellId, one]));
  return turns.flatMap((turn): GuardedTurn<C>[] => {
    const search = searches.find(({ cells: levels }) => levels.includes(turn.cell.cell.cellId));
    if (search === undefined) return [turn];
    const { id, cells: levels } = search;
    return bisectionOrder(levels.length).map((level) => ({
      ...turn,
      cell: expected(byId.get(expected(levels[level], 'a level')), `the cell of level ${level} of a search`),
      guard: { search: { id, level } },
      share: bisectionTrials(levels.length) / levels.length,
    }));
  });
}
