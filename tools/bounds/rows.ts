/** What `npm run bounds` says of an experiment, and what a plan may be above its bound. */
import type { Bounds } from '../../lib/experiment/plan/beside/bounds';

/** A plan may cost and take so much of its bound. */
const MOST = 1.1;
/** And so much of what a fresh rig for every cell would cost, where trials are shorter than setting up. */
const OF_FRESH = 0.5;

export const TITLES = [
  'experiment',
  'cells',
  'trials',
  'USD',
  'bound',
  'x bound',
  'fresh rigs',
  'of fresh',
  'hours',
  'bound',
  'x bound',
  'measuring',
  'bound',
] as const;

export function rowOf({ experiment, cells, trials, plan, bound, fresh }: Bounds): readonly string[] {
  return [
    experiment,
    String(cells),
    String(trials),
    plan.usd.toFixed(2),
    bound.usd.toFixed(2),
    (plan.usd / bound.usd).toFixed(2),
    fresh.usd.toFixed(2),
    (plan.usd / fresh.usd).toFixed(2),
    (plan.seconds / 3600).toFixed(2),
    (bound.seconds / 3600).toFixed(2),
    (plan.seconds / bound.seconds).toFixed(2),
    `${(100 * plan.measuring).toFixed(0)} %`,
    `${(100 * bound.measuring).toFixed(0)} %`,
  ];
}

/** What is above what it may be, a line each, and then what of ours it comes from. */
export function verdictsOf({ plan, bound, fresh, shorterThanSetUp, ours }: Bounds): string[] {
  const found: string[] = [];
  if (plan.usd > MOST * bound.usd)
    found.push(`${plan.usd.toFixed(2)} USD are more than ${MOST} times the bound, ${bound.usd.toFixed(2)}`);
  if (plan.seconds > MOST * bound.seconds)
    found.push(`${Math.round(plan.seconds)} s are more than ${MOST} times the bound, ${Math.round(bound.seconds)}`);
  if (shorterThanSetUp && plan.usd > OF_FRESH * fresh.usd)
    found.push(`${plan.usd.toFixed(2)} USD are more than ${OF_FRESH} of fresh rigs, ${fresh.usd.toFixed(2)}`);
  const causes = Object.entries(ours).map(([cause, seconds]) => `${cause} ${Math.round(seconds)}`);
  return found.length === 0 ? [] : [...found, `seconds of ours, all rigs together: ${causes.join(', ')}`];
}
