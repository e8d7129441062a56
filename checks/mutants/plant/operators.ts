/** Kinds of planted faults, each with its changes of one state; of equal changes, only the first counts. */
import { REQUIRED_TAGS } from '../../../lib/shapes/tags';
import { isObject, type Json, type JsonObject, type Path, valueAt, walkValues, toWord } from './json';
import { isCode, findUnquoted, listOwnValues, type Place, replaceAt, listTargets, listTransitionsTo } from './states';

/** One change of a state, or of transitions to it. */
export interface Edit {
  /** Identifies the change within one operator and state; stable as long as that state is unchanged. */
  readonly detail: string;
  /** Description for people. */
  readonly what: string;
  /** Paths below the state, each with its new value; undefined removes it. */
  readonly own?: readonly (readonly [Path, Json | undefined])[];
  /** The same below the whole definition. */
  readonly all?: readonly (readonly [Path, Json | undefined])[];
}

/** A kind of fault. */
export interface Operator {
  /** Kebab case, part of the id. */
  readonly name: string;
  readonly edits: (place: Place, definition: JsonObject) => Edit[];
  /** Changes of the machine itself. */
  readonly top?: (definition: JsonObject) => Edit[];
}

/** Arguments that make a repeated call idempotent, or its result findable. */
const TOKENS = new Set(['ClientToken', 'ClientRequestToken', 'CreationToken', 'Name']);
/** Deeper arguments are details of one service; they are changed through their expressions. */
const ARGUMENT_DEPTH_MAX = 3;
/** Intervals of retries: the lint compares them with its table. */
const TASTE = new Set(['IntervalSeconds', 'BackoffRate', 'MaxDelaySeconds']);
/** Limits that are wide on purpose: only their removal is a fault. */
const BOUNDS = new Set(['TimeoutSeconds', 'MaxAttempts']);
const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '<=': '>',
  '<': '>=',
  '>=': '<',
  and: 'or',
  or: 'and',
};

/** In the order in which they are planted. */
export const OPERATORS: readonly Operator[] = [
  { name: 'remove-state', edits: removals },
  { name: 'drop-catch', edits: ({ state }) => entryDrops(state, 'Catch') },
  { name: 'drop-retry', edits: ({ state }) => entryDrops(state, 'Retry') },
  { name: 'drop-tag', edits: ({ state }) => tagDrops(state) },
  { name: 'drop-token', edits: ({ state }) => drops(argumentPaths(state).filter(isToken)) },
  { name: 'skip-fence', edits: fenceSkips },
  {
    name: 'drop-timeout',
    edits: ({ state }) => ('TimeoutSeconds' in state ? drops([['TimeoutSeconds']]) : []),
    top: (definition) => ('TimeoutSeconds' in definition ? drops([['TimeoutSeconds']]) : []),
  },
  { name: 'change-default', edits: defaults },
  { name: 'break-name', edits: ({ state }) => misspellings(state) },
  { name: 'negate', edits: ({ state }) => negations(state) },
  { name: 'change-number', edits: ({ state }) => [...plainNumbers(state), ...numbersInCode(state)] },
  { name: 'redirect', edits: redirections },
  // A Choice needs at least one rule.
  { name: 'drop-rule', edits: ({ state }) => entryDrops(state, 'Choices').filter(({ detail }) => detail !== 'all') },
  { name: 'drop-assign', edits: ({ state }) => drops(listAssigned(state)) },
  { name: 'drop-output', edits: ({ state }) => drops(outputs(state)) },
  {
    name: 'drop-argument',
    edits: ({ state }) => drops(argumentPaths(state).filter((path) => !isToken(path) && !path.some(isTags))),
  },
];

function drops(paths: readonly Path[]): Edit[] {
  return paths.map((path) => ({ detail: path.join('/'), what: `${path.join('/')} dropped`, own: [[path, undefined]] }));
}

function argumentPaths(state: JsonObject): Path[] {
  const given = state['Arguments'];
  if (!isObject(given)) return [];
  const paths = [...walkValues(given)].map(({ path }) => path);
  return paths
    .filter((path) => path.length >= 1 && path.length <= ARGUMENT_DEPTH_MAX)
    .map((path) => ['Arguments', ...path]);
}

const isToken = (path: Path): boolean => path.length === 2 && TOKENS.has(String(path[1]));
const isTags = (key: string | number): boolean => key === 'TagSpecifications' || key === 'Tags';

