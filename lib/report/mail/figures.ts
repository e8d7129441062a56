/** Results as lines of a mail: answer, trials, cost, new changes of level. */
import { narrowToWalk } from '../../shapes/walk';
import { formatChange, pluralize, formatUsd } from '../../results/format';
import { nameMetric } from '../../results/measures';
import { sumRigCosts } from '../../results/rig-cost';
import type { Summary } from '../../results/summary';
import { groupBy } from '../../shapes/collections';
import { replaceUnprintable } from '../../shapes/printable';
import type { ExecutionHistory, ReportedChange } from '../../shapes/result';
import { DEFAULT_STACK_NAME } from '../../shapes/stack-name';
import { VERDICTS } from '../../shapes/verdict';
import { wrapWords } from '../lines';
import type { MailFacts } from './facts';

/** Width of a mail in characters: every mail reader shows such lines without wrapping. */
export const COLUMNS = 76;
/** Maximum length of the reason why a rig ended; the report contains the full text. */
const CAUSE_MAX = 500;

/** The answer with evidence and cautions, wrapped. */
export function formatAnswer({ answer, simulated }: Summary): string[] {
  const banner = simulated ? ['SIMULATED: these numbers come from a model, not from a measurement.', ''] : [];
  return [
    ...banner,
    ...[answer.headline, ...(answer.events ?? []), ...answer.evidence, ...answer.cautions].flatMap((text) =>
      wrapWords(toPlain(text), COLUMNS),
    ),
  ];
}

/** Example: `trials 22 VALID, 2 SUSPECT of 24`. */
export function formatTrialCounts({ verdicts, trials }: Summary): string {
  const found = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => `${verdicts[verdict]} ${verdict}`);
  return `trials   ${found.join(', ')} of ${pluralize(trials.length, 'trial')}`;
}

/** Rigs that failed or stopped early, and why. */
export function formatRigs({ plan, summary }: MailFacts): string[] {
  if (plan === null || summary === null) return [];
  const outcomes = new Map(summary.outcomes.map((one) => [one.rig, one]));
  return narrowToWalk(plan, summary.walk?.batches).rigs.flatMap(({ rig }) => {
    const outcome = outcomes.get(rig);
    if (outcome === undefined) return [`${rig}  without outcome: it never started, was stopped, or lost its outcome`];
    if (outcome.status === 'SUCCEEDED') return [];
    const { code, text } = outcome.reason ?? { code: outcome.status, text: 'no reason given' };
    return wrapWords(`${rig}  ${outcome.status} ${code}: ${toPlain(text).slice(0, CAUSE_MAX)}`, COLUMNS);
  });
}

/** Spend against the budget, by list prices, as the bill comes later. */
export function formatSpend({ plan: whole, summary, receipt, clean }: MailFacts): string[] {
  if (whole === null || whole.local) return [];
  const plan = narrowToWalk(whole, summary?.walk?.batches);
  const { usd: estimate } = plan.estimate;
  const { maxUsd } = plan.spec.limits;
  const limits = `of ${formatUsd(maxUsd)} allowed; the estimate was ${formatUsd(estimate)}`;
  const known = summary?.cost.spendUsd ?? null;
  if (known !== null) return [`spent    ${formatUsd(known)} ${limits}`];
  const { usd, unknown } = sumRigCosts(plan, summary?.outcomes ?? [], receipt?.verifiedAt ?? null);
  if (unknown.length === plan.rigs.length) return [`spent    unknown: rigs left no times (${limits})`];
  // While resources remain, their delete times are unknown: count all of them until the receipt.
  if (!clean && unknown.length === 0) {
    return [
      `spent    at most ${formatUsd(usd)} so far ${limits}`,
      '         (list prices, as if all resources still existed; the bill comes later)',
    ];
  }
  const about = unknown.length === 0 ? 'about' : 'at least';
  return [
    `spent    ${about} ${formatUsd(usd)} ${limits}`,
    '         (list prices, while the rigs existed; the bill comes later)',
    ...(unknown.length === 0 ? [] : [`         (without ${unknown.join(', ')}, which left no times)`]),
    ...(plan.cells.some(({ transferUsdPerGiB }) => transferUsdPerGiB !== undefined)
      ? ['         (without charges per GiB transferred, which the estimate includes)']
      : []),
  ];
}

/** Listed configurations, and differences, of one first execution. */
const LINES_MAX = 10;

/** Configurations, size, first execution and what else differs there, and a command for the page. */
export function formatChanges(facts: MailFacts): string[] {
  const { history, experiment, place } = facts;
  if (!history || history.changes.length === 0 || experiment === null) return [];
  const bySteps = groupBy(history.changes, ({ before, from }) => `${before} → ${from}`);
  const { metric } = history;
  const stack = place.stack === DEFAULT_STACK_NAME ? '' : ` --stack ${place.stack}`;
  return [
    ...[...bySteps].flatMap(([step, changes]) => formatStep(step, changes, history, facts)),
    'Page of the history',
    `npx fsxbench history ${experiment} --region ${place.region}${stack} --metric ${metric} --html history.html`,
  ];
}

function formatStep(
  step: string,
  changes: readonly ReportedChange[],
  { metric, executions }: ExecutionHistory,
  { summary }: MailFacts,
): string[] {
  const [first] = changes;
  const since = first?.started.slice(0, 16).replace('T', ' ') ?? '';
  const seen = Math.min(...changes.map((one) => one.executions));
  const lines = changes.map(({ label, operation, change, low, high }) => {
    const who = label ?? 'all configurations together (hour, hosts or AWS)';
    const name = nameMetric(summary?.metrics ?? {}, metric, operation);
    return `${who}: ${name} ${formatChange(change)} (${formatChange(low)} to ${formatChange(high)})`;
  });
  const differs = first?.differs ?? null;
  const causes = differs?.length === 0 ? ['nothing in settings, prices, and what hosts reported'] : differs;
  return [
    ...limitLines(lines),
    `since ${since} UTC, ${step}; seen after ${pluralize(seen, 'execution')} of the new level, ${executions} compared`,
    ...(causes === null ? ['What else differs is unknown.'] : ['What else differs:', ...limitLines(causes)]),
  ].flatMap((line) => wrapWords(toPlain(line), COLUMNS));
}

function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - LINES_MAX;
  return [...lines.slice(0, LINES_MAX), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** One line of a text from specs and services, without characters that could hide or reverse what follows. */
export function toPlain(text: string): string {
  return replaceUnprintable(text, ' ');
}
