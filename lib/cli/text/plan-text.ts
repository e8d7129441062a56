/** A plan as one screen of text, and its scripts. */
import { apartOf, provesOf } from '../../experiment/plan/comparison';
import { expected } from '../../shapes/errors';
import { described } from '../../experiment/cells/cells';
import type { Cell, PlannedStep, Plan, RigPlan, Scripts } from '../../shapes/plan';
import { requestsOf } from '../../experiment/plan/request-list';
import { decidedUnit, limitText, questionOf } from '../../results/answer/question';
import { counted } from '../../results/format';
import { baseNotes, baseOf, labelsOf } from '../../results/label';
import { EVENTS_MAX } from '../../asl/interpreter/history/history';
import { PAYLOAD_MAX_BYTES } from '../../asl/interpreter/payload-limit';
import { groupBy } from '../../shapes/group';
import { formatSeconds } from '../../shapes/quantity';

/** Rounds of trials that are shown of each rig. */
const SHOWN_ROUNDS = 6;
const INDENT = 11;

/** Cells, trials, rigs, order, time, cost, requests: what a person wants to know before it starts. */
export function planText(plan: Plan, file: string): string {
  const { design } = plan.spec;
  const sizes = plan.factors.map((factor) => `${factor.name} ${factor.levels.length}`).join(' x ');
  const rounds =
    `${counted(plan.cells.length, 'cell')} x ${counted(design.replicates, 'replicate')} x ` +
    counted(design.blocks, 'block');
  return [
    `${plan.experiment} (${file}), as execution ${plan.executionId}`,
    questionOf(plan),
    '',
    row('cells', [
      `${plan.cells.length}${sizes === '' ? '' : ` of ${sizes}`}`,
      ...plan.factors.map(({ name, levels }) => `${name}: ${levels.join(', ')}`),
      ...baseNotes(
        plan.cells,
        plan.factors.map(({ name }) => name),
      ),
    ]),
    row('trials', [
      `${plan.trials.length} = ${rounds}, ` +
        `${design.order === 'random' ? `order drawn from seed '${plan.seed}'` : 'in the order as written'}`,
    ]),
    row('rigs', rigLines(plan)),
    ...comparedRows(plan),
    row(
      'order',
      plan.rigs.flatMap((rig) => orderLines(plan, rig)),
    ),
    row('time', [
      `about ${formatSeconds(plan.estimate.seconds)}, ` +
        `${plan.parallelRigs === 1 ? 'one rig at a time' : `up to ${plan.parallelRigs} rigs at once`}; no trial ` +
        `starts after ${formatSeconds(plan.deadline - Date.parse(plan.startedAt) / 1000)}`,
    ]),
    row('cost', costLines(plan)),
    row('answer', [answerLine(plan)]),
    row(plan.local ? 'steps' : 'requests', requestLines(plan)),
    row('at most', [
      `${Math.max(...Object.values(plan.worst.events))} of ${EVENTS_MAX} events in one state machine, ` +
        `${plan.worst.payloadBytes} of ${PAYLOAD_MAX_BYTES} bytes in one state, as Step Functions allows`,
    ]),
    '',
  ].join('\n');
}

/** The scripts that hosts run, each with its SHA-256, what it is for and which cells use it. */
export function scriptsText(plan: Plan, scripts: Scripts): string {
  const boots = plan.rigs.flatMap((rig) =>
    rig.roles.map(({ role, userData }) => `${line(`boot of role ${role} in rig ${rig.rig}`)}${userData}`),
  );
  const texts = Object.entries(scripts).map(([sha, text]) => `${line(`${usesOf(plan, sha)}\n# sha256 ${sha}`)}${text}`);
  return [...boots, ...texts].map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('');
}

function line(title: string): string {
  return `\n# ${'-'.repeat(78)}\n# ${title}\n# ${'-'.repeat(78)}\n`;
}

function usesOf(plan: Plan, sha: string): string {
  const prepares = plan.rigs.flatMap((rig) =>
    rig.copies.flatMap(({ copy, prepare }) =>
      prepare
        .filter((command) => command.scriptSha256 === sha)
        .map((command) => `${command.name} of ${copy} in rig ${rig.rig}`),
    ),
  );
  const uses = (commands: readonly PlannedStep[]): PlannedStep | undefined =>
    commands.find((command) => command.scriptSha256 === sha);
  const names = new Set(plan.trials.flatMap((trial) => uses(trial.steps)?.name ?? []));
  const cells = new Set(plan.trials.filter((trial) => uses(trial.steps) !== undefined).map((trial) => trial.cell));
  const measured = plan.cells
    .filter((cell) => cells.has(cell.cellId))
    .map((cell) => `${cell.cellId} (${described(cell)})`);
  const measures = measured.length === 0 ? [] : [`${[...names].join(', ')} of cells ${measured.join(', ')}`];
  return [...prepares, ...measures].join('; ');
}

function row(title: string, lines: readonly string[]): string {
  return lines.map((text, index) => `${(index === 0 ? title : '').padEnd(INDENT)}${text}`).join('\n');
}

function rigLines(plan: Plan): string[] {
  const rows = plan.rigs.map((rig) => {
    const trials = plan.trials.filter((trial) => trial.rig === rig.rig).length;
    const hosts = rig.roles
      .map(
        ({ role, count, instanceType }) =>
          `${counted(count, 'host')} of role ${role}${plan.local ? '' : ` (${instanceType})`}`,
      )
      .join(', ');
    return [
      rig.rig,
      rig.copies.map(({ copy, target, kind }) => `${copy} ${target} (${kind})`).join(', '),
      `block ${rig.block}`,
      counted(trials, 'trial'),
      hosts,
      `about ${formatSeconds(rig.expectedSeconds)}`,
    ];
  });
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length))) ?? [];
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function orderLines(plan: Plan, rig: RigPlan): string[] {
  const names = namesOf(plan, rig.copies.length > 1);
  const own = plan.trials.filter((one) => one.rig === rig.rig);
  const staged = own.some(({ period }) => period > 1);
  const rounds = groupBy(own, ({ period, round }) => `${staged ? `period ${period} ` : ''}round ${round}`);
  const lines = [...rounds].map(([round, trials]) => {
    const told = trials.map((trial) => expected(names.get(trial.cell), `the cell of trial ${trial.trial}`));
    return `${rig.rig} ${round}: ${told.join(told.some((name) => name.includes(',')) ? '; ' : ', ')}`;
  });
  const more = lines.length - SHOWN_ROUNDS;
  return more > 0
    ? [...lines.slice(0, SHOWN_ROUNDS), `${rig.rig} and ${counted(more, 'more round')} (--json has all)`]
    : lines;
}