/** Catchers, retriers and rules, one at a time and all at once; a single entry counts as "all". */
function entryDrops(state: JsonObject, field: string): Edit[] {
  const entries = state[field];
  if (!Array.isArray(entries)) return [];
  const each = entries.map(
    (_, index): Edit => ({
      detail: String(index),
      what: `${field}[${index}] dropped`,
      own: [[[field, index], undefined]],
    }),
  );
  const all: Edit = { detail: 'all', what: `${field} dropped`, own: [[[field], undefined]] };
  return entries.length > 1 ? [...each, all] : [all];
}

function listAssigned(state: JsonObject): Path[] {
  return [['Assign'], ...listFields(state, 'Assign')].flatMap((path) => keysAt(state, path));
}

function outputs(state: JsonObject): Path[] {
  return [['Output'], ['ItemSelector'], ['Items'], ...listFields(state, 'Output')].flatMap((path): Path[] => {
    const value = valueAt(state, path);
    const keys = keysAt(state, path);
    // An empty output only keeps payloads small: it holds nothing to read.
    if (value === undefined || (isObject(value) && keys.length === 0)) return [];
    return [path, ...(keys.length > 1 ? keys : [])];
  });
}

function keysAt(state: JsonObject, path: Path): Path[] {
  const value = valueAt(state, path);
  return isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
}

/** Paths of a field in rules and catchers. */
function listFields(state: JsonObject, field: string): Path[] {
  return ['Choices', 'Catch'].flatMap((list) => {
    const entries = state[list];
    return Array.isArray(entries) ? entries.map((_, index) => [list, index, field]) : [];
  });
}

/** Transitions to a state lead to its successor instead; a final state becomes a bare Succeed. */
function removals(place: Place, definition: JsonObject): Edit[] {
  const { name, state, path } = place;
  const next = state['Next'] ?? state['Default'];
  if (typeof next === 'string') {
    const all = [...redirect(definition, place, next), [path, undefined] as const];
    return next === name ? [] : [{ detail: 'gone', what: `removed; what led here leads to ${next}`, all }];
  }
  // A final state that returns its input is one already.
  const idle = state['Type'] === 'Succeed' || (state['Type'] === 'Pass' && state['End'] === true);
  if (idle && Object.keys(state).every((field) => ['Type', 'End', 'Comment'].includes(field))) return [];
  const what = `${toWord(state['Type'])} replaced by a bare Succeed`;
  return [{ detail: 'bare', what, own: [[[], { Type: 'Succeed' }]] }];
}

/** Redirects all transitions to a state. */
function redirect(definition: JsonObject, place: Place, next: string): (readonly [Path, Json])[] {
  return listTransitionsTo(definition, place).map(({ path }) => [path, next]);
}

/** Bypasses a check of the fence; or lets a closed fence, or a failed check, pass. */
function fenceSkips(place: Place, definition: JsonObject): Edit[] {
  const open = whereOpen(place.state);
  if (open === null) return [];
  const what = `skipped; what led here leads to ${open}`;
  return [
    { detail: 'around', what, all: redirect(definition, place, open) },
    ...listTargets(place)
      .filter(({ to }) => to !== open)
      .map(({ path }): Edit => {
        const at = path.slice(place.path.length).join('/');
        return { detail: at, what: `${at} leads to ${open}, as if the fence were open`, all: [[path, open]] };
      }),
  ];
}

/** Next state after a check that finds no fence; null for other states. */
function whereOpen(state: JsonObject): string | null {
  if (!/fence/i.test(JSON.stringify(state['Arguments'] ?? '')) || !Array.isArray(state['Catch'])) return null;
  const absent = state['Catch'].find(
    (entry: Json) => isObject(entry) && toWord(entry['ErrorEquals']).includes('NoSuchKey'),
  );
  const next = isObject(absent) ? absent['Next'] : undefined;
  return typeof next === 'string' ? next : null;
}

/** Removes a Default, or redirects it to the target of a rule. */
function defaults(place: Place): Edit[] {
  const given = place.state['Default'];
  if (typeof given !== 'string') return [];
  const elsewhere = [...new Set(listTargets(place).map(({ to }) => to))].filter((to) => to !== given);
  return [
    { detail: 'none', what: 'Default dropped', own: [[['Default'], undefined]] },
    ...elsewhere.map((to): Edit => ({ detail: to, what: `Default leads to ${to}`, own: [[['Default'], to]] })),
  ];
}

/** Redirects each transition of a state to the state after the right one, in the order of the file. */
function redirections(place: Place, definition: JsonObject): Edit[] {
  const names = Object.keys(valueAt(definition, [...place.graph, 'States']) as JsonObject);
  return listTargets(place).flatMap(({ path, to }): Edit[] => {
    const at = path.slice(place.path.length).join('/');
    const from = names.indexOf(to);
    const others = [...names.slice(from + 1), ...names.slice(0, Math.max(from, 0))];
    const other = others.find((name) => name !== to && name !== place.name);
    if (at === 'Default' || other === undefined) return [];
    return [{ detail: at, what: `${at} leads to ${other} in place of ${to}`, all: [[path, other]] }];
  });
}

