/** What a rehearsal says: cost by line item and phase, time and critical path, what the machines did, the proof. */
import { readMessage } from '../../shapes/errors';
import { type NeededTool, neededTools } from '../../aws/admission/tools';
import { TRANSITION_USD } from '../../pricing/requests';
import type { Problem } from '../../shapes/problem';
import { makeResult } from '../../report/result';
import { endText, type Colours } from '../../report/text';
import { formatUsd, threeDigits } from '../../results/format';
import type { Summary } from '../../results/summary';
import { groupBy } from '../../shapes/group';
import type { Plan } from '../../shapes/plan';
import { formatSeconds } from '../../shapes/quantity';
import { readOutcome } from '../../shapes/receipt';
import { totals } from '../../twin/rehearsal/machines';
import type { Rehearsal } from '../../twin/rehearsal/rehearse';

/** Marks every rehearsal, in text and JSON. */
const NOTE = 'modelled: nothing was created, measured or paid';

/** What a rehearsal itself does not know. */
export interface About {
  /** Whose prices were reckoned with; null where it is not known. */
  readonly region: string | null;
  /** Warnings and advice about the spec. */
  readonly problems: readonly Problem[];
}

/**
 * One JSON document. Same rehearsal, same bytes.
 * @param report path of the report; null where there is none
 */
