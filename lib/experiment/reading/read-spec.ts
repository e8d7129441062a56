/** Reads a spec and reports all its problems at once, with their places. */
import rules from '../rules.json';
import { problemAt, type Problem } from '../../shapes/problem';
import { type Spec, SECTIONS } from '../../shapes/spec';
import type { ResolvedCell } from '../design/cells';
import { expandSpec } from '../design/expand';
import { type Kinds, KINDS, adaptKinds } from '../kinds';
import {
  checkConnections,
  checkHostCounts,
  checkHosts,
  checkDisks,
  checkCellHosts,
  checkCellMounts,
} from './checks/hosts';
import { checkCapacity } from './checks/capacity';
import { adviseSpec } from './checks/advice';
import { adviseTrialChanges, checkEvents, checkReach } from './checks/events';
import { checkKinds } from './checks/kinds';
import { checkConsistency, checkSecrets, checkTelemetry } from './checks/consistency';
import { savePositions, locateProblem, readYaml } from '../language/yaml';
import { isMapping, describeType, type Mapping } from '../language/mapping';
import { checkParts, buildSpec, readParts } from './parts';
import { makeUnknownKeyProblem } from '../language/schema-problems';
import { findNearest } from '../../shapes/suggest';

export interface ReadResult {
  readonly spec?: Spec;
  /** Errors first, then warnings, then advice; each in the order of the text. */
  readonly problems: readonly Problem[];
  /** Checks that were skipped because of errors; undefined if none. */
  readonly unchecked?: readonly string[];
}

type CellCheck = (cells: readonly ResolvedCell[], spec: Spec) => readonly Problem[];

function checkEachCell(check: (cell: ResolvedCell) => readonly Problem[]): CellCheck {
  return (cells) => cells.flatMap(check);
}

/** Rules about the combination of target, hosts and workload in a configuration. */
const CELL_CHECKS: readonly CellCheck[] = [
  checkEachCell(checkDisks),
  checkEachCell(checkHosts),
  checkEachCell(checkCellMounts),
  checkEachCell(checkCellHosts),
  checkConnections,
  checkTelemetry,
  checkSecrets,
];

/** Rules that model a target or a workload: refused settings have no model. */
const MODEL_CHECKS: readonly CellCheck[] = [
  (cells) => checkCapacity(cells),
  checkEachCell(checkHostCounts),
  checkEvents,
  checkReach,
];

/** Texts that name skipped checks: of configurations, and of the whole spec. */
const CELLS_TEXT = 'whether data, disks and mounts fit together in every configuration';
const WHOLE_TEXT = 'advice on the spec as a whole';

/** Reads a spec from YAML. Never throws. @param name of the text in messages, e.g. its file name */
export function readSpec(text: string, name: string, kinds: Kinds = KINDS): ReadResult {
  const yaml = readYaml(text);
  // An unreadable text has no other problems.
  if (yaml.value === undefined || yaml.problems.length > 0) {
    const empty: Problem = {
      severity: 'error',
      code: 'EmptySpec',
      path: [],
      message: `${name} holds no spec: ${getSpecHint()}`,
      line: 1,
      column: 1,
    };
    return {
      problems: sortProblems(yaml.problems.length > 0 ? yaml.problems : [empty]),
      unchecked: ['everything else'],
    };
  }
  const read = readSpecObject(yaml.value, kinds);
  const problems = sortProblems(read.problems.map((problem) => locateProblem(problem, yaml.locate)));
  if (read.spec === undefined || hasError(problems)) return { problems, unchecked: read.unchecked ?? [WHOLE_TEXT] };
  savePositions(read.spec, yaml.locate);
  return { spec: read.spec, problems };
}

/** Reads a spec from plain data, e.g. the input of a state machine. Never throws; problems have no line. */
export function readSpecObject(raw: unknown, kinds: Kinds = KINDS): ReadResult {
  if (!isMapping(raw))
    return {
      problems: [problemAt(rules.notAMapping, [], { raw: describeType(raw), needed: getSpecHint() })],
      unchecked: ['everything else'],
    };
  const slips = checkSectionNames(raw);
  if (slips.length === 0) return readSections(raw, kinds);
  // A misspelt section is read as the one that it resembles, so that its name does not hide its other problems.
  const meant = new Map(
    slips.flatMap(({ path: [written = ''] }) => {
      const near = findNearest(String(written), SECTIONS);
      return near === undefined || Object.hasOwn(raw, near) ? [] : [[String(written), near] as const];
    }),
  );
  const named = Object.fromEntries(Object.entries(raw).map(([key, value]) => [meant.get(key) ?? key, value]));
  const written = new Map([...meant].map(([slip, section]) => [section, slip]));
  const { problems, unchecked = [WHOLE_TEXT] } = readSections(named, kinds);
  const own = problems.map((problem) => ({
    ...problem,
    path: problem.path.map((part, index) => (index === 0 ? (written.get(String(part)) ?? part) : part)),
  }));
  return { problems: sortProblems([...slips, ...own]), unchecked };
}

