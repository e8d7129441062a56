/** All planted faults of a machine, in a stable order and with stable ids. */
import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject, type Path, valueAt, without, withValue } from './json';
import { type Edit, OPERATORS } from './operators';
import { listPlaces } from './states';

/** Selected mutants, and the number of the others by kind. */
export interface Sample {
  readonly mutants: readonly Mutant[];
  readonly left: readonly {
    readonly machine: string;
    readonly operator: string;
    readonly kept: number;
    readonly of: number;
  }[];
}

/**
 * Keeps at most `limit` mutants of each operator in each machine, selected by the hash of seed and id: so an added or
 * removed mutant changes the selection of few others. The order is kept.
 */
export function sampleMutants(mutants: readonly Mutant[], limit: number, seed: string): Sample {
  const kinds = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const kind = `${mutant.machine} ${mutant.operator}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), mutant]);
  }
  const kept = new Set<Mutant>();
  const left: Sample['left'][number][] = [];
  for (const group of kinds.values()) {
    const ranked = [...group].sort((a, b) => (rank(seed, a.id) < rank(seed, b.id) ? -1 : 1));
    for (const mutant of ranked.slice(0, limit)) kept.add(mutant);
    const [first] = group;
    if (group.length <= limit || first === undefined) continue;
    left.push({ machine: first.machine, operator: first.operator, kept: limit, of: group.length });
  }
  return { mutants: mutants.filter((mutant) => kept.has(mutant)), left };
}

function rank(seed: string, id: string): string {
  return createHash('sha256').update(`${seed}\n${id}`).digest('hex');
}

/** A planted fault in a state machine. */
export interface Mutant {
  /** `<machine>:<state>:<operator>:<detail>`. */
  readonly id: string;
  readonly machine: string;
  readonly operator: string;
  readonly state: string;
  /** Target state of the only transition that the change affects; null where it may affect any. */
  readonly way: string | null;
  readonly what: string;
  /** Text of the changed machine file. */
  readonly definition: string;
}

/**
 * Mutants of one machine file.
 * @param text JSON of the machine with its placeholders
 */
export function makeMutants(machine: string, text: string): Mutant[] {
  const definition = JSON.parse(text) as JsonObject;
  const places = listPlaces(definition);
  const seen = new Set([JSON.stringify(definition, null, 2)]);
  return OPERATORS.flatMap(({ name: operator, edits, top }) =>
    [
      { name: '', path: [], made: top?.(definition) ?? [] },
      ...places.map((place) => ({ name: place.name, path: place.path, made: edits(place, definition) })),
    ].flatMap(({ name: state, path, made }) =>
      made.flatMap((edit): Mutant[] => {
        const mutated = applyEdit(definition, path, edit);
        const changed = JSON.stringify(mutated, null, 2);
        if (seen.has(changed)) return [];
        seen.add(changed);
        const [old, now] = [valueAt(definition, path), valueAt(mutated, path)];
        const way = state !== '' && isObject(old) && isObject(now) ? findChangedTransition(old, now) : null;
        const id = `${machine}:${state}:${operator}:${edit.detail}`;
        return [{ id, machine, operator, state, way, what: edit.what, definition: changed }];
      }),
    ),
  );
}

/** A copy of a definition after an edit of the state at a path. */
export function applyEdit(definition: JsonObject, path: Path, { own = [], all = [] }: Edit): JsonObject {
  const changes = [...own.map(([at, value]) => [[...path, ...at], value] as const), ...all];
  return changes.reduce(
    (copy, [at, value]) => (value === undefined ? without(copy, at) : withValue(copy, at, value)),
    definition,
  );
}

/**
 * Compares a state before and after a change.
 * @returns target of the affected transition before the change; null where the change may affect any, or the state
 * itself
 */
export function findChangedTransition(before: JsonObject, after: JsonObject): string | null {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const [field] = changed;
  if (field === undefined || changed.length > 1) return null;
  switch (field) {
    case 'Next':
    case 'Default':
      return toName(before[field]);
    case 'Output':
    case 'Assign':
      // A Choice has these on its default transition; a final state has no transition.
      return toName(before['Type'] === 'Choice' ? before['Default'] : before['Next']);
    case 'Catch':
    case 'Choices':
      return findEntryTransition(before[field], after[field]);
    default:
      return null;
  }
}

/** A catcher or rule that is removed, or that has another effect after its selection. */
function findEntryTransition(before: Json | undefined, after: Json | undefined): string | null {
  const old = Array.isArray(before) ? before : [];
  const now = Array.isArray(after) ? after : [];
  const first = old.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(now[index]));
  const entry = old[first];
  if (!isObject(entry)) return null;
  if (now.length === old.length - 1) return toName(entry['Next']);
  const others = old.filter((other, index) => index !== first && JSON.stringify(other) !== JSON.stringify(now[index]));
  if (now.length !== old.length || others.length > 0) return null;
  const changed = now[first];
  const chosen = (one: Json | undefined): string =>
    isObject(one) ? JSON.stringify([one['ErrorEquals'], one['Condition']]) : '';
  return chosen(entry) === chosen(changed) ? toName(entry['Next']) : null;
}

function toName(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
