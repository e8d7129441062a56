/**
 * Whether levels and stages of a target are reached by changing a copy, or on copies of their own, where both can be:
 * by what the whole rig costs. While a copy is changed, or waits, everything else in the rig is paid for; a copy more
 * stands from its start to its end. For stages the cheaper way is taken; for levels a copy is changed, and compared
 * with itself, unless that is `DEAR` times the price. What fits into the limits of the spec goes before what does not.
 */
import { expected } from '../../../shapes/errors';
import { groupBy } from '../../../shapes/group';
import type { CopyChoice } from '../../../shapes/copy-choice';
import { changeLengths, type CopyPolicy, IN_PLACE } from '../../design/copies';
import type { ResolvedCell } from '../../design/cells';
import { copiesIn, type Policies, type RigCopies } from './copies';
import type { RigInput } from './draft';

/** Modelled money and time. */
export interface Cost {
  /** Of one rig. */
  readonly usd: number;
  readonly seconds: number;
  /** Whether as many such rigs as there are keep to `maxUsd` and `maxHours`. */
  readonly fits: boolean;
}

/** What a rig of these copies would cost. */
export type CostOf = (copies: RigCopies) => Cost;

/** The copies of a rig, and why they are not others. */
export interface Chosen {
  readonly copies: RigCopies;
  readonly choices: readonly CopyChoice[];
}

/** One way to reach all levels and stages of a rig. */
interface Way extends Cost {
  readonly policies: Policies;
}

/** Copies for cells of one fleet. Targets are looked at one after the other, first their levels, then their stages. */
export function chosenCopies(input: RigInput, cells: readonly ResolvedCell[], costOf: CostOf): Chosen {
  const usual = copiesIn(input, cells, new Map());
  const choices: CopyChoice[] = [];
  let best: Way | undefined;
  for (const [target, its] of groupBy(cells, (cell) => cell.target)) {
    for (const what of ['levels', 'stages'] as const) {
      const options = what === 'levels' ? apart(usual, target, its) : waiting(usual, target);
      if (options.length === 0) continue;
      best ??= { policies: new Map(), ...costOf(usual) };
      const now: Way = best;
      const others = options.map((option): Way => {
        const policies = new Map(now.policies).set(target, { ...(now.policies.get(target) ?? IN_PLACE), ...option });
        return { policies, ...costOf(copiesIn(input, cells, policies)) };
      });
      const other = others.reduce((one, another) => (isBetter(another, one) ? another : one));
      const taken = what === 'levels' ? isWorth(other, now) : !isBetter(now, other);
      const choice = choiceOf(
        { target, of: what, chosen: (what === 'levels') === taken ? 'copies' : 'inPlace' },
        now,
        other,
        taken,
      );
      choices.push(choice);
      best = explained(taken ? other : now, choice);
    }
  }
  return { copies: best === undefined ? usual : copiesIn(input, cells, best.policies), choices };
}

/** Copies of their own for levels between which a change takes long: for the longest only, or for shorter ones too. */
function apart(usual: RigCopies, target: string, cells: readonly ResolvedCell[]): Partial<CopyPolicy>[] {
  const lengths = changeLengths(kindOf(usual, target), cells);
  return lengths.map((_, index) => ({ apartAboveSeconds: lengths[index + 1] ?? 0 }));
}

/** Pauses that are waited out, where a stage has a fresh copy for the sake of one alone. */
function waiting(usual: RigCopies, target: string): Partial<CopyPolicy>[] {
  const own = usual.filter(({ steps }) => steps.first.target === target);
  return own.some(({ because }) => because === 'pause') ? [{ pauseMaxSeconds: Infinity }] : [];
}

function kindOf(copies: RigCopies, target: string): RigCopies[0]['steps']['target'] {
  return expected(
    copies.find(({ steps }) => steps.first.target === target),
    `a copy of ${target}`,
  ).steps.target;
}

/**
 * So many times the price is much money for certainty. Levels on one copy differ by themselves alone; on copies of
 * their own, by the copies too, as one block cannot tell.
 */
export const DEAR = 1.5;

/** Whether copies are better than changing in place by more than they cost in certainty. */
function isWorth(copies: Cost, inPlace: Cost): boolean {
  return isBetter({ ...copies, usd: DEAR * copies.usd }, inPlace);
}

/** What is refused answers nothing. Then the cheaper one, to the cent. */
function isBetter(one: Cost, other: Cost): boolean {
  return one.fits === other.fits ? one.usd < other.usd : one.fits;
}

function choiceOf(
  what: Pick<CopyChoice, 'target' | 'of' | 'chosen'>,
  now: Cost,
  other: Cost,
  taken: boolean,
): CopyChoice {
  const [{ usd, seconds }, left] = taken ? [other, now] : [now, other];
  return { ...what, usd, seconds, otherUsd: left.usd, otherSeconds: left.seconds };
}

/** A way whose policy says why it was chosen. */
function explained(way: Way, { target, of, chosen, usd, otherUsd }: CopyChoice): Way {
  if (chosen === 'inPlace') return way;
  const [now, other] = [`the rig costs ${usd.toFixed(2)} USD so`, `and ${otherUsd.toFixed(2)} if it were`];
  const why: Partial<CopyPolicy> =
    of === 'levels'
      ? { apartWhy: `${now}, ${other} changed in place in every round` }
      : { pauseWhy: `; ${now}, ${other} waited for` };
  const policy = { ...(way.policies.get(target) ?? IN_PLACE), ...why };
  return { ...way, policies: new Map(way.policies).set(target, policy) };
}
