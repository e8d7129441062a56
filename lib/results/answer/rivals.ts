/** What may be said of two cells: which one is ahead, by how many times, and whether that is more than chance. */
import type { Metric } from '../../shapes/metric';
import { TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Circumstances, Entrant } from './contender';
import { type Logs, logsOf } from '../statistics/logs';
import { isEqual, isMore, ratioOf } from '../statistics/welch';
import { unitKey } from '../statistics/statistics';

/**
 * One copy of each in one hour may differ by this much for no reason of the configurations: less is not laid to them,
 * be it ever so certain that these two copies differ.
 */
export const COPY_MARGIN = 0.1;

/** Why two cells are not told apart. */
export type Doubt =
  /** One of them has fewer than two units that count. */
  | 'few'
  /** Chance may do it. */
  | 'noise'
  /** It is certain, and less than what matters. */
  | 'margin'
  /** Medians, or the statistic that was asked for, order them the other way round. */
  | 'order'
  /** The one is ahead, but so little that the copy may do it: another block would tell. */
  | 'copy'
  /** Likewise, and they took no turns: by different rigs, or in different periods. */
  | 'hour';

/** The cell that leads against another one. */
export interface Compared {
  readonly cell: string;
  /** How many times it is better: values ÷, or times the other way round where less is better. Null for `few`. */
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly result: 'apart' | 'equal' | 'close';
  /** Null where they are apart or equal. */
  readonly doubt: Doubt | null;
  /** Both were measured on one copy, or neither is a copy of anything. */
  readonly sameCopy: boolean;
  /** Periods whose trials were compared; null for all of both. */
  readonly periods: readonly number[] | null;
}

/** What comparing is done by. */
export interface Asked extends Circumstances {
  readonly better: Metric['better'];
  readonly margin: number;
}

/** Holds the leader against another one. */
export function compared(leader: Entrant, rival: Entrant, asked: Asked): Compared {
  const { trials, made, several, better, margin } = asked;
  const periods = commonPeriods(leader, rival, asked);
  const [own, other] = [leader, rival].map((one) => logsIn(one, periods, asked));
  const [places, others] = [leader, rival].map(({ values }) => values.flatMap(({ trial }) => trials.get(trial) ?? []));
  const oneCopy = new Set([...(places ?? []), ...(others ?? [])].map(({ copy }) => copy)).size === 1;
  // Only the trials of one rig take turns, and there only those of one period: stages follow each other.
  const apart = !places?.some(({ rig, period }) => others?.some((one) => one.rig === rig && one.period === period));
  const base = { cell: rival.contender.cell, sameCopy: oneCopy || !made, periods };
  const few = Math.min(leader.contender.n, rival.contender.n) < TRIALS_TO_SPEAK_OF;
  const ratio = few || !own || !other ? null : better === 'higher' ? ratioOf(own, other) : ratioOf(other, own);
  if (ratio === null) return { ...base, ratio: null, low: null, high: null, result: 'close', doubt: 'few' };
  const { low, high } = ratio;
  const found = { ...base, ratio: ratio.ratio, low, high };
  if (!isMore(ratio, margin)) {
    if (!isEqual(ratio, margin)) return { ...found, result: 'close', doubt: low > 1 ? 'margin' : 'noise' };
    return several || !apart
      ? { ...found, result: 'equal', doubt: null }
      : { ...found, result: 'close', doubt: 'hour' };
  }
  const [a, b] = [leader.contender.value, rival.contender.value];
  if (better === 'higher' ? a < b : a > b) return { ...found, result: 'close', doubt: 'order' };
  // With several blocks copies and hours are drawn anew; on one copy in one period there is nothing else that differs.
  const confounded = !several && (apart || (!oneCopy && made));
  if (confounded && low < 1 + COPY_MARGIN) return { ...found, result: 'close', doubt: apart ? 'hour' : 'copy' };
  return { ...found, result: 'apart', doubt: null };
}

/** Periods in which both have two trials that count; null where there is none, or all trials are of such. */
function commonPeriods(a: Entrant, b: Entrant, { trials }: Asked): readonly number[] | null {
  const count = ({ values }: Entrant): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    for (const { trial } of values) {
      const period = trials.get(trial)?.period ?? 1;
      counts.set(period, (counts.get(period) ?? 0) + 1);
    }
    return counts;
  };
  const [its, others] = [count(a), count(b)];
  const both = [...its].flatMap(([period, n]) =>
    n >= TRIALS_TO_SPEAK_OF && (others.get(period) ?? 0) >= TRIALS_TO_SPEAK_OF ? [period] : [],
  );
  const all = new Set([...its.keys(), ...others.keys()]);
  return both.length === 0 || both.length === all.size ? null : both;
}

function logsIn({ contender, values }: Entrant, periods: readonly number[] | null, { trials }: Asked): Logs | null {
  if (periods === null) return contender.logs;
  return logsOf(
    values
      .filter(({ trial }) => periods.includes(trials.get(trial)?.period ?? 1))
      .map((one) => ({ value: one.value, unit: unitKey(one, contender.unitKind) })),
  );
}