/** Both comparisons, and what each of them proves; of a single target what cannot take turns. */
function comparedRows(plan: Plan): string[] {
  const { comparison, alternative, estimate, local } = plan;
  if (alternative === null) {
    const apart = apartOf(plan);
    return apart === null ? [] : [row('compared', [apart])];
  }
  const money = (usd: number): string => (local ? '' : `${usd.toFixed(2)} USD, `);
  const own = `${comparison}: ${money(estimate.usd)}about ${formatSeconds(estimate.seconds)}`;
  const price = `${money(alternative.usd)}about ${formatSeconds(alternative.seconds)}`;
  const other = `${alternative.comparison} would be ${price}`;
  return [
    row('compared', [`${own}; ${provesOf(comparison, plan)}`, `${other}; ${provesOf(alternative.comparison, plan)}`]),
  ];
}

/** What cells are called in the order: by what they have in the place of a base, or by their levels. */
function namesOf({ cells, factors }: Plan, placed: boolean): ReadonlyMap<string, string> {
  const all = factors.map(({ name }) => name);
  const labels = baseOf(cells, all) === null ? null : labelsOf(cells, all);
  return new Map(cells.map((cell, index) => [cell.cellId, labels?.[index] ?? short(cell, placed)]));
}

/**
 * Levels without what is the same in the whole rig.
 * @param placed targets and stages are mixed, so that they must be told
 */
function short(cell: Cell, placed: boolean): string {
  const levels = Object.entries(cell.levels).filter(([name]) => placed || (name !== 'target' && name !== 'stage'));
  return levels.length === 0 ? cell.cellId : levels.map(([, label]) => label).join('/');
}

function costLines(plan: Plan): string[] {
  if (plan.local) return ['nothing: all of it runs on this machine'];
  const { usd, lines } = plan.estimate;
  const items = lines.map(
    (item) =>
      `${item.item}: ${item.quantity.toFixed(2)} ${item.unit} x ${item.usdPerUnit} = ${item.usd.toFixed(2)} USD ` +
      `(${item.source})`,
  );
  return [`${usd.toFixed(2)} of at most ${plan.spec.limits.maxUsd} USD`, ...items];
}

function answerLine(plan: Plan): string {
  const { decide } = plan;
  if (decide === null) return 'none: nothing is to be decided, the report describes';
  const unit = decidedUnit(plan);
  const where = Object.entries(decide.where).map(([name, label]) => `${name} ${label}`);
  const bounds = [
    decide.atLeast === undefined ? '' : ` at least ${limitText(decide.atLeast, unit)}`,
    decide.atMost === undefined ? '' : ` at most ${limitText(decide.atMost, unit)}`,
    decide.require === undefined ? '' : ` keeping to ${decide.require.map(({ name }) => name).join(', ')}`,
  ];
  return (
    `the ${decide.prefer} by ${decide.statistic} ` +
    `${decide.metric}${bounds.join('')}${where.length === 0 ? '' : `, where ${where.join(', ')}`}`
  );
}

/** What requests come to where hosts are processes of this machine; empty where that is nothing. */
const HERE: Readonly<Record<string, string>> = {
  'ec2:CreateLaunchTemplate': '',
  'ec2:CreateFleet': 'make a folder for each host, and the data directory',
  'ssm:SendCommand': 'start processes',
  'ec2:TerminateInstances': 'end all processes, remove folders and data',
  'ec2:DeleteLaunchTemplate': '',
};

/** In the order in which they are sent; equal lists of several rigs are shown once. */
function requestLines(plan: Plan): string[] {
  const lists = new Map<string, string[]>();
  for (const rig of plan.rigs) {
    const steps: { action: string; what: string[] }[] = [];
    for (const { action: name, times, what } of requestsOf(plan).filter((request) => request.rig === rig.rig)) {
      const action = plan.local ? expected(HERE[name], `what ${name} is on this machine`) : name;
      if (action === '') continue;
      const text = `${what}${times === 1 ? '' : ` x ${times}`}`;
      const last = steps.at(-1);
      if (last?.action === action) last.what.push(text);
      else steps.push({ action, what: [text] });
    }
    const text = steps.map(({ action, what }) => `${action} (${what.join(', ')})`).join(' > ');
    lists.set(text, [...(lists.get(text) ?? []), rig.rig]);
  }
  return [...lists].map(([text, rigs]) => `${rigs.join(', ')}: ${text}`);
}
