/** A plan as one screen of text, and its scripts. */
import { formatPriceDates } from '../../pricing/price-book';
import { overheadUsd } from '../../pricing/overhead';
import { explainSeparation, describeProof } from '../../experiment/plan/comparison';
import { bisectionTrials } from '../../experiment/design/search';
import { ensure } from '../../shapes/errors';
import { formatCell } from '../../experiment/design/cells';
import type { Plan, PlannedStep, Scripts } from '../../shapes/plan';
import { toAction } from '../../shapes/resources';
import { findDecidedUnit, formatCriteria, formatLimit, makeQuestion } from '../../results/question';
import { pluralize, formatUsd, formatUsdParts, formatUsdPerMonth } from '../../results/format';
import { getStoragePrice } from '../../results/from-spec/prices';
import { listBaseNotes } from '../../results/label';
import { groupBy } from '../../shapes/collections';
import { formatSeconds } from '../../shapes/quantity';
import { changeLines, copyLines, orderLines, rigLines } from './plan-rigs';
import { quoteIfNeeded } from '../../shapes/shell-quote';
import { findWorkload } from '../../workloads/registry';

const INDENT = 11;

/** Cells, trials, rigs, order, time, cost, requests: what a person wants to know before it starts. */
export function planText(plan: Plan, file: string): string {
  return [
    `${plan.experiment} (${file}), as execution ${plan.executionId}`,
    makeQuestion(plan),
    '',
    row('cells', [
      cellsText(plan),
      ...plan.factors.map(({ name, levels }) => `${name}: ${levels.join(', ')}`),
      ...listBaseNotes(
        plan.cells,
        plan.factors.map(({ name }) => name),
      ),
    ]),
    row('trials', [trialsText(plan), ...searchLines(plan)]),
    row('rigs', rigLines(plan)),
    ...optionalRow('copies', copyLines(plan)),
    ...optionalRow('changed', changeLines(plan)),
    ...comparisonRows(plan),
    row(
      'order',
      plan.rigs.flatMap((rig) => orderLines(plan, rig)),
    ),
    row('time', [
      `about ${formatSeconds(plan.estimate.seconds)}, ` +
        `${concurrencyText(plan)}; no trial ` +
        `starts after ${formatSeconds(plan.deadline - Date.parse(plan.startedAt) / 1000)}`,
    ]),
    ...optionalRow('storage', storageLines(plan)),
    row('cost', costLines(plan)),
    row('answer', [answerLine(plan)]),
    ...optionalRow('requests', requestLines(plan)),
    ...optionalRow('commands', commandLines(plan)),
    '',
  ].join('\n');
}

function concurrencyText({ rigs, parallelRigs }: Plan): string {
  if (rigs.length === 1) return 'one rig';
  return parallelRigs === 1 ? 'one rig at a time' : `up to ${Math.min(parallelRigs, rigs.length)} rigs at once`;
}

/** The scripts that hosts run, each with its SHA-256, what it is for and which cells use it. */
export function scriptsText(plan: Plan, scripts: Scripts): string {
  const boots = plan.rigs.flatMap((rig) =>
    rig.roles.map(({ role, userData }) => `${formatHeading(`boot of role ${role} in rig ${rig.rig}`)}${userData}`),
  );
  const texts = Object.entries(scripts).map(
    ([sha, text]) => `${formatHeading(`${formatUses(plan, sha)}\n# sha256 ${sha}`)}${text}`,
  );
  return [...boots, ...texts].map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('');
}

function formatHeading(title: string): string {
  return `\n# ${'-'.repeat(78)}\n# ${title}\n# ${'-'.repeat(78)}\n`;
}

function formatUses(plan: Plan, sha: string): string {
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
  const measured = plan.cells.filter((cell) => cells.has(cell.cellId)).map((cell) => formatCell(cell));
  const measures = measured.length === 0 ? [] : [`${[...names].join(', ')} of cells ${measured.join(', ')}`];
  return [...prepares, ...measures].join('; ');
}

