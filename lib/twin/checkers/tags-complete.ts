/** Everything is tagged at birth, and asked for with a token: whoever recovers finds it by nothing else. */
import { canonicalize } from '../../shapes/canonical-json';
import { joinName, isOwnedBy, parseParts, findRig } from '../../shapes/execution-names';
import {
  type CreateRule,
  CREATE_RULES,
  toItems,
  toMembers,
  formatCall,
  type PlacedCall,
  toTags,
  type CallIndex,
} from './creates';
import { TAG } from '../../shapes/layout';
import { getService, STORAGE_KINDS } from '../../shapes/resources';
import type { CallRecord } from '../cloud/service';
import { complain, type ExecutionFacts, type Finding } from './facts';

type TagFacts = Pick<ExecutionFacts, 'experiment' | 'executionId'>;

/** One set of tags in a request, and what will carry it. */
interface TagSet {
  readonly on: string;
  readonly tags: Readonly<Record<string, string>>;
}

const BASE = [TAG.stack, TAG.experiment, TAG.execution, TAG.rig, TAG.expiresAt];
/** What is made for a role of a fleet says for which. */
const WITH_ROLE = new Set(['launch-template', 'instance', 'fleet']);
/** What an instance brings along, and what EC2 tags only where the template says so. */
const INSTANCE_TYPES = ['instance', 'volume', 'network-interface'];

/** @returns every create without a token, and every tag that is missing or wrong */
export function checkTags(facts: TagFacts, { creates }: Pick<CallIndex, 'creates'>): Finding[] {
  return creates.flatMap(({ call }) => {
    const what = formatCall(call);
    const sets = listTagSets(call.action, call.input);
    // What exists in a tagged parent alone may have neither.
    const known = findCreateRule(call);
    const child = known?.tags.length === 0;
    // A name that is taken once does for a token.
    const token =
      known?.token === null || findToken(call) !== null ? [] : [complain('NoToken', `${what} carries no client token`)];
    const missing = (child ? [] : listTaggedTypes(call.action))
      .filter((on) => !sets.some((set) => set.on === on))
      .map((on) => complain('NoTags', `${what} tags no ${on}`));
    const wrong = sets
      .flatMap((set) => [...checkTagSet(set, facts), ...checkCopyTag(call.service, set)])
      .map((fault) => complain('TagFault', `${what}: ${fault}`));
    return [...token, ...missing, ...wrong];
  });
}

/** What is known of a create. */
function findCreateRule({ service, action }: CallRecord): CreateRule | undefined {
  return CREATE_RULES[`${service}:${action.charAt(0).toLowerCase()}${action.slice(1)}`];
}

function listTaggedTypes(action: string): readonly string[] {
  if (action === 'CreateLaunchTemplate') return ['launch-template', ...INSTANCE_TYPES];
  if (action === 'CreateFleet') return ['fleet'];
  return action === 'RunInstances' ? INSTANCE_TYPES : ['resource'];
}

/** EC2 tags by kind (TagSpecifications), the others have one list (Tags). */
function listTagSets(action: string, input: unknown): TagSet[] {
  const request = toMembers(input);
  const template = toMembers(request['LaunchTemplateData']);
  const specified = [...toItems(request['TagSpecifications']), ...toItems(template['TagSpecifications'])].map(
    (item) => {
      const { ResourceType, Tags } = toMembers(item);
      return { on: typeof ResourceType === 'string' ? ResourceType : 'resource', tags: toTags(Tags) };
    },
  );
  const single = 'Tags' in request ? [{ on: 'resource', tags: toTags(request['Tags']) }] : [];
  // A create of EC2 with one kind of thing: its only set is the one that is expected.
  const [only, ...others] = specified;
  const plain = listTaggedTypes(action).includes('resource') && only !== undefined && others.length === 0;
  return [...(plain ? [{ ...only, on: 'resource' }] : specified), ...single];
}

function checkTagSet({ on, tags }: TagSet, facts: TagFacts): string[] {
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
    ...differs(
      TAG.rig,
      (value) => findRig(value) !== null && isOwnedBy(value, executionId),
      joinName(executionId, '<rig>'),
    ),
    ...differs(TAG.expiresAt, (value) => /^\d{9,11}$/.test(value), 'whole epoch seconds'),
  ];
}