export function rehearsalJson(
  rehearsal: Rehearsal,
  executionId: string,
  report: string | null,
  { region, problems }: About = { region: null, problems: [] },
): unknown {
  const { status, error, cause, summary, receipt, bill, seconds, path, machines, complaints, plan } = rehearsal;
  const { transitions, events, payloadBytes } = totals(machines);
  const assumed = assumedTools(plan);
  const known = { executionId, experiment: plan?.experiment ?? null, plan: plan ?? null, summary, receipt };
  const ended = { error: error ?? null, cause: readMessage(cause), outcome: readOutcome(status) };
  const place = { stack: 'rehearsal', links: { execution: null, report, files: null } };
  return {
    simulated: true,
    note: NOTE,
    executionId,
    outcome: status,
    ...(error === undefined ? {} : { error, cause: readMessage(cause) }),
    seconds,
    cost: { region, ...bill, estimateUsd: plan?.estimate.usd ?? null, maxUsd: plan?.spec.limits.maxUsd ?? null },
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
  /** Whose prices were reckoned with. */
  readonly region: string;
  readonly report: string | null;
  readonly columns: number;
}

/** Lines for a person. */
export function rehearsalText(rehearsal: Rehearsal, { colours, region, report, columns }: TextOptions): string {
  const { summary, receipt, status, error, cause, complaints } = rehearsal;
  const lines = [
    ...(summary === null
      ? [colours.red(`no results: ${status} ${error ?? ''} ${readMessage(cause)}`.trim())]
      : endText(summary, { colours, reportPath: report ?? 'none', columns, receipt, outcome: status })),
    ...(summary?.outcomes ?? []).flatMap(({ rig, status: of, reason }) =>
      of === 'FAILED'
        ? [colours.red(`rig ${rig} failed: ${reason?.code ?? 'Unknown'}: ${readMessage(reason?.text)}`)]
        : [],
    ),
    ...stoppedLines(summary).map(colours.yellow),
    ...costLines(rehearsal, region),
    ...othersLines(rehearsal.plan),
    ...toolsLines(rehearsal.plan),
    ...timeLines(rehearsal),
    ...complaints.map((one) => colours.red(`check failed: ${one}`)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What stopped a rig before all of its trials: codes of reasons, as the state machines write them. */
const STOPS: Readonly<Record<string, (rigs: string) => string>> = {
  BudgetReached: (rigs) => `the share of the budget of ${rigs} was reached`,
  DeadlineReached: (rigs) => `the deadline came first in ${rigs}`,
};

function stoppedLines(summary: Summary | null): string[] {
  const parts = Object.entries(STOPS).flatMap(([code, words]) => {
    const stopped = (summary?.trials ?? []).filter(
      ({ verdict, reasons }) => verdict === 'NOT_RUN' && reasons.some((reason) => reason.code === code),
    );
    const rigs = [...new Set(stopped.map(({ rig }) => rig))].join(', ');
    return stopped.length === 0 ? [] : [`${stopped.length} NOT_RUN: ${words(rigs)}`];
  });
  return parts.length === 0 ? [] : [`stopped   ${parts.join('; ')}`];
}

/** What others are asked for between the stages of a target. */
function othersLines(plan: Plan | null): string[] {
  const batches = (plan?.rigs ?? []).flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  if (actions.length === 0) return [];
  const hooks = actions.filter((action) => 'hook' in action).length;
  const of = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
  const all = [...of(actions.length - hooks, 'confirmation'), ...of(hooks, 'hook')].join(' and ');
  return [`others    modelled: ${all}; nobody was asked, and nothing of yours was run`];
}

/** Tools that somebody has to bring: a rehearsal takes them as there. */
function toolsLines(plan: Plan | null): string[] {
  return assumedTools(plan).map(
    ({ bundle, system }) =>
      `tools     modelled: tool bundle '${bundle}' for ${system}; a deployment must have it: npx fsxbench tools --help`,
  );
}

function assumedTools(plan: Plan | null): readonly NeededTool[] {
  return plan === null ? [] : neededTools(plan);
}

/** Quantities and prices of the items stand in the report and in the JSON: here they would take a line each. */
function costLines({ bill }: Rehearsal, region: string): string[] {
  const { lines, phases, measuringShare, hosts, idle, unknown } = bill;
  const items = [...lines].sort((a, b) => b.usd - a.usd).map(({ item, usd }) => `${formatUsd(usd)} ${item}`);
  const spent = phases.map(({ phase, usd, seconds }) => `${phase} ${formatUsd(usd)} in ${whole(seconds)}`);
  const unused = idle.filter(({ seconds }) => Math.round(seconds) > 0);
  const rigs = unused.map(({ rig, seconds }) => `${rig} ${whole(seconds)}`).join(', ');
  return [
    `paid      ${formatUsd(bill.usd)} at prices of ${region}${items.length === 0 ? '' : `: ${items.join('; ')}`}`,
    ...unknown.map((name) => `          ${name}: no price is known, the sum is too low`),
    ...(spent.length === 0
      ? []
      : [`phases    of all rigs together: ${spent.join(', ')}${shareText(measuringShare)}${fleetsText(hosts)}`]),
    ...(rigs === '' ? [] : [`unused    storage paid for without hosts that prepare, a trial or a change: ${rigs}`]),
  ];
}

function fleetsText({ measuringUsd, otherUsd }: Rehearsal['bill']['hosts']): string {
  if (measuringUsd + otherUsd === 0) return '';
  return `; fleets ${formatUsd(measuringUsd)} in trials, ${formatUsd(otherUsd)} outside of them`;
}

/** Hosts measure for less than the phase of that name lasts: it begins with the first trial and has its gaps. */
function shareText(share: number | null): string {
  if (share === null) return '';
  return `; ${threeDigits(share * 100)} % of the money was spent while hosts measured (without warm-up and waiting)`;
}

function timeLines({ seconds, path, machines, plan }: Rehearsal): string[] {
  const { transitions, events, payloadBytes } = totals(machines);
  const chain = chainText(
    path,
    (plan?.rigs ?? []).map(({ rig }) => rig),
  );
  return [
    `time      ${whole(seconds)}${chain}: ${pathParts(path).join(', ')}`,
    `machines  ${transitions} transitions (${formatUsd(transitions * TRANSITION_USD)}, in no sum above); ` +
      `at most ${events} events and ${payloadBytes} bytes in one execution`,
  ];
}

/** Which of several rigs, that waited for each other, took longest: what follows are the steps of those. */
function chainText(path: Rehearsal['path'], rigs: readonly string[]): string {
  const chain = rigs.filter((rig) => path.some(({ what }) => what.startsWith(`${rig} `)));
  if (rigs.length < 2 || chain.length === 0) return '';
  return `, of ${rigs.length} rigs the longest ${chain.length === 1 ? 'is' : 'chain is'} ${chain.join(', ')}`;
}

/** Steps of the critical path that are told one by one; of more, those that are called the same stand together. */
const STEPS_MAX = 10;

function pathParts(path: Rehearsal['path']): readonly string[] {
  if (path.length <= STEPS_MAX) return path.map(({ what, seconds }) => `${what} ${whole(seconds)}`);
  return [...groupBy(path, ({ what }) => what)].map(([what, steps]) => {
    const times = steps.length === 1 ? '' : ` (${steps.length} times)`;
    return `${what} ${whole(steps.reduce((sum, { seconds }) => sum + seconds, 0))}${times}`;
  });
}

function whole(seconds: number): string {
  return formatSeconds(Math.round(seconds));
}
