/** The end of all faults. */
import { SLOW_SECONDS } from './calls';
import type { Campaign, Rule, When } from './campaign';
import type { Span, Schedule } from './schedule';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';

/** Default delay of a late event, seconds. */
export const LATE_SECONDS = 3600;

/** End of the last rule, as far as is known now; null where one never ends. Epoch milliseconds. */
export function healing({ rules }: Campaign, beginning: number, strikes: Schedule): number | null {
  if (rules.some((rule) => !canEnd(rule))) return null;
  const { spans, goesOn } = strikes.struck();
  return Math.max(
    beginning,
    goesOn,
    ...rules.map((rule, index) => computeHealedAt(rule, spans[index] ?? null, beginning)),
  );
}

function computeHealedAt(rule: Rule, span: Span | null, beginning: number): number {
  const moment = 'until' in rule && rule.until !== undefined ? beginning + 1000 * rule.until : beginning;
  if (span === null) return moment;
  // `lasts` counts from the first time, a delayed effect from the last time that it applied.
  const lasting = 'lasts' in rule && rule.lasts !== undefined ? span.first + 1000 * rule.lasts : 0;
  return Math.max(moment, lasting, span.last + 1000 * effectSeconds(rule));
}

/** Duration of its effect, or delay until it takes place. */
function effectSeconds(rule: Rule): number {
  if (rule.fault === 'call' && rule.effect === 'slow') return rule.seconds ?? SLOW_SECONDS;
  if (rule.fault === 'event' && rule.effect === 'late') return rule.seconds ?? LATE_SECONDS;
  return rule.fault === 'thing' ? (rule.seconds ?? 0) : 0;
}

/** A guardian waits for missing rows up to 59 hours: ReadPause in `state-machines/guardian.asl.yaml`. */
const READING_SECONDS = 24 * 3600;

/** Additional time to observe: a guardian that only reads costs nothing, and ends by itself. */
export function getReadingSeconds({ account }: SimulatedDeployment): number {
  const runs = account.sfn
    .executions()
    .some(({ status, machineArn }) => status === 'RUNNING' && toMachineName(machineArn) === 'guardian');
  return runs ? READING_SECONDS : 0;
}

/** Whether a rule ends: by time, or because it applies a limited number of times. */
export function canEnd(rule: Rule): boolean {
  switch (rule.fault) {
    case 'thing':
      // A hanging creation never ends, however few there are; a hanging change keeps no resource alive.
      if (rule.effect === 'hangs') return rule.seconds !== undefined;
      return rule.effect === 'update-hangs' || rule.effect === 'outlives' || ends(rule);
    case 'call':
    case 'state':
    case 'event':
    case 'function':
    case 'bucket':
    case 'register':
      return ends(rule);
    case 'janitor':
    case 'concurrency':
      return rule.until !== undefined;
    case 'stack':
    case 'lag':
    case 'host':
    case 'hand':
    case 'person':
      return true;
    case 'without':
      // Their effects are over at once.
      return true;
  }
}

function ends({ until, lasts, nth, times }: When): boolean {
  return until !== undefined || lasts !== undefined || nth !== undefined || times !== undefined;
}
