/** What `npm run bounds` says of an experiment, and what a plan may be above its bound. */
import type { Bounds } from './bounds';

/** The plan of a study may cost and take so much of its bound; trials of others are often shorter than a command. */
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

export function toRow({ experiment, cells, trials, plan, bound, fresh }: Bounds): readonly string[] {
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

/** What is said of a plan, a line each; whether it is a study's, and above what it may be. */
export interface Verdict {
  readonly over: boolean;
  readonly lines: readonly string[];
}

/** Holds a plan against its bounds, and says what of ours the distance comes from. */
export function judgeBounds({ plan, bound, fresh, study, shorterThanSetUp, ours }: Bounds): Verdict {
  const above: string[] = [];
  if (plan.usd > MOST * bound.usd)
    above.push(`${plan.usd.toFixed(2)} USD are more than ${MOST} times the bound, ${bound.usd.toFixed(2)}`);
  if (plan.seconds > MOST * bound.seconds)
    above.push(`${Math.round(plan.seconds)} s are more than ${MOST} times the bound, ${Math.round(bound.seconds)}`);
  const dear = shorterThanSetUp && plan.usd > OF_FRESH * fresh.usd;
  const possible = bound.usd <= OF_FRESH * fresh.usd;
  const share = (usd: number): string => (usd / fresh.usd).toFixed(2);
  const ofFresh = dear
    ? [
        possible
          ? `${plan.usd.toFixed(2)} USD are more than ${OF_FRESH} of fresh rigs, ${fresh.usd.toFixed(2)}`
          : `${share(plan.usd)} of fresh rigs, and no plan could cost ${OF_FRESH} of them: the bound alone is ` +
            `${share(bound.usd)}. Storage is paid for from when it can be used, so waiting for fresh rigs costs time`,
      ]
    : [];
  const causes = Object.entries(ours).map(([cause, seconds]) => `${cause} ${Math.round(seconds)}`);
  const found = [...above, ...ofFresh];
  const lines = found.length === 0 ? [] : [...found, `seconds of ours, all rigs together: ${causes.join(', ')}`];
  return { over: study && (above.length > 0 || (dear && possible)), lines };
}
