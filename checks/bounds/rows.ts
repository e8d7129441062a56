/** Output of `npm run bounds` for an experiment, and the limits of a plan relative to its bounds. */
import type { Bounds } from './bounds';

/**
 * Maximum cost and time of the plan of a study relative to its bound; other trials are often shorter than a command.
 */
const MOST = 1.1;
/** Maximum cost relative to new rigs for every configuration, where trials are shorter than the setup. */
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
    `${(100 * plan.measuring).toFixed(0)}%`,
    `${(100 * bound.measuring).toFixed(0)}%`,
  ];
}

/** Lines about a plan; whether it is a study's, and exceeds its limits. */
export interface Verdict {
  readonly over: boolean;
  readonly lines: readonly string[];
}

/** Compares a plan with its bounds, and explains the difference by the overhead of fsxbench. */
export function judgeBounds({ plan, bound, fresh, study, shorterThanSetUp, ours }: Bounds): Verdict {
  const above: string[] = [];
  if (plan.usd > MOST * bound.usd)
    above.push(`${plan.usd.toFixed(2)} USD exceed ${MOST} times the bound, ${bound.usd.toFixed(2)}`);
  if (plan.seconds > MOST * bound.seconds)
    above.push(`${Math.round(plan.seconds)} s exceed ${MOST} times the bound, ${Math.round(bound.seconds)}`);
  const dear = shorterThanSetUp && plan.usd > OF_FRESH * fresh.usd;
  const possible = bound.usd <= OF_FRESH * fresh.usd;
  const share = (usd: number): string => (usd / fresh.usd).toFixed(2);
  const ofFresh = dear
    ? [
        possible
          ? `${plan.usd.toFixed(2)} USD exceed ${OF_FRESH} times the cost of new rigs, ${fresh.usd.toFixed(2)}`
          : `${share(plan.usd)} of the cost of new rigs; no plan reaches ${OF_FRESH}, because the bound alone is ` +
            `${share(bound.usd)}. Storage is billed once it is usable, so waiting for new rigs costs only time`,
      ]
    : [];
  const causes = Object.entries(ours).map(([cause, seconds]) => `${cause} ${Math.round(seconds)}`);
  const found = [...above, ...ofFresh];
  const lines = found.length === 0 ? [] : [...found, `overhead in seconds, all rigs together: ${causes.join(', ')}`];
  return { over: study && (above.length > 0 || (dear && possible)), lines };
}
