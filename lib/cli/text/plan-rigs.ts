/** The rigs of a plan as text: target instances and why, hosts, changes in place, order of trials. */
import { estimateShortest } from '../../experiment/plan/comparison';
import { describeGroups } from '../../experiment/design/space';
import { computeChangeSeconds } from '../../experiment/plan/rig/times';
import { MAX_PRICE_RATIO } from '../../experiment/plan/rig/rig-targets';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import { listCopies, type CopyPlan, type Plan, type RigPlan, type RolePlan } from '../../shapes/plan';
import type { PlannedAction } from '../../shapes/reach';
import { formatSeconds } from '../../shapes/quantity';
import { pluralize, formatUsd, formatUsdPerMonth } from '../../results/format';
import { joinNames } from '../../results/answer/phrases';
import { makeLabels } from '../../results/label';
import { describeLack } from '../../results/walk/results';
import { alignColumns } from '../../report/lines';

/** Rounds shown per rig, and trials per round: plans may have 10,000 trials. */
const SHOWN_ROUNDS = 3;
const SHOWN_TRIALS = 30;

/** One line per rig, in columns. */
export function formatRigs(plan: Plan): string[] {
  const rows = plan.rigs.map((rig) => {
    const trials = plan.trials.filter((trial) => trial.rig === rig.rig).length;
    const hosts = rig.roles
      .map(
        (one) => `${pluralize(one.count, 'host')} of role ${one.role}${plan.local ? '' : ` (${formatMachines(one)})`}`,
      )
      .join(', ');
    return [
      rig.rig,
      formatCopies(rig),
      `block ${rig.block}`,
      pluralize(trials, 'trial'),
      hosts,
      `about ${formatSeconds(rig.expectedSeconds)}`,
    ];
  });
  return alignColumns(rows);
}

/** `c1 disk (directory), c2 memory (directory)`; several instances of one target are counted. */
function formatCopies({ copies }: RigPlan): string {
  const byTarget = [...groupBy(copies, ({ target }) => target).values()];
  return byTarget
    .map((its) => {
      const { copy, target, kind } = ensure(its[0], 'a target instance');
      return `${its.length === 1 ? copy : `${its.length} instances of`} ${target} (${kind})`;
    })
    .join(', ');
}

/**
 * The number of instances per target, if any has several; for several instances in a rig also the configurations, the
 * price and the reason of each.
 */
export function formatInstances(plan: Plan): string[] {
  const made = groupBy(
    // External storage exists once, for any number of blocks.
    listCopies(plan).filter(({ external }) => external === undefined),
    ({ target }) => target,
  );
  if ([...made.values()].every(({ length }) => length === 1)) return [];
  const all = [...made].map(([target, { length }]) => `${length} of ${target}`).join(', ');
  const lists = groupBy(
    plan.rigs.map((rig) => ({ rig: rig.rig, lines: formatRigCopies(plan, rig) })),
    ({ lines }) => lines.join('\n'),
  );
  const each = [...lists.values()].flatMap((alike) => {
    const rigs = alike.map(({ rig }) => rig).join(', ');
    return (alike[0]?.lines ?? []).map((line) => `${rigs} ${line}`);
  });
  return [`target instances to create: ${all}`, ...each];
}

function formatRigCopies(plan: Plan, rig: RigPlan): string[] {
  return [...groupBy(rig.copies, ({ target }) => target).values()].flatMap((its) => {
    if (its.length === 1) return [];
    const groups = its.map((copy) => findCells(plan, rig, copy));
    const words = describeGroups(
      groups,
      plan.factors.map(({ name }) => name),
    );
    return its.map(({ copy, target, usdPerHour, separateReason: fresh }, index) => {
      const price = plan.local ? '' : `, ${formatUsdPerMonth(usdPerHour)}`;
      const why = fresh === null ? '' : `; separate instance: ${fresh}`;
      return `${copy} ${target}: ${words[index] ?? ''}${price}${why}`;
    });
  });
}

function findCells({ cells, trials }: Plan, { rig }: RigPlan, { copy }: CopyPlan): Plan['cells'] {
  const own = new Set(trials.filter((one) => one.rig === rig && one.copy === copy).map(({ cell }) => cell));
  return cells.filter(({ cellId }) => own.has(cellId));
}

/**
 * How often target instances are changed in place, and how long that takes (nothing is measured meanwhile). Also the
 * cost with separate instances instead, where possible.
 */
export function formatChanges(plan: Plan): string[] {
  return plan.rigs.flatMap((rig) => {
    const batches = rig.periods.flatMap((period) => period.batches);
    const changes = batches.flatMap((batch) => batch.changes);
    const acted = changes.flatMap(({ copy, actions = [] }) => actions.map((action) => formatAction(copy, action)));
    const requested = changes.filter(({ requests }) => requests.length > 0);
    if (requested.length === 0) return acted.map((line) => `${rig.rig} ${line}`);
    const sent = batches.map((batch) => batch.changes.filter(({ requests }) => requests.length > 0));
    const seconds = sent.reduce((sum, its) => sum + computeChangeSeconds(its), 0);
    const changed = [...new Set(requested.map(({ copy }) => copy))].join(', ');
    const times = pluralize(sent.filter((its) => its.length > 0).length, 'time');
    return [
      ...acted.map((line) => `${rig.rig} ${line}`),
      `${rig.rig} ${changed} in place, ${times}: about ${formatSeconds(Math.round(seconds))} in total`,
      ...formatChoices(rig).map((line) => `${rig.rig} ${line}`),
    ];
  });
}

