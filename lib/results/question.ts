/** The question of an experiment in words: its own, or one that is made of what is asked in numbers. */
import { pricedElsewhere } from './from-spec/prices';
import { echo } from '../shapes/echo';
import type { Criterion, Decide } from '../shapes/decide';
import { isLimited, type Limits } from './answer/standings';
import type { Metrics } from '../shapes/metric';
import type { Unit } from '../shapes/observation';
import type { Plan } from '../shapes/plan';
import { levelWords } from './label';
import { betterOf, metricWords } from './measures';

type Asked = Pick<Plan, 'question' | 'decide' | 'experiment' | 'factors' | 'metrics'> &
  Partial<Pick<Plan, 'local' | 'cells'>>;

/** What the report answers, or describes where nothing is to be decided. */
export function questionOf(plan: Asked): string {
  const { question, decide, experiment, factors } = plan;
  if (question !== null) return question;
  if (decide !== null) {
    const unit = decidedUnit(plan);
    // All of one machine costs nothing, unless the spec says what is paid elsewhere: the answer prefers the best too,
    // or asks for the limit alone.
    const free = plan.local === true && decide.prefer === 'cheapest' && !pricedElsewhere(plan);
    const best = betterOf(plan.metrics, decide.metric, unit ?? 'count') === 'higher' ? 'highest' : 'lowest';
    const limited = isLimited(decide);
    return asked(free && !limited ? { ...decide, prefer: best } : decide, plan.metrics, unit, free);
  }
  const names = factors.map(({ name }) => name);
  const last = names.at(-1);
  if (last === undefined) return `${experiment}: what does its only configuration give?`;
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `${experiment}: what ${names.length === 1 ? 'does' : 'do'} ${listed} change?`;
}

/** Unit of the metric that decides; null where no workload of the plan is known to measure it, or nothing is asked. */
export function decidedUnit({ decide, metrics }: Pick<Plan, 'decide' | 'metrics'>): Unit | null {
  return decide === null ? null : (metrics[decide.metric]?.unit ?? null);
}

/** A limit as the spec has it, in full. */
export function limitText(limit: number, unit: Unit | null): string {
  return unit === null ? String(limit) : echo(limit, unit);
}

/** `10 ms`, `2 min`, `4,000 IOPS`: a limit of the spec as people read it. @param words of its metric */
export function formatThreshold(limit: number, unit: Unit | null, words: string): string {
  const text = limitText(limit, unit);
  if (words.endsWith('IOPS')) return text.replace(/ ops\/s$/, ' IOPS');
  return text.replace(/^([\d.]+)([a-zµ]+)$/, (_, amount: string, of: string) => `${amount} ${of === 'm' ? 'min' : of}`);
}

/** `quick (read p99 latency at most 5ms)`: what a criterion asks. */
export function criterionText(criterion: Criterion, metrics: Metrics): string {
  const { name, metric, operation = null, statistic, atLeast, atMost } = criterion;
  const unit = metrics[metric]?.unit ?? null;
  const limits = limitsText({ atLeast, atMost }, unit);
  const of = statistic === undefined ? '' : `${statistic} `;
  return `${name} (${of}${metricWords(metrics, metric, operation)} ${limits})`;
}

/** `, keeping to quick (read p99 latency at most 5ms), durable (…)`; empty where no criterion is required. */
export function keepingText({ require = [] }: Decide, metrics: Metrics): string {
  return require.length === 0 ? '' : `, keeping to ${require.map((one) => criterionText(one, metrics)).join(', ')}`;
}

function limitsText({ atLeast, atMost }: Limits, unit: Unit | null): string {
  const texts = { 'at least': atLeast, 'at most': atMost };
  return Object.entries(texts)
    .flatMap(([which, limit]) => (limit === undefined ? [] : [`${which} ${limitText(limit, unit)}`]))
    .join(' and ');
}

function asked(decide: Decide, metrics: Metrics, unit: Unit | null, free: boolean): string {
  const { metric, operation = null, where, atLeast, atMost, prefer } = decide;
  const levels = Object.keys(where);
  const at = levels.length === 0 ? '' : ` at ${levelWords(where, levels)}`;
  const what = `typical ${metricWords(metrics, metric, operation)}${at}`;
  const limits = limitsText({ atLeast, atMost }, unit);
  const keeping = keepingText(decide, metrics);
  if (prefer === 'cheapest')
    return limits === ''
      ? `Which configuration${keeping} is the cheapest (${what})?`
      : `Which ${free ? 'configuration has' : 'is the cheapest configuration with'} ${limits} of ${what}${keeping}?`;
  const of = limits === '' ? keeping : ` of those with ${limits}${keeping}`;
  return `Which configuration has the ${prefer} ${what}${of}?`;
}
