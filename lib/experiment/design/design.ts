/** Chooses assignments by `design`: crosses factors or varies one at a time, then applies `exclude` and `include`. */
import rules from '../rules.json';
import { problemAt, type Path, type Problem, checkName } from '../../shapes/problem';
import {
  type Assignment,
  listFactorNames,
  listLabels,
  matchesFilter,
  pickSingleLevels,
  readPartialCell,
  type Space,
  type LevelFilter,
} from './space';
import { sumAll } from '../../shapes/collections';
import { checkSearchLevels } from './search';
import type { Design, PartialCell } from '../../shapes/spec';

/** Limit of combinations before equal ones are merged: more would take too long to expand, and to measure. */
export const MAX_COMBINATIONS = 20_000;

export interface DesignChoice {
  readonly assignments: readonly Assignment[];
  readonly problems: readonly Problem[];
}

/** Assignments of a design, ordered by target, stage, workload and factors; the last factor changes fastest. */
export function applyDesign(space: Space, design: Design): DesignChoice {
  const problems: Problem[] = [];
  const find = (...finding: Parameters<typeof problemAt>): number => problems.push(problemAt(...finding));
  if (design.oneAtATime === true && design.cross !== undefined) {
    find(rules.crossedAndOneAtATime, ['design', 'oneAtATime']);
  }
  const names = listFactorNames(space);
  for (const [index, name] of (design.cross ?? []).entries()) {
    problems.push(...checkName(rules.unknownFactor, ['design', 'cross', index], name, names));
  }
  const excluded = (design.exclude ?? []).map((partial, index) =>
    parsePartialCell(space, partial, ['design', 'exclude', index], problems),
  );
  const included = (design.include ?? []).map((partial, index) =>
    toAssignment(space, partial, ['design', 'include', index], problems),
  );
  const searched = design.search?.factor;
  const crossed = new Set(
    design.oneAtATime === true ? [] : [...(design.cross ?? names), ...(searched === undefined ? [] : [searched])],
  );
  problems.push(...checkSearchLevels(design));
  // A factor of other targets multiplies a target by equal configurations: long lists of candidates leave these out.
  const isReduced = countCombinations(space, crossed, false) > MAX_COMBINATIONS;
  const size = countCombinations(space, crossed, isReduced);
  if (size > MAX_COMBINATIONS) {
    find(rules.tooManyCells, ['design'], { size, maxCombinations: MAX_COMBINATIONS });
  }
  // Factors without values, and specs without targets or workloads, are reported elsewhere.
  const empty = [space.targets, space.workloads, ...space.factors.map((one) => one.levels)].some(
    (one) => one.length === 0,
  );
  if (empty || problems.some((problem) => problem.severity === 'error')) return { assignments: [], problems };
  const whole = (assignment: Assignment): Assignment[] => expandSearchLevels(space, assignment, searched);
  const base =
    design.oneAtATime === true
      ? varyOneAtATime(space, searched).flatMap(whole)
      : crossFactors(space, crossed, isReduced);
  const foreignOf = new Map(space.targets.map(({ name, foreign }) => [name, isReduced ? foreign : undefined]));
  // Of equal configurations, an exclusion leaves those with other values of a foreign factor.
  const matches = (wanted: LevelFilter, one: Assignment): boolean =>
    matchesFilter(wanted, one) && ![...wanted.keys()].some((factor) => foreignOf.get(one.target)?.has(factor) === true);
  for (const [index, wanted] of excluded.entries()) {
    if (base.some((assignment) => matches(wanted, assignment))) continue;
    find(rules.nothingExcluded, ['design', 'exclude', index]);
  }
  const kept = base.filter((assignment) => !excluded.some((wanted) => matches(wanted, assignment)));
  const assignments = [
    ...kept,
    ...included.flatMap((assignment) => (assignment === undefined ? [] : whole(assignment))),
  ];
  if (assignments.length === 0) find(rules.nothingLeft, ['design']);
  return { assignments, problems };
}

function makeFirstAssignment(space: Space): Assignment | undefined {
  const target = space.targets[0];
  const workload = space.workloads[0];
  if (target === undefined || workload === undefined) return undefined;
  const levels = new Map(
    space.factors.flatMap(({ name, levels: [first] }) => (first === undefined ? [] : [[name, first] as const])),
  );
  return { target: target.name, stage: target.stages[0] ?? null, workload, levels };
}

