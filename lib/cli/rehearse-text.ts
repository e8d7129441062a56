/** What a rehearsal says: cost by line item and phase, time and critical path, what the machines did, the proof. */
import { endText, type Colours } from '../report/text';
import { formatUsd, threeDigits } from '../results/format';
import { formatSeconds } from '../workloads/quantity';
import { totals } from '../twin/rehearsal/machines';
import type { Rehearsal } from '../twin/rehearsal/rehearse';
import { causeText } from './cause';

/** Marks every rehearsal, in text and JSON. */
const NOTE = 'modelled: nothing was created, measured or paid';

/** One JSON document. Same rehearsal, same bytes. */
export function rehearsalJson(rehearsal: Rehearsal, executionId: string, report: string | null): unknown {
  const { status, error, cause, summary, receipt, bill, seconds, path, machines, complaints, plan } = rehearsal;
  const { transitions, events, payloadBytes } = totals(machines);
  return {
    simulated: true,
    note: NOTE,
    executionId,
    outcome: status,
    ...(error === undefined ? {} : { error, cause: causeText(cause) }),
    seconds,
    cost: { ...bill, estimateUsd: plan?.estimate.usd ?? null, maxUsd: plan?.spec.limits.maxUsd ?? null },
    criticalPath: path,
    stateMachines: { transitions, mostEvents: events, mostPayloadBytes: payloadBytes, machines },
    answer: summary?.answer ?? null,
    verdicts: summary?.verdicts ?? null,
    receipt,
    complaints,
    report,
  };
}

export interface TextOptions {
  readonly colours: Colours;
  readonly report: string | null;
  readonly columns: number;
}

/** Lines for a person. */
export function rehearsalText(rehearsal: Rehearsal, { colours, report, columns }: TextOptions): string {
  const { summary, receipt, status, error, cause, complaints } = rehearsal;
  const lines = [
    ...(summary === null
      ? [colours.red(`no results: ${status} ${error ?? ''} ${causeText(cause)}`.trim())]
      : endText(summary, { colours, reportPath: report ?? 'none', columns, receipt, outcome: status })),
    ...(summary?.outcomes ?? []).flatMap(({ rig, status: of, reason }) =>
      of === 'FAILED'
        ? [colours.red(`rig ${rig} failed: ${reason?.code ?? 'Unknown'}: ${causeText(reason?.text)}`)]
        : [],
    ),
    ...costLines(rehearsal),
    ...timeLines(rehearsal),
    ...complaints.map((one) => colours.red(`check failed: ${one}`)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function costLines({ bill }: Rehearsal): string[] {
  const { lines, phases, measuringShare, idle, unknown } = bill;
  const share = measuringShare === null ? '' : `; ${threeDigits(measuringShare * 100)} % of it while hosts measured`;
  return [
    `paid      ${formatUsd(bill.usd)}${share}`,
    ...lines.map(({ item, quantity, unit, usdPerUnit, usd }) => {
      const sum = `${threeDigits(quantity)} ${unit} x ${threeDigits(usdPerUnit)}`;
      return `          ${item}: ${sum} = ${formatUsd(usd)}`;
    }),
    ...unknown.map((name) => `          ${name}: no price is known, the sum is too low`),
    `phases    ${phases.map((one) => `${one.phase} ${formatUsd(one.usd)} in ${whole(one.seconds)}`).join(', ')}`,
    `idle      ${idle.map(({ rig, seconds }) => `${rig} ${whole(seconds)}`).join(', ')}`,
  ];
}

function timeLines({ seconds, path, machines }: Rehearsal): string[] {
  const { transitions, events, payloadBytes } = totals(machines);
  return [
    `time      ${whole(seconds)}: ${path.map((step) => `${step.what} ${whole(step.seconds)}`).join(', ')}`,
    `machines  ${transitions} transitions; at most ${events} events and ${payloadBytes} bytes in one execution`,
  ];
}

function whole(seconds: number): string {
  return formatSeconds(Math.round(seconds));
}