/** Storage says of which copy it is: one that failed is deleted by this tag alone. */
function checkCopyTag(service: string, { on, tags }: TagSet): string[] {
  if (!STORAGE_KINDS.some((kind) => getService(kind) === service)) return [];
  const { [TAG.rig]: rig = '', [TAG.copy]: copy = '' } = tags;
  if (copy === '') return [`the ${on} has no tag ${TAG.copy}`];
  return parseParts(copy).length === 2 && copy.startsWith(joinName(rig, 'c'))
    ? []
    : [`the ${on} has ${TAG.copy}=${copy}, expected ${joinName(rig, 'c<n>')}`];
}

// * One token, one request, one thing: a retry cannot make a second one, and a new attempt is not given the old one.

/** How services call it: EC2, FSx, EFS. */
const TOKEN_MEMBERS = ['ClientToken', 'ClientRequestToken', 'CreationToken'];
/** What a create gave: the same token has to give the same. */
const ID_MEMBERS = /Id$|^ResourceARN$/;

/** Null where the request has none. */
export function findToken(call: CallRecord): string | null {
  const request = toMembers(call.input);
  const found = TOKEN_MEMBERS.map((name) => request[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
}

/** @returns every token, and every label of an attempt, that stood for two things */
export function checkTokens(
  _facts: unknown,
  { creates, commands }: Pick<CallIndex, 'creates' | 'commands'>,
): Finding[] {
  const byToken = groupCalls(creates, (call) => {
    const token = findToken(call);
    return token === null ? null : `${call.service}:${call.action} ${token}`;
  });
  const byLabel = groupCalls(commands, formatLabel);
  return [
    ...[...byToken].flatMap(([token, its]) => judgeToken(token, its)),
    ...[...byLabel].flatMap(([label, its]) => judgeLabel(label, its)),
  ];
}

function judgeToken(token: string, calls: readonly CallRecord[]): Finding[] {
  const [first] = calls;
  if (first === undefined) return [];
  const other = calls.find((call) => canonicalize(call.input) !== canonicalize(first.input));
  if (other !== undefined)
    return [complain('TokenReused', `${formatCall(other)} asks for something else with ${token}`)];
  const elsewhere = calls.find((call) => getAttemptName(call) !== getAttemptName(first));
  if (elsewhere !== undefined)
    return [
      complain(
        'TokenShared',
        `${formatCall(elsewhere)} is another attempt than ${formatCall(first)}, with the same ${token}`,
      ),
    ];
  const made = new Set(
    calls.filter((call) => call.error === undefined).map((call) => canonicalize(listIds(call.output))),
  );
  return made.size > 1 ? [complain('MadeTwice', `${token} made ${made.size} different things`)] : [];
}

/**
 * Where the answer of a start is lost, the parent starts the same child again, under the next number: both make the
 * same request, and the token is what makes it one thing.
 */
function getAttemptName({ execution }: CallRecord): string {
  return execution.replace(/__\d+$/, '');
}

/** SendCommand has no token. Hosts lock by attempt and command: a second script is given the end of the first. */
function judgeLabel(label: string, calls: readonly CallRecord[]): Finding[] {
  const scripts = new Set(
    calls.map((call) => canonicalize(toMembers(toMembers(call.input)['Parameters'])['ScriptSha256'])),
  );
  return scripts.size > 1
    ? [complain('AttemptReused', `${label} was sent with ${scripts.size} different scripts`)]
    : [];
}

function formatLabel(call: CallRecord): string {
  const parameters = toMembers(toMembers(call.input)['Parameters']);
  return ['OutputPrefix', 'Attempt', 'Step'].map((name) => canonicalize(parameters[name])).join(' ');
}

function groupCalls(
  calls: readonly PlacedCall[],
  keyOf: (call: CallRecord) => string | null,
): Map<string, CallRecord[]> {
  const groups = new Map<string, CallRecord[]>();
  for (const { call } of calls) {
    const key = keyOf(call);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return groups;
}

/** Ids anywhere in an answer. */
function listIds(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(listIds);
  return Object.entries(toMembers(value)).flatMap(([name, member]) =>
    ID_MEMBERS.test(name) && typeof member === 'string' ? [[name, member]] : listIds(member),
  );
}