/** Misspells each variable, and each field of input, result and error, once in each expression. */
function misspellings(state: JsonObject): Edit[] {
  return listOwnValues(state)
    .filter(isCode)
    .flatMap(({ path, value: text }) => {
      const names = findUnquoted(text, /\$(?:states(?:\.\w+)+|[A-Za-z_]\w*(?!\w|\s*\())/g);
      const first = names.filter((name, index) => names.findIndex((other) => other.found === name.found) === index);
      return first.flatMap(({ index, found }): Edit[] => {
        // The context object has fixed names: the lint detects a wrong one.
        if (/^\$states(\.context)?$/.test(found)) return [];
        const at = path.join('/');
        const broken = replaceAt(text, index + found.length, 0, 'Wrong');
        return [{ detail: `${at}/${found}`, what: `${at}: ${found} misspelt`, own: [[path, broken]] }];
      });
    });
}

/** Negates each comparison; exchanges and, or. */
function negations(state: JsonObject): Edit[] {
  return listOwnValues(state)
    .filter(isCode)
    .flatMap(({ path, value: text }) =>
      findUnquoted(text, /!=|<=|>=|(?<![:~])[=<>]|(?<=\s)(?:and|or)(?=\s)/g).flatMap(
        ({ index, found }, count): Edit[] => {
          if (text[index - 1] === '~' || (found === '=' && text[index - 1] === ':')) return [];
          const by = OPPOSITE[found] ?? found;
          const at = path.join('/');
          const turned = replaceAt(text, index, found.length, by);
          return [{ detail: `${at}/${count}`, what: `${at}: ${found} turned into ${by}`, own: [[path, turned]] }];
        },
      ),
    );
}

function plainNumbers(state: JsonObject): Edit[] {
  return listOwnValues(state).flatMap(({ path, value }) => {
    const field = String(path.at(-1));
    if (typeof value !== 'number' || TASTE.has(field)) return [];
    const others = BOUNDS.has(field) && path[0] !== 'Arguments' ? [0] : variants(value);
    return others.map((other) => numberEdit(path, path.join('/'), value, other, other));
  });
}

function numbersInCode(state: JsonObject): Edit[] {
  return listOwnValues(state)
    .filter(isCode)
    .flatMap(({ path, value: text }) =>
      findUnquoted(text, /(?<![\w.$])\d+(?:\.\d+)?(?![\w.])/g).flatMap(({ index, found }, count) =>
        variants(Number(found)).map((other) => {
          const changed = replaceAt(text, index, found.length, String(other));
          return numberEdit(path, `${path.join('/')}/${count}`, Number(found), other, changed);
        }),
      ),
    );
}

function numberEdit(path: Path, at: string, from: number, to: number, value: number | string): Edit {
  const detail = `${at}/${to === 0 ? 'zero' : to === 1 ? 'one' : 'times-10'}`;
  return { detail, what: `${at}: ${from} turned into ${to}`, own: [[path, value]] };
}

/** Ten times as much, and zero; one instead of zero. */
function variants(value: number): number[] {
  return value === 0 ? [1] : [value * 10, 0];
}

/** One kind of resource without tags; one tag removed from a list or from the expression that makes it. */
function tagDrops(state: JsonObject): Edit[] {
  return [...walkValues(state['Arguments'] ?? {})].flatMap(({ path, value }) => {
    const [last, at, full] = [path.at(-1), path.join('/'), ['Arguments', ...path]];
    const edit = (key: string, what: string, to: readonly [Path, Json | undefined]): Edit => ({
      detail: `${at}/${key}`,
      what: `${at} without ${what}`,
      own: [to],
    });
    const entries = (field: string, words: string): Edit[] =>
      (value as Json[]).map((entry, index) => {
        const key = isObject(entry) ? toWord(entry[field]) : String(index);
        return edit(key, `${words}${key}`, [[...full, index], undefined]);
      });
    if (last === 'TagSpecifications' && Array.isArray(value)) return entries('ResourceType', 'its entry for ');
    if (last !== 'Tags') return [];
    if (Array.isArray(value)) return entries('Key', '');
    if (typeof value !== 'string') return [];
    return REQUIRED_TAGS.map((key) =>
      edit(key, key, [full, value.replace(/^\{%\s*([\s\S]*?)\s*%\}$/, `{% [($1)[Key != '${key}']] %}`)]),
    );
  });
}
