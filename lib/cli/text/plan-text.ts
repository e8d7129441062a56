/** A plan as text, and its scripts. */
import { formatPriceDates } from '../../pricing/price-book';
import { computeOverheadUsd } from '../../pricing/overhead';
import { explainConfounding, describeEvidence } from '../../experiment/plan/comparison';
import { bisectionTrials } from '../../experiment/design/search';
import { ensure } from '../../shapes/errors';
import { formatCell } from '../../experiment/design/cells';
import type { Plan, PlannedStep, Scripts } from '../../shapes/plan';
import { toAction } from '../../shapes/resources';
import { computeExcludedLoss, toGateDesign } from '../../results/answer/gate-power';
import { formatRough } from '../../results/answer/phrases';
import { findDecidedUnit, formatCriteria, formatLimit, formatNoWorse, makeQuestion } from '../../results/question';
import { pluralize, formatUsd, formatUsdParts, formatUsdPerMonth, toThreeDigits } from '../../results/format';
import { listCriteria } from '../../results/search/search-result';
import { getStoragePrice } from '../../pricing/cell-prices';
import { listBaseNotes } from '../../results/label';
import { groupBy } from '../../shapes/collections';
import { formatSeconds } from '../../shapes/quantity';
import { formatChanges, formatInstances, formatLooks, formatOrder, formatRigs, formatWalk } from './plan-rigs';
import { quoteIfNeeded } from '../../shapes/shell-quote';
import { findWorkload } from '../../workloads/registry';

const INDENT = 11;

/** The plan as one screen: configurations, trials, rigs, order, time, cost, requests. */
export function formatPlan(plan: Plan, file: string): string {
  return [
    `${plan.experiment} (${file}), as execution ${plan.executionId}`,
    makeQuestion(plan),
    '',
    formatRow('configs', [
      formatCells(plan),
      ...plan.factors.map(({ name, levels }) => `${name}: ${levels.join(', ')}`),
      ...listBaseNotes(
        plan.cells,
        plan.factors.map(({ name }) => name),
      ),
    ]),
    formatRow('trials', [formatTrials(plan), ...formatSearches(plan), ...formatLooks(plan)]),
    formatRow('rigs', formatRigs(plan)),
    ...formatOptionalRow('targets', formatInstances(plan)),
    ...formatOptionalRow('changes', formatChanges(plan)),
    ...formatComparison(plan),
    ...formatOptionalRow('walk', formatWalk(plan)),
    // A rig of a walk has one configuration.
    ...formatOptionalRow('order', plan.walk === undefined ? plan.rigs.flatMap((rig) => formatOrder(plan, rig)) : []),
    formatRow('time', [
      `${plan.walk === undefined ? 'about' : 'expected'} ${formatSeconds(plan.estimate.seconds)}, ` +
        `${formatConcurrency(plan)}; no trial ` +
        `starts after ${formatSeconds(plan.deadline - Date.parse(plan.startedAt) / 1000)}`,
      ...formatPublishedTimes(plan),
    ]),
    ...formatOptionalRow('storage', formatStorage(plan)),
    formatRow('cost', formatCost(plan)),
    formatRow('answer', [formatQuestion(plan), ...formatExcludedLoss(plan)]),
    ...formatOptionalRow('requests', formatRequests(plan)),
    ...formatOptionalRow('commands', formatCommands(plan)),
    '',
  ].join('\n');
}

/** Configurations whose expected duration is that of the published study. */
function formatPublishedTimes({ cells, trials, published }: Plan): string[] {
  if (published === null) return [];
  const byCell = mapFirstTrials(trials);
  const used = cells.flatMap(({ cellId, publishedSeconds }) => {
    const step = byCell.get(cellId)?.steps.find(({ measures }) => measures);
    return step !== undefined && step.expectedSeconds === publishedSeconds ? [publishedSeconds] : [];
  });
  if (used.length === 0) return [];
  const times = [...new Set([Math.min(...used), Math.max(...used)])].map(formatSeconds).join(' to ');
  return [`${pluralize(used.length, 'configuration')} as long as published, ${times}: ${published.study}`];
}

/** The first trial of each configuration: a plan may have ten thousand. */
function mapFirstTrials(trials: Plan['trials']): ReadonlyMap<string, Plan['trials'][number]> {
  return new Map(trials.toReversed().map((trial) => [trial.cell, trial]));
}

function formatConcurrency({ rigs, parallelRigs }: Plan): string {
  if (rigs.length === 1) return 'one rig';
  return parallelRigs === 1 ? 'one rig at a time' : `up to ${Math.min(parallelRigs, rigs.length)} rigs at once`;
}

