/** The question of an experiment as text: from the spec, else derived from `decide`. */
import { hasExternalPrice } from '../pricing/cell-prices';
import { formatExact } from '../shapes/exact-quantity';
import type { Criterion, DecisionRule } from '../shapes/decision-rule';
import { hasThreshold } from '../shapes/decision-rule';
import type { Thresholds } from './answer/thresholds';
import type { Metrics } from '../shapes/metric';
import type { Unit } from '../shapes/observation';
import type { Plan } from '../shapes/plan';
import { describeLevels } from './label';
import { getBetter, nameMetric } from './measures';

type MetricThresholds = Thresholds & { readonly metric: string };
type QuestionPlan = Pick<Plan, 'question' | 'decide' | 'experiment' | 'factors' | 'metrics'> &
  Partial<Pick<Plan, 'local' | 'cells'>>;

/** The question; without one, what the report describes. */
export function makeQuestion(plan: QuestionPlan): string {
  const { question, decide, experiment, factors } = plan;
  if (question !== null) return question;
  if (decide !== null) {
    const unit = findDecidedUnit(plan);
    // Local storage is free without external prices, so `cheapest` means best, or any that meets the threshold.
    const free = plan.local === true && decide.prefer === 'cheapest' && !hasExternalPrice(plan);
    const best = getBetter(plan.metrics, decide.metric, unit ?? 'count') === 'higher' ? 'highest' : 'lowest';
    const limited = hasThreshold(decide);
    return formatQuestion(free && !limited ? { ...decide, prefer: best } : decide, plan.metrics, free);
  }
  const names = factors.map(({ name }) => name);
  const last = names.at(-1);
  if (last === undefined) return `${experiment}: how does its only configuration perform?`;
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `${experiment}: what is the effect of ${listed}?`;
}

/** Unit of the metric that decides; null without a question, or if no workload declares the metric. */
export function findDecidedUnit({ decide, metrics }: Pick<Plan, 'decide' | 'metrics'>): Unit | null {
  return decide === null ? null : (metrics[decide.metric]?.unit ?? null);
}

/** A threshold as written in the spec, with all digits. */
export function formatLimit(limit: number, unit: Unit | null): string {
  return unit === null ? String(limit) : formatExact(limit, unit);
}

/** A threshold for readers: `10 ms`, `2 min`, `4,000 IOPS`. @param words names of the metric */
export function formatThreshold(limit: number, unit: Unit | null, words: string): string {
  const text = formatLimit(limit, unit);
  if (words.endsWith('IOPS')) return text.replace(/ ops\/s$/, ' IOPS');
  return text.replace(/^([\d.]+)([a-zµ]+)$/, (_, amount: string, of: string) => `${amount} ${of === 'm' ? 'min' : of}`);
}

/** Example: `quick (read p99 latency at most 5 ms in every window of 1 s)`. */
export function formatCriterion(criterion: Criterion, metrics: Metrics): string {
  const { name, metric, operation = null, statistic, everySeconds } = criterion;
  const of = statistic === undefined || everySeconds !== undefined ? '' : `${statistic} `;
  const windows = everySeconds === undefined ? '' : ` in every window of ${everySeconds} s`;
  return `${name} (${of}${nameMetric(metrics, metric, operation)} ${formatLimits(criterion, metrics)}${windows})`;
}

/** `, meeting quick (read p99 latency at most 5 ms), durable (…)`; empty without criteria. */
export function formatCriteria({ require = [] }: DecisionRule, metrics: Metrics): string {
  return require.length === 0 ? '' : `, meeting ${require.map((one) => formatCriterion(one, metrics)).join(', ')}`;
}

/** Example: `at least 250 MB/s and at most 500 MB/s`; empty without thresholds. */
export function formatLimits({ metric, atLeast, atMost }: MetricThresholds, metrics: Metrics): string {
  const [unit, words] = [metrics[metric]?.unit ?? null, nameMetric(metrics, metric)];
  const texts = { 'at least': atLeast, 'at most': atMost };
  return Object.entries(texts)
    .flatMap(([which, limit]) => (limit === undefined ? [] : [`${which} ${formatThreshold(limit, unit, words)}`]))
    .join(' and ');
}

/** @param share see {@link DecisionRule.noWorse} */
export function formatNoWorse(share: number): string {
  return `more than ${Number((100 * share).toPrecision(4))}% worse than its reference`;
}

function formatQuestion(decide: DecisionRule, metrics: Metrics, free: boolean): string {
  const { metric, operation = null, where, prefer } = decide;
  const levels = Object.keys(where);
  const at = levels.length === 0 ? '' : ` at ${describeLevels(where, levels)}`;
  const what = `typical ${nameMetric(metrics, metric, operation)}${at}`;
  if (decide.noWorse !== undefined) return `Is any configuration ${formatNoWorse(decide.noWorse)} in ${what}?`;
  const limits = formatLimits(decide, metrics);
  const keeping = formatCriteria(decide, metrics);
  if (prefer === 'cheapest')
    return limits === ''
      ? `Which configuration${keeping} is the cheapest (${what})?`
      : `Which ${free ? 'configuration has' : 'is the cheapest configuration with'} ${limits} of ${what}${keeping}?`;
  const of = limits === '' ? keeping : ` of those with ${limits}${keeping}`;
  return `Which configuration has the ${prefer} ${what}${of}?`;
}

/** Workloads in use with their settings: `mail: database, profile mail, databases 4, rate $rate`. */
export function listWorkloads({ spec, cells }: Pick<Plan, 'spec' | 'cells'>): readonly string[] {
  const used = new Set(cells.map(({ workload }) => workload));
  return Object.entries(spec.workloads)
    .filter(([name]) => used.has(name))
    .map(([name, { kind, ...settings }]) => {
      const texts = Object.entries(settings).map(([key, value]) => {
        const text = JSON.stringify(value)
          .replace(/["[\]]/g, '')
          .replace(/,(?=\S)/g, ', ');
        return `${key} ${text.length > 60 ? '…' : text}`;
      });
      return `${name}: ${[kind, ...texts].join(', ')}`;
    });
}
