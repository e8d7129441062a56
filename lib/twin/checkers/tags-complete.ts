/** Everything is tagged at birth, and asked for with a token: whoever recovers finds it by nothing else. */
import { canonical } from '../../shapes/canonical';
import { childOf, isOf, partsOf, rigOf } from '../../shapes/execution-names';
import { type Create, CREATES, itemsOf, membersOf, nameOf, type PlacedCall, tagsOf, type Walk } from './creates';
import { TAG } from '../../shapes/layout';
import { serviceOf, STORAGE_KINDS } from '../../shapes/resources';
import type { CallRecord } from '../cloud/service';
import { complain, type ExecutionFacts, type Finding } from './facts';

type Facts = Pick<ExecutionFacts, 'experiment' | 'executionId'>;

/** One set of tags in a request, and what will carry it. */
interface TagSet {
  readonly on: string;
  readonly tags: Readonly<Record<string, string>>;
}

const BASE = [TAG.stack, TAG.experiment, TAG.execution, TAG.rig, TAG.expiresAt];
/** What is made for a role of a fleet says for which. */
const WITH_ROLE = new Set(['launch-template', 'instance', 'fleet']);
/** What an instance brings along, and what EC2 tags only where the template says so. */
const OF_AN_INSTANCE = ['instance', 'volume', 'network-interface'];

/** @returns every create without a token, and every tag that is missing or wrong */
export function tagsComplete(facts: Facts, { creates }: Pick<Walk, 'creates'>): Finding[] {
  return creates.flatMap(({ call }) => {
    const what = nameOf(call);
    const sets = tagSets(call.action, call.input);
    // What exists in a tagged parent alone may have neither.
    const known = createOf(call);
    const child = known?.tags.length === 0;
    // A name that is taken once does for a token.
    const token =
      known?.token === null || tokenOf(call) !== null ? [] : [complain('NoToken', `${what} carries no client token`)];
    const missing = (child ? [] : expectedSets(call.action))
      .filter((on) => !sets.some((set) => set.on === on))
      .map((on) => complain('NoTags', `${what} tags no ${on}`));
    const wrong = sets
      .flatMap((set) => [...faults(set, facts), ...ofCopy(call.service, set)])
      .map((fault) => complain('TagFault', `${what}: ${fault}`));
    return [...token, ...missing, ...wrong];
  });
}

/** What is known of a create. */
function createOf({ service, action }: CallRecord): Create | undefined {
  return CREATES[`${service}:${action.charAt(0).toLowerCase()}${action.slice(1)}`];
}

function expectedSets(action: string): readonly string[] {
  if (action === 'CreateLaunchTemplate') return ['launch-template', ...OF_AN_INSTANCE];
  if (action === 'CreateFleet') return ['fleet'];
  return action === 'RunInstances' ? OF_AN_INSTANCE : ['resource'];
}

/** EC2 tags by kind (TagSpecifications), the others have one list (Tags). */
function tagSets(action: string, input: unknown): TagSet[] {
  const request = membersOf(input);
  const template = membersOf(request['LaunchTemplateData']);
  const specified = [...itemsOf(request['TagSpecifications']), ...itemsOf(template['TagSpecifications'])].map(
    (item) => {
      const { ResourceType, Tags } = membersOf(item);
      return { on: typeof ResourceType === 'string' ? ResourceType : 'resource', tags: tagsOf(Tags) };
    },
  );
  const single = 'Tags' in request ? [{ on: 'resource', tags: tagsOf(request['Tags']) }] : [];
  // A create of EC2 with one kind of thing: its only set is the one that is expected.
  const [only, ...others] = specified;
  const plain = expectedSets(action).includes('resource') && only !== undefined && others.length === 0;
  return [...(plain ? [{ ...only, on: 'resource' }] : specified), ...single];
}

function faults({ on, tags }: TagSet, facts: Facts): string[] {
  const keys = WITH_ROLE.has(on) ? [...BASE, TAG.role] : BASE;
  const absent = keys.filter((key) => !tags[key]).map((key) => `the ${on} has no tag ${key}`);
  const differs = (key: string, right: (value: string) => boolean, expected: string): string[] => {
    const value = tags[key];
    return !value || right(value) ? [] : [`the ${on} has ${key}=${value}, expected ${expected}`];
  };
  const { experiment, executionId } = facts;
  return [
    ...absent,
    ...differs(TAG.experiment, (value) => value === experiment, experiment),
    ...differs(TAG.execution, (value) => value === executionId, executionId),
    ...differs(TAG.rig, (value) => rigOf(value) !== null && isOf(value, executionId), childOf(executionId, '<rig>')),
    ...differs(TAG.expiresAt, (value) => /^\d{9,11}$/.test(value), 'whole epoch seconds'),
  ];
}