/** What a stage waits for, and its time limit, which the estimate counts in full. */
function formatAction(target: string, action: PlannedAction): string {
  const length = formatSeconds(action.withinSeconds);
  return 'hook' in action
    ? `${target} to ${action.stage}: runs ${action.hook}, at most ${length}`
    : `${target} to ${action.stage}: you confirm within ${length}: ${action.confirm}`;
}

/** Targets changed in place although separate instances were possible, and why. */
function formatChoices({ choices = [] }: RigPlan): string[] {
  return choices
    .filter(({ chosen }) => chosen === 'inPlace')
    .map(
      ({ target, of, usd, otherUsd }) =>
        `${target}: the rig costs ${formatUsd(usd)}, ` +
        `or ${formatUsd(otherUsd)} with separate instances for ${of}` +
        (otherUsd < usd
          ? `. One instance is used up to ${MAX_PRICE_RATIO} times the cost, so that levels differ in nothing else`
          : ''),
    );
}

/** The first rounds of a rig; names show only the factors that differ there. */
export function formatOrder(plan: Plan, rig: RigPlan): string[] {
  const own = plan.trials.filter((one) => one.rig === rig.rig);
  const measured = new Set(own.map(({ cell }) => cell));
  const cells = plan.cells.filter(({ cellId }) => measured.has(cellId));
  const factors = plan.factors.map(({ name }) => name);
  const labels = makeLabels(cells, factors, plan.cells);
  const names = new Map(cells.map(({ cellId }, index) => [cellId, labels[index]]));
  const staged = own.some(({ period }) => period > 1);
  const rounds = groupBy(own, ({ period, round }) => `${staged ? `period ${period} ` : ''}round ${round}`);
  const lines = [...rounds].map(([round, trials]) => {
    const shown = trials.slice(0, SHOWN_TRIALS);
    const listed = shown.map((trial) => ensure(names.get(trial.cell), `the cell of trial ${trial.trial}`));
    const rest = trials.length - shown.length;
    const more = rest > 0 ? ` and ${pluralize(rest, 'more trial')} (--json has all)` : '';
    return `${rig.rig} ${round}: ${listed.join(listed.some((name) => name.includes(',')) ? '; ' : ', ')}${more}`;
  });
  const more = lines.length - SHOWN_ROUNDS;
  return more > 0
    ? [...lines.slice(0, SHOWN_ROUNDS), `${rig.rig} and ${pluralize(more, 'more round')} (--json has all)`]
    : lines;
}

/** Instance type, or the tag of managed hosts. */
function formatMachines({ instanceType, managed }: RolePlan): string {
  return managed === undefined ? instanceType : `managed, ${managed.key}=${managed.value}`;
}

/** Candidates shown by name: the first batches. */
const SHOWN_CANDIDATES = 4;

/** A walk by price: who is left out, who comes first, and what it is expected to cost, and at most. Modelled. */
export function formatWalk(plan: Plan): string[] {
  const { walk, cells, factors, estimate, spec, local, alternative, metrics } = plan;
  if (walk === undefined) return [];
  const { candidates, expectedRigs, allUsd } = walk;
  const labels = makeLabels(
    cells,
    factors.map(({ name }) => name),
  );
  const labelOf = new Map(cells.map(({ cellId }, at) => [cellId, labels[at] ?? cellId]));
  const able = candidates.filter(({ rig }) => rig !== null);
  const pruned = candidates.filter((one) => one.pruned !== null);
  const names = able
    .slice(0, SHOWN_CANDIDATES)
    .map(({ cell, usdPerHour }) => `${labelOf.get(cell) ?? cell} ${formatUsdPerMonth(usdPerHour)}`);
  const more = able.length > SHOWN_CANDIDATES ? ` and ${able.length - SHOWN_CANDIDATES} more` : '';
  const left = pruned.map((one) => `${labelOf.get(one.cell) ?? one.cell} ${describeLack(one.pruned, metrics) ?? ''}`);
  const grid = alternative === null ? '' : ` (the grid: ${formatUsd(alternative.usd)})`;
  return [
    `${pluralize(candidates.length, 'candidate')} by price; ${able.length} may meet the threshold: ` +
      `${names.join(', ')}${more}`,
    ...(left.length === 0 ? [] : [`left out, as no trial could change it: ${joinNames(left, SHOWN_CANDIDATES)}`]),
    ...(local
      ? []
      : [
          `expected ${formatUsd(estimate.usd)}: ${expectedRigs} of ${able.length}, if they reach what they provide; ` +
            `all ${formatUsd(allUsd)}${grid}; stops before ${formatUsd(spec.limits.maxUsd)}`,
        ]),
  ];
}

/** Trials that depend on looks, and the estimate without them. */
export function formatLooks(plan: Plan): string[] {
  const shortest = estimateShortest(plan);
  if (shortest === null) return [];
  const money = plan.local ? '' : `${formatUsd(shortest.usd)} and `;
  const count = plan.trials.filter(({ guard }) => guard?.look === true).length;
  return [
    `${count} of them are measured only while earlier rounds leave their configuration open: ` +
      `without them ${money}${formatSeconds(shortest.seconds)}`,
  ];
}
