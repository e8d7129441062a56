/** Which tags an argument carries, as far as can be seen in the machine. */
import { visibleFrom } from '../scope';
import { isRecord, type Subject, type SubjectState } from '../subject';
import { codeOf, parseCode } from '../template';
import { usesOf } from '../uses';

/**
 * Keys that are certainly there; or all of them, because the whole list of tags that the plan made for the rig is taken
 * over; or why it cannot be seen.
 */
export type Carried =
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'all' }
  | { readonly kind: 'unclear'; readonly why: string };

/** Longest chain of variables that are followed. */
const DEPTH_MAX = 5;

/** Tags in a list of `{Key, Value}`, in an expression that makes one, or in the variable that it takes. */
export function carriedTags(value: unknown, one: SubjectState, subject: Subject, depth = 0): Carried {
  if (depth > DEPTH_MAX) return { kind: 'unclear', why: 'takes its tags from too long a chain of variables' };
  if (Array.isArray(value)) return both(value.map((entry) => entryTags(entry, one, subject, depth)));
  if (typeof value !== 'string') return { kind: 'unclear', why: 'has no list of tags' };
  const code = codeOf(value);
  if (code === null) return { kind: 'unclear', why: 'is a plain string; tags are a list of Key and Value' };
  const parsed = parseCode(code);
  if ('error' in parsed) return { kind: 'unclear', why: `cannot be read: ${parsed.error}` };
  if (isWholeList(parsed.ast)) return { kind: 'all' };
  return expressionTags(parsed.ast, one, subject, depth);
}

/** One entry of a literal list; the entry may be an expression that gives several tags. */
function entryTags(entry: unknown, one: SubjectState, subject: Subject, depth: number): Carried {
  if (!isRecord(entry)) return carriedTags(entry, one, subject, depth + 1);
  const key = entry['Key'];
  const value = entry['Value'];
  const full = typeof key === 'string' && value !== undefined && value !== '';
  return { kind: 'keys', keys: new Set(full ? [key] : []) };
}

/** Every string in an expression counts as a key: nobody writes the name of a tag for another reason. */
function expressionTags(ast: unknown, one: SubjectState, subject: Subject, depth: number): Carried {
  const uses = usesOf(ast);
  const written: Carried = {
    kind: 'keys',
    keys: new Set(uses.flatMap((use) => (use.kind === 'string' ? [use.text] : []))),
  };
  const names = uses.flatMap((use) => (use.kind === 'variable' ? [use.name] : []));
  return both([written, ...names.map((name) => assignedTags(name, one, subject, depth))]);
}

/** Tags that every assignment of a variable has. */
function assignedTags(name: string, one: SubjectState, subject: Subject, depth: number): Carried {
  const scopes = visibleFrom(one.scope);
  const values = subject.states
    .filter((other) => scopes.includes(other.scope))
    .flatMap((other) => assignments(other, name).map((value) => carriedTags(value, other, subject, depth + 1)));
  const clear = values.flatMap((value) => (value.kind === 'keys' ? [value.keys] : []));
  if (values.length > 0 && values.every((value) => value.kind === 'all')) return { kind: 'all' };
  if (clear.length < values.length || clear.length === 0) return { kind: 'keys', keys: new Set() };
  const [first = new Set<string>(), ...others] = clear;
  return { kind: 'keys', keys: new Set([...first].filter((key) => others.every((keys) => keys.has(key)))) };
}

function assignments({ state }: SubjectState, name: string): unknown[] {
  const places = [
    state.Assign,
    ...(state.Catch ?? []).map((c) => c.Assign),
    ...(state.Choices ?? []).map((r) => r.Assign),
  ];
  return places.flatMap((assign) => (assign !== undefined && name in assign ? [assign[name]] : []));
}

/** What several parts carry together. */
function both(parts: readonly Carried[]): Carried {
  if (parts.some((part) => part.kind === 'all')) return { kind: 'all' };
  return { kind: 'keys', keys: new Set(parts.flatMap((part) => (part.kind === 'keys' ? [...part.keys] : []))) };
}

/**
 * `[$anything.tags]` or `$anything.tags`: the list that the plan made, whole. With a filter or anything else around it,
 * it is no longer known to be whole.
 */
function isWholeList(ast: unknown): boolean {
  if (!isRecord(ast)) return false;
  const inside = ast['expressions'];
  if (ast['type'] === 'unary' && ast['value'] === '[' && Array.isArray(inside)) {
    return inside.length === 1 && isWholeList(inside[0]);
  }
  const steps = ast['steps'];
  if (ast['type'] !== 'path' || !Array.isArray(steps) || steps.length < 2) return false;
  const plain = steps.every(
    (step) => isRecord(step) && step['stages'] === undefined && step['predicate'] === undefined,
  );
  const last: unknown = steps.at(-1);
  return plain && isRecord(last) && last['type'] === 'name' && last['value'] === 'tags';
}
