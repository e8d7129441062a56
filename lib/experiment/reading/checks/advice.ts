/** Advice on valid settings that measure something other than most users expect. Reports only clear cases. */
import rules from '../../rules.json';
import type { ExpandedSpec } from '../../design/expand';
import { explainNoLook, isCompetingCell } from '../../design/question';
import type { Kinds } from '../../kinds';
import { MIN_TRIALS_TO_COMPARE, UNITS_FOR_THRESHOLD } from '../../../shapes/decision-rule';
import { problemAt, problemIf, type Problem } from '../../../shapes/problem';
import { collectMetrics } from '../../design/decide';
import { adviseWideRows } from '../../design/published-figures';
import { listFactorNames, getLabel, listLabels } from '../../design/space';
import type { Spec } from '../../../shapes/spec';
import { joinNames } from '../../../shapes/suggest';
import { adviseByModel } from './model-advice';

export function adviseSpec(spec: Spec, expanded: ExpandedSpec, kinds: Kinds): Problem[] {
  const searched = expanded.searches.map(({ factor }) => factor);
  return [
    ...adviseNeverChosen(spec, expanded),
    ...checkSampleSize(spec, expanded),
    ...adviseDesign(spec, expanded, kinds),
    ...adviseUnusedOptions(spec, expanded),
    ...adviseDecision(spec, expanded, kinds),
    ...adviseUndurableMetric(spec, expanded, kinds),
    ...adviseUnusedParts(spec, expanded),
    ...adviseWideRows(expanded.published, expanded.cells, searched),
    ...adviseByModel(expanded),
  ];
}

/** Warns if there are too few blocks (or replicates in a single block) for any decision. */
function checkSampleSize({ design: { blocks, replicates } }: Spec, { decide }: ExpandedSpec): Problem[] {
  if (decide === null) return [];
  const hasThreshold = (decide.atLeast ?? decide.atMost) !== undefined || decide.require !== undefined;
  const [needed, rule] = hasThreshold
    ? [UNITS_FOR_THRESHOLD, rules.tooFewForThreshold]
    : [MIN_TRIALS_TO_COMPARE, rules.tooFewToCompare];
  const [units, key, write] = blocks > 1 ? [blocks, 'blocks', 5] : [replicates, 'replicates', 6];
  return problemIf(units < needed, rule, ['design', key], { units, key, needed, write });
}

function adviseDesign(spec: Spec, { cells, decide }: ExpandedSpec, kinds: Kinds): Problem[] {
  const { blocks, order, replicates } = spec.design;
  const isLocal = Object.values(spec.targets).some(({ kind }) => kinds.targetOf(kind)?.local);
  return [
    // If the spec has a question, `checkSampleSize` warns instead.
    ...problemIf(replicates * blocks === 1 && decide === null, rules.oneReplicate, ['design', 'replicates']),
    ...problemIf(order === 'asWritten' && cells.length > 1, rules.orderAsWritten, ['design', 'order']),
    ...problemIf(isLocal && blocks > 1, rules.sameDisk, ['design', 'blocks']),
  ];
}

/** Advice on settings of `design` that change nothing. */
function adviseUnusedOptions(spec: Spec, { cells, decide }: ExpandedSpec): Problem[] {
  const { earlyStop, replicates, otherReplicates: other = 0 } = spec.design;
  const hasOthers = cells.some(({ isAsked }) => !isAsked);
  const all = other > 0 && !hasOthers ? 'all configurations get `replicates`' : null;
  const unused = [
    ['earlyStop', 'earlyStop: true', earlyStop === true ? explainNoLook(spec, decide, cells) : null],
    ['otherReplicates', 'otherReplicates', all],
  ] as const;
  return [
    ...unused.flatMap(([key, option, why]) =>
      why === null ? [] : [problemAt(rules.unusedOption, ['design', key], { option, why })],
    ),
    ...problemIf(hasOthers && other > replicates, rules.otherAboveAsked, ['design', 'otherReplicates'], {
      other,
      replicates,
    }),
  ];
}

function adviseDecision(spec: Spec, { cells, decide }: ExpandedSpec, kinds: Kinds): Problem[] {
  if (decide === null) return [];
  const competing = cells.filter((cell) => isCompetingCell(cell, decide)).length;
  const { metric, prefer, atLeast, atMost, require = [] } = decide;
  const isLess = collectMetrics(spec.workloads, kinds).metrics.get(metric)?.better === 'lower';
  const isMore = collectMetrics(spec.workloads, kinds).metrics.get(metric)?.better === 'higher';
  const targets = Object.entries(spec.targets).map(([name, entry]) => {
    return { name, kind: kinds.targetOf(entry.kind), hasPrice: entry['usdPerHour'] !== undefined };
  });
  const hasNoPrice = targets.every(({ kind, hasPrice }) => kind?.local === true && !hasPrice);
  const price = hasNoPrice ? '. Targets here have no price (`usdPerHour`), so the best wins' : '';
  const isCheapest = prefer === 'cheapest';
  const isUnlimited = isCheapest && (atLeast ?? atMost) === undefined && require.length === 0;
  const isWorst = (prefer === 'highest' && isLess) || (prefer === 'lowest' && isMore);
  const [wrong, right] = isLess ? (['atLeast', 'atMost'] as const) : (['atMost', 'atLeast'] as const);
  const letsWorsePass = decide[wrong] !== undefined && decide[right] === undefined;
  return [
    ...problemIf(isUnlimited, rules.noThreshold, ['decide', 'prefer'], { price }),
    ...problemIf(isCheapest && !isUnlimited && hasNoPrice && competing > 1, rules.noPrices, ['decide', 'prefer'], {
      best: isLess ? 'lowest' : 'highest',
    }),
    ...targets.flatMap(({ name, kind, hasPrice }) =>
      problemIf(isCheapest && kind?.external !== undefined && !hasPrice, rules.noPrice, ['targets', name], { name }),
    ),
    ...problemIf(isWorst, rules.worstPreferred, ['decide', 'prefer'], {
      metric,
      is: isLess ? 'better' : 'worse',
      prefer,
    }),
    ...problemIf(letsWorsePass, rules.worstAllowed, ['decide', wrong], { metric, which: isLess ? 'lower' : 'higher' }),
  ];
}