/** Storage says of which copy it is: one that failed is deleted by this tag alone. */
function ofCopy(service: string, { on, tags }: TagSet): string[] {
  if (!STORAGE_KINDS.some((kind) => serviceOf(kind) === service)) return [];
  const { [TAG.rig]: rig = '', [TAG.copy]: copy = '' } = tags;
  if (copy === '') return [`the ${on} has no tag ${TAG.copy}`];
  return partsOf(copy).length === 2 && copy.startsWith(childOf(rig, 'c'))
    ? []
    : [`the ${on} has ${TAG.copy}=${copy}, expected ${childOf(rig, 'c<n>')}`];
}

// * One token, one request, one thing: a retry cannot make a second one, and a new attempt is not given the old one.

/** How services call it: EC2, FSx, EFS. */
const TOKEN_MEMBERS = ['ClientToken', 'ClientRequestToken', 'CreationToken'];
/** What a create gave: the same token has to give the same. */
const ID_MEMBERS = /Id$|^ResourceARN$/;

/** Null where the request has none. */
export function tokenOf(call: CallRecord): string | null {
  const request = membersOf(call.input);
  const found = TOKEN_MEMBERS.map((name) => request[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
}

/** @returns every token, and every label of an attempt, that stood for two things */
export function tokensUnique(_facts: unknown, { creates, commands }: Pick<Walk, 'creates' | 'commands'>): Finding[] {
  const byToken = grouped(creates, (call) => {
    const token = tokenOf(call);
    return token === null ? null : `${call.service}:${call.action} ${token}`;
  });
  const byLabel = grouped(commands, labelOf);
  return [
    ...[...byToken].flatMap(([token, its]) => judgeToken(token, its)),
    ...[...byLabel].flatMap(([label, its]) => judgeLabel(label, its)),
  ];
}

function judgeToken(token: string, calls: readonly CallRecord[]): Finding[] {
  const [first] = calls;
  if (first === undefined) return [];
  const other = calls.find((call) => canonical(call.input) !== canonical(first.input));
  if (other !== undefined) return [complain('TokenReused', `${nameOf(other)} asks for something else with ${token}`)];
  const elsewhere = calls.find((call) => attemptOf(call) !== attemptOf(first));
  if (elsewhere !== undefined)
    return [
      complain('TokenShared', `${nameOf(elsewhere)} is another attempt than ${nameOf(first)}, with the same ${token}`),
    ];
  const made = new Set(calls.filter((call) => call.error === undefined).map((call) => canonical(idsIn(call.output))));
  return made.size > 1 ? [complain('MadeTwice', `${token} made ${made.size} different things`)] : [];
}

/**
 * Where the answer of a start is lost, the parent starts the same child again, under the next number: both make the
 * same request, and the token is what makes it one thing.
 */
function attemptOf({ execution }: CallRecord): string {
  return execution.replace(/__\d+$/, '');
}

/** SendCommand has no token. Hosts lock by attempt and command: a second script is given the end of the first. */
function judgeLabel(label: string, calls: readonly CallRecord[]): Finding[] {
  const scripts = new Set(
    calls.map((call) => canonical(membersOf(membersOf(call.input)['Parameters'])['ScriptSha256'])),
  );
  return scripts.size > 1
    ? [complain('AttemptReused', `${label} was sent with ${scripts.size} different scripts`)]
    : [];
}

function labelOf(call: CallRecord): string {
  const parameters = membersOf(membersOf(call.input)['Parameters']);
  return ['OutputPrefix', 'Attempt', 'Step'].map((name) => canonical(parameters[name])).join(' ');
}

function grouped(calls: readonly PlacedCall[], keyOf: (call: CallRecord) => string | null): Map<string, CallRecord[]> {
  const groups = new Map<string, CallRecord[]>();
  for (const { call } of calls) {
    const key = keyOf(call);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return groups;
}

/** Ids anywhere in an answer. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return Object.entries(membersOf(value)).flatMap(([name, member]) =>
    ID_MEMBERS.test(name) && typeof member === 'string' ? [[name, member]] : idsIn(member),
  );
}
