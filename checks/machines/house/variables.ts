/**
 * Variables: every read variable was assigned on every path to the read, and every assigned variable is read. The
 * loader refuses what the service refuses (a name of an outer scope, the name `states`).
 */
import { listEdges, type Scope, type State, visibleFrom } from '../scope';
import { type Expression, type Finding, reporter, type Subject, type SubjectState } from '../subject';

const unknownReport = reporter('unknown-variable');
const unsureReport = reporter('unassigned-variable');
const unusedReport = reporter('unused-variable');
const caughtReport = reporter('caught-name');
const statesReport = reporter('states-object');

/** https://docs.jsonata.org and https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html */
const JSONATA = `abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl
decodeUrlComponent distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger
formatNumber fromMillis join keys length lookup lowercase map match max merge millis min not now number pad parseInteger
power random reduce replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter
substringBefore sum toMillis trim type uppercase zip`;
/** Step Functions removes `$eval`. */
const STEP_FUNCTIONS = 'partition range hash uuid parse';
/** Names that are never assigned: functions, the current item, and `$states`. */
const GIVEN: ReadonlySet<string> = new Set(['', 'states', ...`${JSONATA} ${STEP_FUNCTIONS}`.split(/\s+/)]);

/**
 * Members of `$states`, and of its context.
 * https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
const STATES_MEMBERS = ['input', 'result', 'errorOutput', 'context'];
const CONTEXT: Readonly<Record<string, readonly string[]>> = {
  Execution: ['Id', 'Input', 'Name', 'RoleArn', 'StartTime', 'RedriveCount', 'RedriveTime'],
  State: ['Name', 'EnteredTime', 'RetryCount'],
  StateMachine: ['Id', 'Name'],
  Task: ['Token'],
  Map: ['Item'],
};

/** Names assigned before a state: on some path to it, and on every path to it. */
interface Known {
  readonly some: ReadonlySet<string>;
  readonly every: ReadonlySet<string>;
}

export function variableFindings(subject: Subject): Finding[] {
  const known = new Map<Scope, ReadonlyMap<string, Known>>();
  for (const scope of subject.scopes) known.set(scope, flow(scope, entry(scope, known)));
  return [
    ...subject.states.flatMap((one) => reads(one, known.get(one.scope)?.get(one.name))),
    ...subject.states.flatMap(statesMembers),
    ...subject.states.flatMap(caughtNames),
    ...findUnused(subject),
  ];
}

/** Names assigned at the start of a scope: those of its owner, unless it runs as a separate execution. */
function entry(scope: Scope, known: ReadonlyMap<Scope, ReadonlyMap<string, Known>>): Known {
  const nothing: Known = { some: new Set(), every: new Set() };
  if (scope.owner === null || scope.distributed) return nothing;
  return known.get(scope.owner.scope)?.get(scope.owner.name) ?? nothing;
}

/** Follows every path through a scope until nothing changes: unions for `some`, intersections for `every`. */
function flow(scope: Scope, start: Known): Map<string, Known> {
  const known = new Map<string, Known>([[scope.startAt, start]]);
  const waiting = [scope.startAt];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const state = scope.states.get(name);
    const here = known.get(name);
    if (state === undefined || here === undefined) continue;
    for (const edge of listEdges(state)) {
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
    listVariables(expression).flatMap((variable) => {
      const where = `${expression.location}: $${variable}`;
      if (!known.some.has(variable))
        return [unknownReport(name, `${where} is not assigned on any path that leads here`)];
      if (known.every.has(variable) || isGuarded(expression, variable)) return [];
      return [unsureReport(name, `${where} is not assigned on every path that leads here; give it a first value`)];
    }),
  );
}

/** Unknown members of `$states`. */
function statesMembers({ name, expressions }: SubjectState): Finding[] {
  return expressions.flatMap(({ location, code }) =>
    [...code.matchAll(/\$states\b(?:\.(\w+)(?:\.(\w+)(?:\.(\w+))?)?)?/g)].flatMap(
      ([text, member = '', first, second]) => {
        const known = STATES_MEMBERS.includes(member);
        const inContext = first === undefined || (CONTEXT[first]?.includes(second ?? CONTEXT[first][0] ?? '') ?? false);
        if (known && (member !== 'context' || inContext)) return [];
        return [statesReport(name, `${location}: there is no ${text}`)];
      },
    ),
  );
}

function listVariables({ names }: Expression): string[] {
  return [...names].filter((name) => !GIVEN.has(name));
}

function isGuarded({ code }: Expression, variable: string): boolean {
  return new RegExp(`\\$exists\\(\\s*\\$${variable}\\b`).test(code);
}

/**
 * No inner scope may use a variable that an outer catcher assigns. The service accepts it, but the name then has
 * different values inside and after the Catch, and the inner value is silently lost.
 */
function caughtNames({ name, state, scope }: SubjectState): Finding[] {
  const outer = new Set(visibleFrom(scope).slice(1).flatMap(caughtIn));
  return [...assignedBy(state)]
    .filter((variable) => outer.has(variable))
    .map((variable) => caughtReport(name, `Assign: a Catch of an outer graph assigns ${variable} too; rename one`));
}

function caughtIn(scope: Scope): string[] {
  return [...scope.states.values()].flatMap((state) =>
    listEdges(state).flatMap((edge) => (edge.via === 'catch' ? edge.assigns : [])),
  );
}

function findUnused({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state, scope }) => {
    const readers = states.filter((one) => visibleFrom(one.scope).includes(scope));
    const read = new Set(readers.flatMap((one) => one.expressions.flatMap(listVariables)));
    return [...assignedBy(state)]
      .filter((variable) => !read.has(variable))
      .map((variable) => unusedReport(name, `Assign: ${variable} is never read; remove it`));
  });
}

function assignedBy(state: State): Set<string> {
  return new Set([...listEdges(state).flatMap((edge) => edge.assigns), ...Object.keys(state.Assign ?? {})]);
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
