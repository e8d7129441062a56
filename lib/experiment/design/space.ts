/** The design space: targets with stages, workloads and factors; and partial configurations in it. */
import rules from '../rules.json';
import { problemAt, problemIf, type Path, type Problem, checkName } from '../../shapes/problem';
import { type Factor, toLabel, type LevelEntry } from '../language/level';
import { quoteValue } from '../language/mapping';
import { type Level, type PartialCell, IMPLICIT_FACTORS } from '../../shapes/spec';
import { formatAllowed } from '../../shapes/suggest';
import type { Cell } from '../../shapes/plan';

export interface Space {
  readonly targets: readonly {
    readonly name: string;
    readonly stages: readonly (string | null)[];
    /** Factors that only other targets refer to: their values make equal configurations. Absent: none. */
    readonly foreign?: ReadonlySet<string>;
  }[];
  readonly workloads: readonly string[];
  readonly factors: readonly Factor[];
}

/** One value for each target, stage, workload and factor. */
export interface Assignment {
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
  readonly levels: ReadonlyMap<string, LevelEntry>;
}

/** Allowed values by factor; factors that are not named are free. */
export type LevelFilter = ReadonlyMap<string, readonly string[]>;

export function listFactorNames(space: Space): string[] {
  return [...new Set([...IMPLICIT_FACTORS, ...space.factors.map((factor) => factor.name)])];
}

/** Values of a factor in written order; stages of all targets together. */
export function listLabels(space: Space, factor: string): string[] {
  switch (factor) {
    case 'target':
      return space.targets.map((target) => target.name);
    case 'stage':
      return [...new Set(space.targets.flatMap((target) => target.stages).filter((stage) => stage !== null))];
    case 'workload':
      return [...space.workloads];
    default:
      return space.factors.find((one) => one.name === factor)?.levels.map((level) => level.label) ?? [];
  }
}

/**
 * Whether configurations list a value of this factor. Built-in factors (target, stage, workload) are listed only if
 * they have several values. A target without stages counts as one stage.
 */
export function isVaryingFactor(space: Space, factor: string): boolean {
  if (factor === 'stage') return new Set(space.targets.flatMap((target) => target.stages)).size > 1;
  if (factor === 'target') return space.targets.length > 1;
  return factor !== 'workload' || space.workloads.length > 1;
}

/** Value of a factor in an assignment; undefined for the stage of a target without stages. */
export function getLabel(assignment: Assignment, factor: string): string | undefined {
  switch (factor) {
    case 'target':
      return assignment.target;
    case 'stage':
      return assignment.stage ?? undefined;
    case 'workload':
      return assignment.workload;
    default:
      return assignment.levels.get(factor)?.label;
  }
}

/** Parses a partial configuration. A mapping selects all values that have its settings. */
export function readPartialCell(
  space: Space,
  partial: PartialCell,
  path: Path,
): { wanted: LevelFilter; problems: Problem[] } {
  const wanted = new Map<string, readonly string[]>();
  const problems: Problem[] = [];
  for (const [factor, level] of Object.entries(partial)) {
    const here = [...path, factor];
    const names = listFactorNames(space);
    problems.push(...checkName(rules.unknownFactor, here, factor, names));
    if (!names.includes(factor)) continue;
    const labels = listLabels(space, factor);
    if (space.factors.some((one) => one.name === factor && one.broken)) continue;
    const found =
      typeof level === 'object' ? findLabels(space, factor, level) : labels.filter((label) => label === toLabel(level));
    if (found.length === 0) {
      problems.push(reportUnknownLevel(space, factor, level, here));
      continue;
    }
    wanted.set(factor, found);
  }
  return { wanted, problems };
}

function reportUnknownLevel(space: Space, factor: string, level: Level, path: Path): Problem {
  const labels = listLabels(space, factor);
  const what = typeof level === 'object' ? `\`${toLabel(level)}\`` : quoteValue(level);
  return problemAt(rules.unknownLevel, path, { level: what, factor, allowed: formatAllowed(toLabel(level), labels) });
}

/** The single value of each named factor; a factor with several values is a problem. */
export function pickSingleLevels(wanted: LevelFilter, path: Path, problems: Problem[]): Record<string, string> {
  const found = [...wanted].flatMap(([factor, labels]) => {
    const [label] = labels;
    const { length } = labels;
    problems.push(...problemIf(length > 1, rules.oneLevelNeeded, [...path, factor], { length, factor }));
    return label === undefined || length > 1 ? [] : [[factor, label] as const];
  });
  return Object.fromEntries(found);
}

function findLabels(space: Space, factor: string, settings: Level & object): string[] {
  const levels = space.factors.find((one) => one.name === factor)?.levels ?? [];
  return levels
    .filter(
      ({ value }) =>
        typeof value === 'object' &&
        Object.entries(settings).every(
          ([key, setting]) => Object.hasOwn(value, key) && String(value[key]) === String(setting),
        ),
    )
    .map((level) => level.label);
}

export function matchesFilter(wanted: LevelFilter, assignment: Assignment): boolean {
  return [...wanted].every(([factor, labels]) => {
    const label = getLabel(assignment, factor);
    return label !== undefined && labels.includes(label);
  });
}

type CellGroup = readonly Pick<Cell, 'levels'>[];

/** The named factors whose values differ between groups. */
export function findVaryingFactors(groups: readonly CellGroup[], factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => new Set(groups.map((group) => listGroupLabels(group, factor).join('\n'))).size > 1);
}

/** Describes the varying factors of each group: `tput 64, iops 3072`, or `stage small and large`. */
export function describeGroups(groups: readonly CellGroup[], factors: readonly string[]): readonly string[] {
  const varying = findVaryingFactors(groups, factors);
  return groups.map((group) =>
    varying
      .flatMap((factor) => {
        const labels = listGroupLabels(group, factor);
        return labels.length === 0 ? [] : [`${factor} ${labels.join(' and ')}`];
      })
      .join(', '),
  );
}

function listGroupLabels(group: CellGroup, factor: string): readonly string[] {
  return [...new Set(group.flatMap(({ levels }) => levels[factor] ?? []))].toSorted();
}