/** Reads the known sections; ignores others. */
function readSections(raw: Mapping, all: Kinds): ReadResult {
  const kinds = adaptKinds(raw['fleet'], all);
  const parts = readParts(raw, kinds);
  const spec = buildSpec(parts);
  // If a part is missing, rules that need all parts run on the parts that exist.
  const expanded = spec === undefined ? undefined : expandSpec(spec, kinds);
  const refused = hasError(parts.problems);
  const rest = expanded === undefined ? checkParts(parts, kinds) : expanded.problems;
  const chosen =
    expanded === undefined || refused || expanded.assignments.length === 0 ? undefined : expanded.assignments;
  const ofKinds = checkKinds(parts.sections, parts.factors, kinds, chosen);
  const placed = spec === undefined || expanded === undefined || refused ? undefined : { spec, cells: expanded.cells };
  const ofCells = placed === undefined ? [] : checkCells(placed.cells, placed.spec);
  // Reports only the first configuration with a problem, but each mistake within one setting, such as a job file.
  const firstCells = uniqueBy(ofCells, ({ code, path }) => [code, path]);
  const ofSpec = spec === undefined ? [] : checkConsistency(spec, kinds);
  const found = uniqueBy(
    parts.sections.whereWritten([...parts.problems, ...ofKinds, ...rest, ...firstCells, ...ofSpec]),
    ({ code, path, message }) => [code, path, message],
  );
  if (spec === undefined || expanded === undefined || hasError(found)) {
    // An invalid setting excludes its configurations.
    const all = placed !== undefined && !hasError(ofKinds);
    return { problems: sortProblems(found), unchecked: all ? [WHOLE_TEXT] : [CELLS_TEXT, WHOLE_TEXT] };
  }
  const advice = [...adviseSpec(spec, expanded, kinds), ...adviseTrialChanges(expanded.cells)];
  return { spec, problems: sortProblems([...found, ...advice]) };
}

function checkCells(cells: readonly ResolvedCell[], spec: Spec): readonly Problem[] {
  const sound = filterSoundCells(cells);
  return [
    ...MODEL_CHECKS.flatMap((check) => check(sound, spec)),
    ...CELL_CHECKS.flatMap((check) => check(cells, spec)),
  ];
}

/** Configurations whose settings the kinds of their target and workload accept. */
function filterSoundCells(cells: readonly ResolvedCell[]): ResolvedCell[] {
  const refused = new Map<object, boolean>();
  const isRefused = (settings: object, check: () => readonly Problem[]): boolean => {
    const known = refused.get(settings) ?? hasError(check());
    refused.set(settings, known);
    return known;
  };
  return cells.filter(
    ({ targetKind, targetConfig, workloadKind, params }) =>
      !isRefused(targetConfig, () => targetKind.check(targetConfig)) &&
      !isRefused(params, () => workloadKind.check(params)),
  );
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function uniqueBy(problems: readonly Problem[], keyOf: (problem: Problem) => readonly unknown[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const one of problems) {
    const key = JSON.stringify(keyOf(one));
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

const SEVERITY_RANK = { error: 0, warning: 1, advice: 2 } as const;

function sortProblems(problems: readonly Problem[]): Problem[] {
  const at = (problem: Problem): number => problem.line ?? 0;
  return [...problems].sort(
    (a, b) =>
      SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] || at(a) - at(b) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function getSpecHint(): string {
  return 'a spec is a mapping that begins with `experiment: <name>`; e.g. `npx fsxbench init` writes one';
}

/** Unknown sections; `x-…` is reserved for anchors. */
export function checkSectionNames(raw: Mapping): Problem[] {
  return Object.keys(raw)
    .filter((key) => !(SECTIONS as readonly string[]).includes(key) && !key.startsWith('x-'))
    .map((key) => makeUnknownKeyProblem([key], SECTIONS));
}