/** The scripts that hosts run, each with its SHA-256, its purpose and the configurations that use it. */
export function formatScripts(plan: Plan, scripts: Scripts): string {
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
    rig.copies.flatMap(({ copy: target, prepare }) =>
      prepare
        .filter((command) => command.scriptSha256 === sha)
        .map((command) => `${command.name} of ${target} in rig ${rig.rig}`),
    ),
  );
  const uses = (commands: readonly PlannedStep[]): PlannedStep | undefined =>
    commands.find((command) => command.scriptSha256 === sha);
  const names = new Set(plan.trials.flatMap((trial) => uses(trial.steps)?.name ?? []));
  const cells = new Set(plan.trials.filter((trial) => uses(trial.steps) !== undefined).map((trial) => trial.cell));
  const measured = plan.cells.filter((cell) => cells.has(cell.cellId)).map((cell) => formatCell(cell));
  const measures = measured.length === 0 ? [] : [`${[...names].join(', ')} of configurations ${measured.join(', ')}`];
  return [...prepares, ...measures].join('; ');
}

/** Number and kind of configurations; the lines below list the factor values. */
function formatCells({ cells, factors, spec }: Plan): string {
  if (factors.length === 0) {
    const { workload, target } = ensure(cells[0], 'a cell in every plan');
    return `1: ${workload} on ${target}`;
  }
  const all = factors.reduce((product, { levels }) => product * levels.length, 1);
  const which = `${cells.length === all ? 'all ' : ''}${cells.length} combinations of`;
  const { oneAtATime, include } = spec.design;
  if (oneAtATime !== true) return factors.length === 1 ? `${cells.length} levels of` : which;
  return `${cells.length}: one factor at a time${include === undefined ? '' : ', and those in `include`'}`;
}

