/** Advice on targets of which a rig has several copies: each is made, filled and paid for, and may differ by itself. */
import { groupBy } from '../../../shapes/group';
import type { Problem } from '../../../shapes/problem';
import { varyingBetween } from '../../design/apart';
import type { ResolvedCell } from '../../design/cells';
import type { Expanded } from '../../design/expand';
import { factorNames } from '../../design/space';
import type { Kinds } from '../../kinds';
import { listed } from '../../../shapes/suggest';
import type { RigDraft } from './draft';

/** Stages and levels that have a copy of their own; blocks are alike. */
export function copiesAdvice(
  drafts: readonly RigDraft[],
  { cells, space }: Pick<Expanded, 'cells' | 'space'>,
  kinds: Kinds,
): Problem[] {
  const factors = factorNames(space);
  const found = drafts
    .filter(({ block }) => block === 1)
    .flatMap((draft) =>
      [...groupBy(draft.copies, ({ target }) => target).values()].flatMap((copies) => {
        const groups = copies.map(({ copy }) => cellsOn(draft, copy, cells));
        const local = copies.every(({ kind }) => kinds.targetOf(kind)?.local === true);
        return [...freshStages(copies, groups), ...(local ? [] : moreCopies(copies, groups, factors))];
      }),
    );
  // Every fleet may have its own.
  return [...new Map(found.map((problem) => [problem.path.join('.'), problem])).values()];
}

type Copies = RigDraft['copies'];
type Groups = readonly (readonly ResolvedCell[])[];

function freshStages(copies: Copies, groups: Groups): Problem[] {
  return copies.flatMap(({ target, because, fresh }, index): Problem[] => {
    const stage = groups[index]?.[0]?.stage ?? null;
    if ((because !== 'stage' && because !== 'pause') || stage === null) return [];
    const path = ['targets', target, 'stages', stage];
    const message = `this stage is measured on a new file system, which is filled anew: ${String(fresh)}`;
    return [{ severity: 'advice', code: 'FreshStage', path, message }];
  });
}

function moreCopies(copies: Copies, groups: Groups, factors: readonly string[]): Problem[] {
  const levels = copies.find(({ because }) => because === 'levels');
  const price = copies.find(({ because }) => because === 'price');
  const { target } = levels ?? price ?? {};
  if (target === undefined) return [];
  const varying = varyingBetween(
    groups,
    factors.filter((name) => name !== 'stage'),
  );
  const some = price === undefined ? 'them' : 'some of them';
  const why = [
    ...(levels === undefined ? [] : [`one cannot be changed between ${some} (${String(levels.fresh)})`]),
    ...(price === undefined ? [] : [price.fresh]),
  ].join('; ');
  const message =
    `its levels of ${listed(varying)} make ${copies.length} copies of it in each block, ` +
    `all of them paid for at the same time: ${why}`;
  return [{ severity: 'advice', code: 'MoreCopies', path: ['targets', target], message }];
}

/** Cells that a copy measures, those of its first stage first. */
function cellsOn({ stretches }: RigDraft, copy: string, cells: readonly ResolvedCell[]): readonly ResolvedCell[] {
  const own = stretches.flatMap(({ trials }) => trials.filter((trial) => trial.copy === copy));
  const byId = new Map(cells.map((cell) => [cell.cellId, cell]));
  return [...new Set(own.map(({ cell }) => cell))].flatMap((cellId) => byId.get(cellId) ?? []);
}