/** How many cells, and of what: which combinations of levels they are stands in the lines below. */
function cellsText({ cells, factors, spec }: Plan): string {
  if (factors.length === 0) {
    const { workload, target } = ensure(cells[0], 'a cell in every plan');
    return `1: ${workload} on ${target}`;
  }
  const all = factors.reduce((product, { levels }) => product * levels.length, 1);
  const which = `${cells.length === all ? 'all ' : ''}${cells.length} combinations of`;
  const { oneAtATime, include } = spec.design;
  if (oneAtATime !== true) return factors.length === 1 ? `${cells.length} levels of` : which;
  return `${cells.length}: one factor at a time${include === undefined ? '' : ', and those of `include`'}`;
}

/** How often each cell is measured, and in which order. */
function trialsText({ trials, cells, rigs, seed, spec }: Plan): string {
  const { design } = spec;
  const counts = [...groupBy(trials, ({ cell, block }) => `${cell} ${block}`).values()].map(({ length }) => length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const blocks = new Set(rigs.map(({ block }) => block)).size;
  const each = cells.length === 1 ? 'the cell' : `each of ${cells.length} cells`;
  return (
    `${trials.length}: ${each} ${least === most ? pluralize(least, 'time') : `${least} to ${most} times`}` +
    `${blocks === 1 ? '' : ` in each of ${blocks} blocks`}, ` +
    `${design.order === 'random' ? `in an order drawn from seed '${seed}'` : 'in the order as written'}`
  );
}

/** What may turn out not to be needed, and what of it the estimate counts. */
function searchLines({ searches = [] }: Plan): string[] {
  const [first] = searches;
  if (first === undefined) return [];
  return [
    `searched: the highest ${first.factor} of ${first.cells.length} that keeps to ` +
      `${first.criteria.join(', ')}, in ` +
      `${pluralize(searches.length, 'cell')}; each replicate measures at most ` +
      `${bisectionTrials(first.cells.length)} of them, and the estimate counts so many`,
  ];
}

/** A row that is not there where it has nothing to say. */
function optionalRow(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [row(title, lines)];
}

function row(title: string, lines: readonly string[]): string {
  return lines.map((text, index) => `${(index === 0 ? title : '').padEnd(INDENT)}${text}`).join('\n');
}

/** Both comparisons, and what each of them proves; of a single target what cannot take turns. */
function comparisonRows(plan: Plan): string[] {
  const { comparison, alternative, estimate, local } = plan;
  if (alternative === null) {
    const apart = explainSeparation(plan);
    return apart === null ? [] : [row('compared', [apart])];
  }
  const money = (usd: number): string => (local ? '' : `${formatUsd(usd)}, `);
  const own = `${comparison}: ${money(estimate.usd)}about ${formatSeconds(estimate.seconds)}`;
  const price = `${money(alternative.usd)}about ${formatSeconds(alternative.seconds)}`;
  const other = `${alternative.comparison} would be ${price}`;
  return [
    row('compared', [
      `${own}; ${describeProof(comparison, plan)}`,
      `${other}; ${describeProof(alternative.comparison, plan)}`,
    ]),
  ];
}

/** Storage alone by the month, as configurations are compared; what a spec says that others are paid, too. */
function storageLines({ cells }: Plan): string[] {
  const texts = [...groupBy(cells, ({ target }) => target)].map(([target, its]) => {
    const prices = its.map((cell) => `${monthText(cell)}${cell.stage === null ? '' : ` (${cell.stage})`}`);
    return `${target} ${[...new Set(prices)].join(', ')}`;
  });
  return texts.every((text) => text.endsWith(' $0/month')) ? [] : [texts.join('; ')];
}

function monthText(cell: Plan['cells'][number]): string {
  if (cell.foreign === true && cell.elsewhereUsdPerHour === null) return 'not priced';
  const moved = cell.movedUsdPerGiB === undefined ? '' : ' and each GiB moved';
  return `${formatUsdPerMonth(getStoragePrice(cell))}${moved}`;
}

/** What measuring costs: hosts, and storage for the time that it takes. */
function costLines(plan: Plan): string[] {
  if (plan.local) return ['nothing: all of it runs on this machine'];
  const { usd, lines } = plan.estimate;
  const each = lines.map((line) => line.usd);
  const parts = formatUsdParts(each, usd);
  const items = lines.map(
    ({ item, quantity, unit, usdPerUnit, source }, at) =>
      `${item}: ${formatAmount(quantity)} ${unit} x $${usdPerUnit} = ${parts[at] ?? ''} (${source})`,
  );
  return [
    `${formatUsd(usd)} of at most ${formatUsd(plan.spec.limits.maxUsd)}, and about ${formatUsd(overheadUsd(plan))} ` +
      `of services, at ${formatPriceDates(lines, plan.region)}`,
    ...items,
    'services (Step Functions, Lambda, S3, logs) count in neither estimate nor budget',
  ];
}

/** A file system that is there for half an hour has little of a month. */
function formatAmount(quantity: number): string {
  return quantity >= 1 ? quantity.toFixed(2) : String(Number(quantity.toPrecision(2)));
}

function answerLine(plan: Plan): string {
  const { decide } = plan;
  if (decide === null) return 'none: nothing is to be decided, the report describes';
  const unit = findDecidedUnit(plan);
  const where = Object.entries(decide.where).map(([name, label]) => `${name} ${label}`);
  const bounds = [
    decide.atLeast === undefined ? '' : ` at least ${formatLimit(decide.atLeast, unit)}`,
    decide.atMost === undefined ? '' : ` at most ${formatLimit(decide.atMost, unit)}`,
    formatCriteria(decide, plan.metrics),
  ];
  return (
    `the ${decide.prefer} by typical ` +
    `${decide.metric}${bounds.join('')}${where.length === 0 ? '' : `, where ${where.join(', ')}`}`
  );
}

/** The calls that make and change storage, and how often; `rehearse --calls` shows each that is sent. */
function requestLines({ rigs }: Plan): string[] {
  const lists = rigs.map(({ rig, copies, periods }) => {
    const changes = periods.flatMap(({ batches }) => batches.flatMap((batch) => batch.changes));
    const calls = groupBy(
      [...copies, ...changes].flatMap(({ requests }) => requests.map(({ call }) => call)),
      toAction,
    );
    return { rig, text: [...calls].map(([action, its]) => `${its.length} ${action}`).join(', ') };
  });
  return [...groupBy(lists, ({ text }) => text)].flatMap(([text, its]) =>
    text === '' ? [] : [`${its.map(({ rig }) => rig).join(', ')}: ${text}`],
  );
}

/** Calls that are shown of each workload: plans may have a thousand cells. */
const SHOWN_MAX = 3;

/** Each call once, workload by workload, in the order of the cells; none of kinds that do not tell it. */
export function commandLines(plan: Plan): string[] {
  const calls = new Map<string, Set<string>>();
  for (const cell of plan.cells) {
    const kind = findWorkload(ensure(plan.spec.workloads[cell.workload], `workload ${cell.workload}`).kind);
    const trial = plan.trials.find((one) => one.cell === cell.cellId);
    const rig = plan.rigs.find((one) => one.rig === trial?.rig);
    const roles = (rig?.roles ?? []).map(({ role }) => role);
    const [first] = kind?.roles(cell.params, roles) ?? [];
    const hosts = rig?.roles.find(({ role }) => role === first?.role)?.count;
    // Hosts of one machine are one.
    const words = hosts === undefined ? undefined : kind?.command?.(cell.params, plan.local ? 1 : hosts);
    if (words === undefined) continue;
    const known = calls.get(cell.workload) ?? new Set();
    calls.set(cell.workload, known.add(words.map(quoteIfNeeded).join(' ')));
  }
  return [...calls].flatMap(([workload, texts]) => {
    const more = texts.size - SHOWN_MAX;
    return [
      ...[...texts].slice(0, SHOWN_MAX).map((text) => `${workload}: ${text}`),
      ...(more > 0 ? [`${workload}: and ${pluralize(more, 'more call')} (--scripts has all)`] : []),
    ];
  });
}