/** Trials per configuration, and their order. */
function formatTrials({ trials, cells, rigs, seed, spec, walk }: Plan): string {
  const { design } = spec;
  if (walk !== undefined)
    return `${trials.length}: at most ${design.replicates} of ${rigs.length} candidates each; mostly 4 or 5 of a few`;
  const counts = [...groupBy(trials, ({ cell, block }) => `${cell} ${block}`).values()].map(({ length }) => length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const blocks = new Set(rigs.map(({ block }) => block)).size;
  const each = cells.length === 1 ? 'the configuration' : `each of ${cells.length} configurations`;
  return (
    `${trials.length}: ${each} ${least === most ? pluralize(least, 'time') : `${least} to ${most} times`}` +
    `${blocks === 1 ? '' : ` in each of ${blocks} blocks`}, ` +
    `${design.order === 'random' ? `in an order drawn from seed '${seed}'` : 'in the order as written'}`
  );
}

/** Searches: trials that may not be needed, and how many of them the estimate counts. */
function formatSearches({ searches = [] }: Plan): string[] {
  const [first] = searches;
  if (first === undefined) return [];
  return [
    `searches the highest ${first.factor} of ${first.cells.length} that meets ` +
      `${listCriteria(searches)
        .map(({ name }) => name)
        .join(', ')}, in ` +
      `${pluralize(searches.length, 'configuration')}; a replicate measures at most ` +
      `${bisectionTrials(first.cells.length)} of them, and the estimate counts all of these`,
  ];
}

/** A row, omitted without lines. */
function formatOptionalRow(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [formatRow(title, lines)];
}

function formatRow(title: string, lines: readonly string[]): string {
  return lines.map((text, index) => `${(index === 0 ? title : '').padEnd(INDENT)}${text}`).join('\n');
}

/** Both kinds of comparison, if both are allowed, and what each proves; else what cannot be interleaved. */
function formatComparison(plan: Plan): string[] {
  const { comparison, alternative, estimate, local, cells } = plan;
  if (alternative === null && new Set(cells.map(({ target }) => target)).size < 2) {
    const text = explainConfounding(plan);
    return text === null ? [] : [formatRow('compared', [text])];
  }
  const formatOne = (of: string, is: string, { usd, seconds }: Pick<Plan['estimate'], 'usd' | 'seconds'>): string =>
    `${of}${is} ${local ? '' : `${formatUsd(usd)}, `}about ${formatSeconds(seconds)}`;
  const own = `${formatOne(comparison, ':', estimate)}; ${describeEvidence(comparison, plan)}`;
  if (alternative === null) return [formatRow('compared', [own])];
  const other = formatOne(alternative.comparison, ' would be', alternative);
  return [formatRow('compared', [own, `${other}; ${describeEvidence(alternative.comparison, plan)}`])];
}

/** Monthly price of the storage alone, as in comparisons; includes prices of external storage from the spec. */
function formatStorage({ cells }: Plan): string[] {
  const texts = [...groupBy(cells, ({ target }) => target)].map(([target, its]) => {
    const prices = its.map((cell) => `${formatMonthlyPrice(cell)}${cell.stage === null ? '' : ` (${cell.stage})`}`);
    return `${target} ${[...new Set(prices)].join(', ')}`;
  });
  return texts.every((text) => text.endsWith(' $0/month')) ? [] : [texts.join('; ')];
}

function formatMonthlyPrice(cell: Plan['cells'][number]): string {
  if (cell.foreign === true && cell.externalUsdPerHour === null) return 'not priced';
  const moved = cell.transferUsdPerGiB === undefined ? '' : ' plus a price per GiB transferred';
  return `${formatUsdPerMonth(getStoragePrice(cell))}${moved}`;
}

/** Cost of the execution: hosts, and storage while it exists. */
function formatCost(plan: Plan): string[] {
  if (plan.local) return ['none: it runs on this machine'];
  const { usd, lines } = plan.estimate;
  const each = lines.map((line) => line.usd);
  const parts = formatUsdParts(each, usd);
  const items = lines.map(
    ({ item, quantity, unit, usdPerUnit, source }, at) =>
      `${item}: ${formatAmount(quantity)} ${unit} x $${usdPerUnit} = ${parts[at] ?? ''} (${source})`,
  );
  return [
    `${formatUsd(usd)}${plan.walk === undefined ? '' : ' expected,'} ` +
      `of at most ${formatUsd(plan.spec.limits.maxUsd)}, and about ${formatUsd(computeOverheadUsd(plan))} ` +
      `for services, at ${formatPriceDates(lines, plan.region)}`,
    ...items,
    'estimate and budget exclude services (Step Functions, Lambda, S3, logs)',
  ];
}

/** Two digits after the point, or two significant digits below 1: half an hour is a small part of a month. */
function formatAmount(quantity: number): string {
  return quantity >= 1 ? quantity.toFixed(2) : String(Number(quantity.toPrecision(2)));
}

function formatQuestion(plan: Plan): string {
  const { decide } = plan;
  if (decide === null) return 'no question set (decide): the report only describes';
  const unit = findDecidedUnit(plan);
  const where = Object.entries(decide.where).map(([name, label]) => `${name} ${label}`);
  const bounds = [
    decide.atLeast === undefined ? '' : ` at least ${formatLimit(decide.atLeast, unit)}`,
    decide.atMost === undefined ? '' : ` at most ${formatLimit(decide.atMost, unit)}`,
    formatCriteria(decide, plan.metrics),
  ];
  const filter = where.length === 0 ? '' : `, where ${where.join(', ')}`;
  if (decide.noWorse !== undefined)
    return `no configuration ${formatNoWorse(decide.noWorse)} by typical ${decide.metric}${filter}`;
  const margin =
    plan.spec.decide?.margin === undefined
      ? ''
      : `; differences below ${toThreeDigits(100 * decide.margin)}% do not matter`;
  return `the ${decide.prefer} by typical ${decide.metric}${bounds.join('')}${filter}${margin}`;
}

/** What the design excludes in four of five cases, against what it is to exclude. */
function formatExcludedLoss(plan: Plan): string[] {
  const design = toGateDesign(plan);
  if (design === null) return [];
  const loss = computeExcludedLoss(design);
  const what =
    loss >= 1 ? 'exclude no loss: it takes 3' : `exclude a loss of ${formatRough(loss)} in four of five cases`;
  const units = plan.spec.design.blocks > 1 ? 'block' : 'replicate';
  const spread = design.isShared ? 'both sides on the same storage' : 'separate storage, which may differ';
  const pairs = pluralize(design.pairs, 'pair');
  return [`${pluralize(design.units, units)} of ${pairs} ${what} if nothing is worse (trials of 5%; ${spread})`];
}

/** Calls that create or change storage, with counts; `rehearse --calls` shows each one. */
function formatRequests({ rigs }: Plan): string[] {
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

/** Commands shown per workload: plans may have a thousand configurations. */
const SHOWN_COMMANDS_MAX = 3;

/** The tool's command lines by workload, without duplicates; kinds without a known command have none. */
export function formatCommands(plan: Plan): string[] {
  const calls = new Map<string, Set<string>>();
  const byCell = mapFirstTrials(plan.trials);
  for (const cell of plan.cells) {
    const kind = findWorkload(ensure(plan.spec.workloads[cell.workload], `workload ${cell.workload}`).kind);
    const trial = byCell.get(cell.cellId);
    const rig = plan.rigs.find((one) => one.rig === trial?.rig);
    const roles = (rig?.roles ?? []).map(({ role }) => role);
    const [first] = kind?.roles(cell.params, roles) ?? [];
    const hosts = rig?.roles.find(({ role }) => role === first?.role)?.count;
    // Local hosts share one machine.
    const words = hosts === undefined ? undefined : kind?.tool?.command?.(cell.params, plan.local ? 1 : hosts);
    if (words === undefined) continue;
    const known = calls.get(cell.workload) ?? new Set();
    calls.set(cell.workload, known.add(words.map(quoteIfNeeded).join(' ')));
  }
  return [...calls].flatMap(([workload, texts]) => {
    const more = texts.size - SHOWN_COMMANDS_MAX;
    return [
      ...[...texts].slice(0, SHOWN_COMMANDS_MAX).map((text) => `${workload}: ${text}`),
      ...(more > 0 ? [`${workload}: and ${pluralize(more, 'more command')} (--scripts has all)`] : []),
    ];
  });
}
