/** Output of a rehearsal: cost, duration, cleanup, and last the simulated answer. */
import { readErrorMessage } from '../../shapes/function-error';
import { toPrintable } from '../../shapes/printable';
import { type NeededTool, listNeededTools } from '../../aws/admission/tools';
import { formatPriceDates } from '../../pricing/price-book';
import { computeOverheadUsd } from '../../pricing/overhead';
import type { Problem } from '../../shapes/problem';
import { makeResult } from '../../report/result';
import { type Colours, formatReceipt } from '../../report/terminal-text';
import { groupReasons } from '../../results/reason-groups';
import { pluralize, formatUsd, formatUsdParts, toThreeDigits } from '../../results/format';
import type { Summary } from '../../results/summary';
import type { CostKind } from '../../shapes/price';
import { groupBy } from '../../shapes/collections';
import type { Plan } from '../../shapes/plan';
import { formatSeconds } from '../../shapes/quantity';
import { readOutcome } from '../../shapes/receipt';
import { formatSettlement } from '../../report/terminal-text';
import { VERDICTS } from '../../shapes/verdict';
import { sumStateMachineUse } from '../../twin/rehearsal/machine-use';
import type { Rehearsal } from '../../twin/rehearsal/rehearse';

const SIMULATED_NOTE = 'simulated: nothing was created, measured or billed';

/** Additional members of the JSON document. */
export interface JsonExtras {
  /** Region of the prices; null if unknown. */
  readonly region: string | null;
  /** Warnings and advice about the spec. */
  readonly problems: readonly Problem[];
}

/** One JSON document, the same bytes for the same rehearsal. @param report path of the report; null without one */
export function formatRehearsalJson(
  rehearsal: Rehearsal,
  executionId: string,
  report: string | null,
  { region, problems }: JsonExtras = { region: null, problems: [] },
): unknown {
  const { status, error, cause, summary, receipt, bill, seconds, path, machines, complaints, plan } = rehearsal;
  const { transitions, events, payloadBytes } = sumStateMachineUse(machines);
  const assumed = listAssumedTools(plan);
  const known = { executionId, experiment: plan?.experiment ?? null, plan: plan ?? null, summary, receipt };
  const ended = { error: error ?? null, cause: readErrorMessage(cause), outcome: readOutcome(status) };
  const [servicesUsd, maxUsd] = plan === null ? [null, null] : [computeOverheadUsd(plan), plan.spec.limits.maxUsd];
  const place = { stack: 'rehearsal', links: { execution: null, report, files: null } };
  return {
    simulated: true,
    note: SIMULATED_NOTE,
    executionId,
    outcome: status,
    ...(error === undefined ? {} : { error, cause: readErrorMessage(cause) }),
    seconds,
    cost: { region, ...bill, servicesUsd, estimateUsd: plan?.estimate.usd ?? null, maxUsd },
    criticalPath: path,
    stateMachines: { transitions, mostEvents: events, mostPayloadBytes: payloadBytes, machines },
    answer: summary?.answer ?? null,
    verdicts: summary?.verdicts ?? null,
    receipt,
    complaints,
    problems,
    ...(assumed.length === 0 ? {} : { assumedTools: assumed }),
    report,
    result: makeResult({ ...known, ...ended, ...place, clean: receipt?.clean ?? null }),
  };
}

export interface TextOptions {
  readonly colours: Colours;
  /** Region of the prices. */
  readonly region: string;
  readonly report: string | null;
  /** A title of one of several rehearsals, which begins with its answer and lacks details; null for a single one. */
  readonly title: string | null;
}