/** Advice if the deciding metric excludes the time until writes are durable. */
function adviseUndurableMetric(spec: Spec, { cells, decide }: ExpandedSpec, kinds: Kinds): Problem[] {
  if (decide === null) return [];
  const { metrics } = collectMetrics(spec.workloads, kinds);
  const competing = cells.filter((cell) => isCompetingCell(cell, decide));
  const uses: readonly (readonly [string, string | undefined, Problem['path']])[] = [
    [decide.metric, decide.operation, ['decide', 'metric']],
    ...(decide.require ?? []).map(
      ({ name, metric, operation }) => [metric, operation, ['criteria', name, 'metric']] as const,
    ),
  ];
  return uses.flatMap(([metric, operation, path]) => {
    const { untilStored: stored, ofCommits } = metrics.get(metric) ?? {};
    const flushing = competing.filter(({ workloadKind, params }) =>
      workloadKind
        .listMetrics(params)
        .some((one) => (operation ?? one.operation) === one.operation && one.metrics.includes(ofCommits ?? '')),
    );
    if (ofCommits !== undefined && flushing.length > 0) {
      const workloads = [...new Set(flushing.map(({ workload }) => workload))];
      return [problemAt(rules.leavesOutFlushes, path, { metric, workloads, ofCommits })];
    }
    const early = competing.filter(
      ({ targetKind, workloadKind }) =>
        targetKind.performance.closesEarly === true && Object.hasOwn(workloadKind.metrics, metric),
    );
    const targets = [...new Set(early.map(({ target }) => target))];
    if (stored === undefined || targets.length === 0) return [];
    return [problemAt(rules.endsInMemory, path, { metric, targets, stored })];
  });
}

function adviseUnusedParts(spec: Spec, { space, assignments, cells, searches }: ExpandedSpec): Problem[] {
  const levels = listFactorNames(space).flatMap((name) => {
    // A stage counts as used if a trial changes to it, even if no trial starts in it.
    const led =
      name === 'stage'
        ? cells.flatMap(({ events }) => events.flatMap(({ action }) => ('change' in action ? [action.change] : [])))
        : [];
    const missing = listLabels(space, name).filter(
      (label) => !led.includes(String(label)) && !assignments.some((one) => getLabel(one, name) === label),
    );
    return problemIf(missing.length > 0, rules.unusedLevel, toSectionPath(name), { name, missing });
  });
  const criteria = new Set([
    ...(spec.decide?.require ?? []),
    ...searches.flatMap((one) => one.criteria.map(({ name }) => name)),
  ]);
  const roles = new Set(
    cells.flatMap(({ workloadKind, params, fleet, events }) => [
      ...workloadKind.roles(params, Object.keys(fleet)).map(({ role }) => role),
      // Role that continues a killed service.
      ...events.flatMap(({ action }) => ('kill' in action ? [action.kill.resumeOn] : [])),
    ]),
  );
  return [
    ...levels,
    ...Object.keys(spec.criteria ?? {}).flatMap((name) =>
      problemIf(!criteria.has(name), rules.unusedCriterion, ['criteria', name]),
    ),
    ...Object.keys(spec.fleet).flatMap((role) =>
      problemIf(!roles.has(role), rules.unusedRole, ['fleet', role], { role }),
    ),
  ];
}

/** Warns about measured values that `decide.where` excludes, so that they cannot win. */
function adviseNeverChosen(spec: Spec, { space, cells, decide }: ExpandedSpec): Problem[] {
  const where = decide?.where ?? {};
  const competing = cells.filter((cell) => isCompetingCell(cell, decide));
  // Ignore stages of targets that `where` excludes.
  const target = where['target'];
  const possible = target === undefined ? cells : cells.filter((cell) => cell.target === target);
  const lost = listFactorNames(space).flatMap((name) => {
    const labels = listLabels(space, name).filter((label) => possible.some(({ levels }) => levels[name] === label));
    const answers = new Set(competing.map(({ levels }) => levels[name]));
    // Ignore factors that no competing configuration uses.
    const has = competing.some(({ levels }) => Object.hasOwn(levels, name));
    const missing = Object.hasOwn(where, name) || !has ? [] : labels.filter((label) => !answers.has(label));
    return missing.length === 0 ? [] : [`${name} ${joinNames(missing)}`];
  });
  if (lost.length === 0) return [];
  const { oneAtATime, exclude, cross } = spec.design;
  const cause =
    oneAtATime === true ? 'oneAtATime' : exclude !== undefined ? 'exclude' : cross === undefined ? undefined : 'cross';
  const path = cause === undefined ? ['decide', 'where'] : ['design', cause];
  return [problemAt(rules.measuredElsewhere, path, { lost: lost.join(' or ') })];
}

function toSectionPath(factor: string): Problem['path'] {
  const sections: Readonly<Record<string, string>> = { target: 'targets', stage: 'targets', workload: 'workloads' };
  const section = sections[factor];
  return section === undefined ? ['factors', factor] : [section];
}