/**
 * The assignment of a partial configuration, with first values for all other factors; undefined, with a problem added,
 * if it is not valid.
 */
export function toAssignment(
  space: Space,
  partial: PartialCell,
  path: Path,
  problems: Problem[],
): Assignment | undefined {
  const before = problems.length;
  const wanted = parsePartialCell(space, partial, path, problems);
  const base = makeFirstAssignment(space);
  if (problems.length > before || base === undefined) return undefined;
  pickSingleLevels(wanted, path, problems);
  const target = space.targets.find((one) => one.name === (wanted.get('target')?.[0] ?? base.target));
  const stage = wanted.get('stage')?.[0] ?? target?.stages[0] ?? null;
  if (target === undefined || !target.stages.includes(stage)) {
    problems.push(
      problemAt(rules.unknownStageOfTarget, [...path, 'stage'], {
        name: target?.name ?? base.target,
        stage: stage ?? '',
      }),
    );
    return undefined;
  }
  const levels = new Map(
    space.factors.flatMap((factor) => {
      const label = wanted.get(factor.name)?.[0];
      const level = label === undefined ? factor.levels[0] : factor.levels.find((one) => one.label === label);
      return level === undefined ? [] : [[factor.name, level] as const];
    }),
  );
  return { target: target.name, stage, workload: wanted.get('workload')?.[0] ?? base.workload, levels };
}

function parsePartialCell(space: Space, partial: PartialCell, path: Path, problems: Problem[]): LevelFilter {
  const read = readPartialCell(space, partial, path);
  problems.push(...read.problems);
  return read.wanted;
}

/** @param isReduced foreign factors of a target keep their first value */
function countCombinations(space: Space, crossed: ReadonlySet<string>, isReduced: boolean): number {
  const targets = crossed.has('target') ? space.targets : space.targets.slice(0, 1);
  const workloads = crossed.has('workload') ? space.workloads.length : 1;
  return sumAll(
    targets.map(({ stages, foreign }) => {
      const own = space.factors.filter(({ name }) => crossed.has(name) && !(isReduced && foreign?.has(name)));
      const states = crossed.has('stage') ? stages.length : 1;
      return own.reduce((product, { levels }) => product * levels.length, states * workloads);
    }),
  );
}

function crossFactors(space: Space, crossed: ReadonlySet<string>, isReduced: boolean): Assignment[] {
  const pick = <T>(name: string, all: readonly T[]): readonly T[] => (crossed.has(name) ? all : all.slice(0, 1));
  let rows: Assignment[] = pick('target', space.targets).flatMap((target) =>
    pick('stage', target.stages).flatMap((stage) =>
      pick('workload', space.workloads).map((workload) => ({
        target: target.name,
        stage,
        workload,
        levels: new Map(),
      })),
    ),
  );
  for (const factor of space.factors) {
    const all = pick(factor.name, factor.levels);
    const foreign = new Set(
      space.targets.flatMap((one) => (isReduced && one.foreign?.has(factor.name) ? [one.name] : [])),
    );
    rows = rows.flatMap((row) =>
      (foreign.has(row.target) ? all.slice(0, 1) : all).map((level) => ({
        ...row,
        levels: new Map([...row.levels, [factor.name, level]]),
      })),
    );
  }
  return rows;
}

/** A searched factor is not varied alone: each value of another factor is measured at all searched values. */
function varyOneAtATime(space: Space, searched: string | undefined): Assignment[] {
  const first = makeFirstAssignment(space);
  if (first === undefined) return [];
  const names = listFactorNames(space).filter((name) => name !== searched);
  const others = names.flatMap((name) => {
    // Stages of the first target only: a stage of another target would change two factors at once.
    const labels =
      name === 'stage' ? (space.targets[0]?.stages ?? []).filter((stage) => stage !== null) : listLabels(space, name);
    return labels.slice(1).flatMap((label) => toAssignment(space, { [name]: label }, ['design'], []) ?? []);
  });
  return [first, ...others];
}

/** The assignment at each value of the searched factor; the unchanged assignment without a search. */
function expandSearchLevels(space: Space, assignment: Assignment, searched: string | undefined): Assignment[] {
  const levels = space.factors.find(({ name }) => name === searched)?.levels;
  if (searched === undefined || levels === undefined) return [assignment];
  return levels.map((level) => ({ ...assignment, levels: new Map(assignment.levels).set(searched, level) }));
}