/** The text output: the cost first, the simulated answer last. */
export function formatRehearsal(rehearsal: Rehearsal, { colours, region, report, title }: TextOptions): string {
  const { summary, status, error, cause, complaints } = rehearsal;
  const answer = summary === null ? [] : formatAnswer(summary, colours);
  const rigs = (summary?.outcomes ?? []).filter((one) => one.status === 'FAILED');
  const failures = [
    ...(status === 'SUCCEEDED' ? [] : [`${status} ${error ?? ''} ${readErrorMessage(cause)}`.trim()]),
    ...rigs.map(({ rig, reason }) => `rig ${rig}: ${reason?.code ?? 'Unknown'}: ${readErrorMessage(reason?.text)}`),
    ...complaints,
  ];
  const lines = [
    ...(title === null ? [] : [colours.bold(title), ...answer]),
    formatCost(rehearsal, region),
    ...rehearsal.bill.unknown.map((name) => formatRow('no price', [`${name}: the total is too low`])),
    ...(title === null ? formatDetails(rehearsal, region) : []),
    ...formatMeasuredShare(summary),
    formatRow('cleanup', [formatReceipt(rehearsal.receipt, colours)]),
    ...failures.map((one) => colours.red(formatRow('failed', [one]))),
    ...formatStops(summary).map(colours.yellow),
    ...(report === null ? [] : [formatRow('report', [report])]),
    ...(title === null ? answer : ['']),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function formatMeasuredShare(summary: Summary | null): string[] {
  const share = summary?.cost.measuredShare ?? null;
  return share === null
    ? []
    : [formatRow('measured', [`${toThreeDigits(share * 100)}% of the time that rigs exist, without warm-up`])];
}

/** Models: `lib/targets/<kind>/model.ts`, `lib/twin/hosts/modelled/performance`. */
const MODEL_NOTE =
  'rates and latencies: typical for each target, queues at its limits, 3% noise, without outliers or noisy neighbors;' +
  ' commands arrive at once, but take seconds on AWS: see the estimate';

function formatRow(title: string, texts: readonly string[]): string {
  return `${title.padEnd(12)}${texts.join('; ')}`;
}

/** Reason codes, from the state machines, that stop a rig before all its trials. */
const STOP_CODES: Readonly<Record<string, (rigs: string) => string>> = {
  BudgetReached: (rigs) => `budget share reached in ${rigs}`,
  DeadlineReached: (rigs) => `deadline reached in ${rigs}`,
};

function formatStops(summary: Summary | null): string[] {
  const parts = Object.entries(STOP_CODES).flatMap(([code, words]) => {
    const stopped = (summary?.trials ?? []).filter(
      ({ verdict, reasons }) => verdict === 'NOT_RUN' && reasons.some((reason) => reason.code === code),
    );
    const rigs = [...new Set(stopped.map(({ rig }) => rig))].join(', ');
    return stopped.length === 0 ? [] : [`${stopped.length} NOT_RUN: ${words(rigs)}`];
  });
  return parts.length === 0 ? [] : [formatRow('stopped', parts)];
}

/** External actions between stages, and tool bundles, that a rehearsal assumes. */
function listAssumptions(plan: Plan | null): string[] {
  const batches = (plan?.rigs ?? []).flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  const hooks = actions.filter((action) => 'hook' in action).length;
  const of = (count: number, what: string): string[] => (count === 0 ? [] : [pluralize(count, what)]);
  const all = [...of(actions.length - hooks, 'confirmation'), ...of(hooks, 'hook')].join(' and ');
  return [
    ...(all === '' ? [] : [`${all} assumed to succeed`]),
    ...listAssumedTools(plan).map(
      ({ bundle, system }) => `tool bundle '${bundle}' for ${system} (npx fsxbench tools --help)`,
    ),
  ];
}

function listAssumedTools(plan: Plan | null): readonly NeededTool[] {
  return plan === null ? [] : listNeededTools(plan);
}

/** Alarms and similar resources that were not created, with counts; the rig continues without them. */
function formatSkippedResources(summary: Summary | null): string[] {
  const all = (summary?.outcomes ?? []).flatMap(({ without = [] }) => without);
  return [...groupBy(all, ({ request, text }) => `${request}: ${text}`)].map(([what, its]) =>
    formatRow('missing', [`${what} (${pluralize(its.length, 'time')})`]),
  );
}

const SERVICES_NOTE = 'estimate and budget exclude services (Step Functions, Lambda, S3, logs)';

/** Cost against the budget. */
function formatCost({ bill, plan, seconds }: Rehearsal, region: string): string {
  const services = plan === null ? '' : ` and about ${formatUsd(computeOverheadUsd(plan))} for services`;
  const budget = formatUsd(plan?.spec.limits.maxUsd ?? 0);
  const known = plan === null ? '' : `${services} (estimate ${formatUsd(plan.estimate.usd)}, budget ${budget})`;
  return formatRow('would cost', [`${formatUsd(bill.usd)}${known}, ${formatDuration(seconds)}, ${region}`]);
}

/** Limits, parts of the cost, and assumptions; report and JSON have the items of the bill. */
function formatDetails({ bill, plan, seconds, path, summary }: Rehearsal, region: string): string[] {
  const { usd, lines, phases } = bill;
  const sumOf = (of: CostKind): number => lines.reduce((sum, line) => sum + (line.of === of ? line.usd : 0), 0);
  const [storage = '', hosts = ''] = formatUsdParts([sumOf('storage'), sumOf('hosts')], usd);
  const spent = formatUsdParts(
    phases.map((one) => one.usd),
    usd,
  );
  const byPhase = phases.map((one, at) => `${one.phase} ${spent[at] ?? ''} (${formatDuration(one.seconds)})`);
  const until = plan === null ? 0 : plan.deadline - Date.parse(plan.startedAt) / 1000;
  const most = `${formatUsd(plan?.spec.limits.maxUsd ?? 0)}: a rig stops at its share of the budget`;
  const parts = [
    formatRow('by phase', [byPhase.join(' + ')]),
    formatRow('by item', [`storage ${storage} + hosts ${hosts}`, ...(plan === null ? [] : [SERVICES_NOTE])]),
    formatRow('prices', [formatPriceDates(lines, region), 'sources: `npx fsxbench prices`']),
  ];
  return [
    ...(plan === null ? [] : [formatRow('at most', [most, `no trial starts after ${formatDuration(until)}`])]),
    ...(usd > 0 ? parts : []),
    formatRow('duration', [`${formatDuration(seconds)}: ${formatCriticalPath(path).join(', ')}`]),
    formatRow('assumed', [...listAssumptions(plan), MODEL_NOTE]),
    ...formatSkippedResources(summary),
  ];
}

/** Steps of the critical path; steps with the same name are merged. */
function formatCriticalPath(path: Rehearsal['path']): readonly string[] {
  return [...groupBy(path, ({ what }) => what)].map(([what, steps]) => {
    const times = steps.length === 1 ? '' : ` (${steps.length} times)`;
    return `${what} ${formatDuration(steps.reduce((sum, { seconds }) => sum + seconds, 0))}${times}`;
  });
}

function formatDuration(seconds: number): string {
  return formatSeconds(Math.round(seconds));
}

/** The simulated answer in one line, and the most common reason of excluded trials. */
function formatAnswer(summary: Summary, { bold, yellow }: Colours): string[] {
  const { answer, verdicts } = summary;
  const counts = VERDICTS.flatMap((one) => (verdicts[one] > 0 ? [`${verdicts[one]} ${one}`] : [])).join(', ');
  const [why] = groupReasons(summary);
  const reason = why === undefined ? '' : ` (${why.trials.length} ${why.code}: ${toPrintable(why.text)})`;
  const lead = bold(yellow('simulated figures, not a measurement'));
  const { settle } = answer;
  return [
    `${lead}: ${counts}${reason}. ${toPrintable(answer.headline)}`,
    ...(settle === null ? [] : [formatRow('to settle', [toPrintable(formatSettlement(settle))])]),
  ];
}
