/**
 * Variables: every one that is read was assigned on every way that leads there, and every one that is assigned is read.
 */
import { type Finding, reporter } from '../finding';
import { edgesOf, type Scope, visibleFrom } from '../scope';
import type { State } from '../shape';
import type { Expression, Subject, SubjectState } from '../subject';
import { FUNCTIONS } from './functions';

const unknownReport = reporter('unknown-variable');
const unsureReport = reporter('unassigned-variable');
const unusedReport = reporter('unused-variable');
const shadowReport = reporter('shadowed-variable');
const reservedReport = reporter('reserved-variable');

/** Names that are assigned when a state is entered: on some way to it, and on every way to it. */
interface Known {
  readonly some: ReadonlySet<string>;
  readonly every: ReadonlySet<string>;
}

/** Findings about variables. */
export function variableFindings(subject: Subject): Finding[] {
  const known = new Map<Scope, ReadonlyMap<string, Known>>();
  for (const scope of subject.scopes) known.set(scope, flow(scope, entry(scope, known)));
  return [
    ...subject.states.flatMap((one) => reads(one, known.get(one.scope)?.get(one.name))),
    ...subject.states.flatMap(shadows),
    ...unused(subject),
  ];
}

/** What is known where a scope begins: what its owner knew, unless it runs as an execution of its own. */
function entry(scope: Scope, known: ReadonlyMap<Scope, ReadonlyMap<string, Known>>): Known {
  const nothing: Known = { some: new Set(), every: new Set() };
  if (scope.owner === null || scope.distributed) return nothing;
  return known.get(scope.owner.scope)?.get(scope.owner.name) ?? nothing;
}

/** Follows every way through a scope until nothing changes: unions for `some`, intersections for `every`. */
function flow(scope: Scope, start: Known): Map<string, Known> {
  const known = new Map<string, Known>([[scope.startAt, start]]);
  const waiting = [scope.startAt];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const state = scope.states.get(name);
    const here = known.get(name);
    if (state === undefined || here === undefined) continue;
    for (const edge of edgesOf(state)) {
      const along = { some: union(here.some, edge.assigns), every: union(here.every, edge.assigns) };
      const before = known.get(edge.to);
      const after = before === undefined ? along : join(before, along);
      if (before !== undefined && same(before, after)) continue;
      known.set(edge.to, after);
      waiting.push(edge.to);
    }
  }
  return known;
}

function reads({ name, expressions }: SubjectState, known: Known | undefined): Finding[] {
  if (known === undefined) return [];
  return expressions.flatMap((expression) =>
    [...variablesOf(expression)].flatMap((variable) => {
      const where = `${expression.location}: $${variable}`;
      if (FUNCTIONS.has(variable) && !known.some.has(variable)) return [];
      if (!known.some.has(variable)) return [unknownReport(name, `${where} is assigned on no way that leads here`)];
      if (known.every.has(variable) || guarded(expression, variable)) return [];
      return [unsureReport(name, `${where} is not assigned on every way that leads here; give it a first value`)];
    }),
  );
}

/** Variables that an expression reads, functions that it passes on among them. */
function variablesOf({ uses }: Expression): Set<string> {
  return new Set(uses.flatMap((use) => (use.kind === 'variable' ? [use.name] : [])));
}

function guarded({ code }: Expression, variable: string): boolean {
  return new RegExp(`\\$exists\\(\\s*\\$${variable}\\b`).test(code);
}

/**
 * The service refuses a name that an outer scope assigns as well, and the name `states`
 * (https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html). It takes a name that only catchers of
 * the outer scope assign, as recorded; this house does not: see `house/caught-names`.
 */
function shadows({ name, state, scope }: SubjectState): Finding[] {
  const own = new Set(
    edgesOf(state)
      .flatMap((edge) => edge.assigns)
      .concat(Object.keys(state.Assign ?? {})),
  );
  const outer = new Set(visibleFrom(scope).slice(1).flatMap(regularlyAssignedIn));
  return [...own].flatMap((variable) => [
    ...(outer.has(variable) ? [shadowReport(name, `Assign: an outer graph assigns ${variable} too; rename one`)] : []),
    ...(variable === 'states' ? [reservedReport(name, 'Assign: the name states is reserved')] : []),
    ...(FUNCTIONS.has(variable) ? [reservedReport(name, `Assign: ${variable} hides the function $${variable}`)] : []),
  ]);
}

function unused({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state, scope }) => {
    const readers = states.filter((one) => visibleFrom(one.scope).includes(scope));
    const read = new Set(
      readers.flatMap((one) => one.expressions.flatMap((expression) => [...variablesOf(expression)])),
    );
    return [...assignedBy(state)]
      .filter((variable) => !read.has(variable))
      .map((variable) => unusedReport(name, `Assign: nothing reads ${variable}; take it out`));
  });
}

function regularlyAssignedIn(scope: Scope): string[] {
  return [...scope.states.values()].flatMap((state) => [
    ...Object.keys(state.Assign ?? {}),
    ...edgesOf(state).flatMap((edge) => (edge.via === 'catch' ? [] : edge.assigns)),
  ]);
}

function assignedBy(state: State): Set<string> {
  return new Set([...edgesOf(state).flatMap((edge) => edge.assigns), ...Object.keys(state.Assign ?? {})]);
}

function union(names: ReadonlySet<string>, more: readonly string[]): Set<string> {
  return new Set([...names, ...more]);
}

function join(a: Known, b: Known): Known {
  return { some: union(a.some, [...b.some]), every: new Set([...a.every].filter((name) => b.every.has(name))) };
}

function same(a: Known, b: Known): boolean {
  return a.some.size === b.some.size && a.every.size === b.every.size;
}
