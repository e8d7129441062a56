/**
 * Create calls carry all tags and a token: what is not tagged at birth is found by nobody, what has no token exists
 * twice.
 */
import { type Finding, reporter } from '../finding';
import { actionOf, argumentsOf, isRecord, type Subject, type SubjectState } from '../subject';
import { CREATES, LOOKS_LIKE_CREATE } from '../../../lib/twin/checkers/create-table';
import { type Carried, carriedTags } from '../house/tags';

const tagsReport = reporter('create-tags');
const tokenReport = reporter('create-token');
const unknownReport = reporter('create-unknown');
const forbiddenReport = reporter('forbidden-call');

/** Findings about calls that create. */
export function createFindings(subject: Subject): Finding[] {
  return subject.states.flatMap((one) => {
    const action = actionOf(one.state);
    if (action === null) return [];
    if (action === 'ec2:runInstances') {
      return [forbiddenReport(one.name, 'runInstances answers with more than a payload can hold; use createFleet')];
    }
    const create = CREATES[action];
    if (create === undefined) return unknown(one.name, action);
    return [...token(one, create.token), ...types(one, create.resourceTypes), ...tags(one, create.tags, subject)];
  });
}

function unknown(name: string, action: string): Finding[] {
  if (!LOOKS_LIKE_CREATE.test(action)) return [];
  return [
    unknownReport(
      name,
      `${action} creates something; say in lib/twin/checkers/create-table.ts where its tags and token stand`,
    ),
  ];
}

function token({ name, state }: SubjectState, field: string | null): Finding[] {
  if (field === null) return [];
  const given = argumentsOf(state)[field];
  if (typeof given === 'string' && given !== '') return [];
  return [tokenReport(name, `Arguments needs ${field}, or a retry makes a second one`)];
}

function types({ name, state }: SubjectState, required: Readonly<Record<string, readonly string[]>>): Finding[] {
  return Object.entries(required).flatMap(([path, resourceTypes]) => {
    const found = at(argumentsOf(state), [...path.split('/'), '*', 'ResourceType']).map((place) => place.value);
    return resourceTypes
      .filter((type) => !found.includes(type))
      .map((type) => tagsReport(name, `Arguments/${path} needs an entry with ResourceType ${type}`));
  });
}

function tags(one: SubjectState, paths: readonly (readonly string[])[], subject: Subject): Finding[] {
  return paths.flatMap((path) => {
    const places = at(argumentsOf(one.state), path);
    if (places.length === 0) return [tagsReport(one.name, `Arguments needs tags at ${path.join('/')}`)];
    return places.flatMap(({ location, value }) => {
      const wrong = complaint(carriedTags(value, one, subject), subject.house.requiredTags);
      return wrong === null ? [] : [tagsReport(one.name, `Arguments/${location} ${wrong}`)];
    });
  });
}

function complaint(carried: Carried, required: readonly string[]): string | null {
  if (carried.kind === 'all') return null;
  if (carried.kind === 'unclear') return carried.why;
  const missing = required.filter((key) => !carried.keys.has(key));
  return missing.length === 0 ? null : `lacks ${missing.join(', ')}`;
}

interface Place {
  readonly location: string;
  readonly value: unknown;
}

/** All values at a path. Where the last part is missing, its place is there without a value. */
function at(value: unknown, path: readonly string[], location = ''): Place[] {
  const [first, ...rest] = path;
  if (first === undefined) return [{ location, value }];
  if (first === '*') {
    return Array.isArray(value) ? value.flatMap((item, index) => at(item, rest, `${location}[${index}]`)) : [];
  }
  if (!isRecord(value) || (value[first] === undefined && rest.length > 0)) return [];
  return at(value[first], rest, location === '' ? first : `${location}/${first}`);
}
