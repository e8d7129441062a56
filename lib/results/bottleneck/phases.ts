/** What is counted over all phases of a cell is the load of none of them, where its phases take turns. */
import type { LimitEvidence } from '../../shapes/bottleneck';
import { type HeldRates, takesTurns } from '../../shapes/metric';
import type { RoleUse } from '../../shapes/verdict';
import type { Measure } from '../measures';
import { ratesByTurn } from '../moved';
import type { Looked } from './looked';
import { middle, REACHED } from './near';

/** A limit that a mean over all phases does not reach may be that of one of them: nothing is concluded from it. */
export function overPhases(limits: Looked, held: readonly HeldRates[]): Looked {
  if (!takesTurns(held)) return limits;
  const [means, below] = [limits.below.filter(isMean), limits.below.filter((one) => !isMean(one))];
  if (means.length === 0) return limits;
  const told = means.map(({ text }) => text).join('; ');
  return { ...limits, below, lacking: [...limits.lacking, `what each phase used (mean over all phases: ${told})`] };
}

/** What is known of one phase is no mean over the time of all; of what some hosts reached the mean is enough. */
function isMean({ share, ofPhase, onSome }: LimitEvidence): boolean {
  return share !== null && share < REACHED && ofPhase !== true && onSome !== true;
}

/**
 * What hosts moved over their network in the phase that moved most, by its rate: bytes a second of each, as the rate is
 * of hosts that do the same. Null where no rate tells, where hosts have several roles, and where phases do not take
 * turns.
 */
export function movedInPhase(
  uses: readonly RoleUse[],
  roles: number,
  held: readonly HeldRates[],
  measures: readonly Measure[],
): number | null {
  const hosts = middle(uses, ({ cpu }) => cpu.length)?.cpu.length ?? 0;
  const most = Math.max(0, ...ratesByTurn(held, measures).map(({ read, written }) => Math.max(read, written)));
  return !takesTurns(held) || roles !== 1 || hosts === 0 || most === 0 ? null : most / hosts;
}
