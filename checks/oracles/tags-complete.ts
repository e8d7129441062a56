/** Every create has tags and a client token: recovery finds resources only by tags. */
import { canonicalize } from '../../lib/shapes/canonical-json';
import { joinName, isOwnedBy, parseParts, findRig } from '../../lib/shapes/execution-names';
import {
  type CreateRule,
  CREATE_RULES,
  toItems,
  toMembers,
  formatCall,
  type OrderedCall,
  toTags,
  type CallIndex,
} from './creates';
import { TAG_KEYS } from '../../lib/shapes/tags';
import { getService, STORAGE_KINDS } from '../../lib/shapes/resources';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { complain, type ExecutionFacts, type Finding } from '../../lib/twin/checkers/facts';

type TagFacts = Pick<ExecutionFacts, 'experiment' | 'executionId'>;

/** One set of tags in a request, and the resource that will carry it. */
interface TagSet {
  readonly on: string;
  readonly tags: Readonly<Record<string, string>>;
}

const REQUIRED_TAG_KEYS = [TAG_KEYS.stack, TAG_KEYS.experiment, TAG_KEYS.execution, TAG_KEYS.rig, TAG_KEYS.expiresAt];
/** Resources for a host role also have the tag of that role. */
const TYPES_WITH_ROLE = new Set(['launch-template', 'instance', 'fleet']);
/** Resource types that EC2 creates with an instance, and tags only if the template requests it. */
const LAUNCHED_TYPES = ['instance', 'volume', 'network-interface'];

/** @returns every create without a token, and every missing or wrong tag */
export function checkTags(facts: TagFacts, { creates }: Pick<CallIndex, 'creates'>): Finding[] {
  return creates.flatMap(({ call }) => {
    const what = formatCall(call);
    const sets = listTagSets(call.action, call.input);
    // Resources inside a tagged parent need neither token nor tags.
    const known = findCreateRule(call);
    const child = known?.tags.length === 0;
    // A unique name replaces the token.
    const token =
      known?.token === null || findToken(call) !== null ? [] : [complain('NoToken', `${what} carries no client token`)];
    const missing = (child ? [] : listTaggedTypes(call.action))
      .filter((on) => !sets.some((set) => set.on === on))
      .map((on) => complain('NoTags', `${what} tags no ${on}`));
    const wrong = sets
      .flatMap((set) => [...checkTagSet(set, facts), ...checkTargetInstanceTag(call.service, set)])
      .map((fault) => complain('TagFault', `${what}: ${fault}`));
    return [...token, ...missing, ...wrong];
  });
}

/** Token and tags of a create call; undefined for unknown calls. */
function findCreateRule({ service, action }: CallRecord): CreateRule | undefined {
  return CREATE_RULES[`${service}:${action.charAt(0).toLowerCase()}${action.slice(1)}`];
}

function listTaggedTypes(action: string): readonly string[] {
  if (action === 'CreateLaunchTemplate') return ['launch-template', ...LAUNCHED_TYPES];
  if (action === 'CreateFleet') return ['fleet'];
  return action === 'RunInstances' ? LAUNCHED_TYPES : ['resource'];
}

/** EC2 requests have tags per resource type (TagSpecifications). Other services have one list (Tags). */
function listTagSets(action: string, input: unknown): TagSet[] {
  const request = toMembers(input);
  const template = toMembers(request['LaunchTemplateData']);
  const specified = [...toItems(request['TagSpecifications']), ...toItems(template['TagSpecifications'])].map(
    (item) => {
      const { ResourceType, Tags } = toMembers(item);
      return { on: typeof ResourceType === 'string' ? ResourceType : 'resource', tags: toTags(Tags) };
    },
  );
  // S3 has the list in a member; S3 Files writes its name in lower case.
  const list = request['Tags'] ?? request['tags'] ?? toMembers(request['CreateBucketConfiguration'])['Tags'];
  const single = list === undefined ? [] : [{ on: 'resource', tags: toTags(list) }];
  // An EC2 create call for one resource type has exactly one set of tags.
  const [only, ...others] = specified;
  const plain = listTaggedTypes(action).includes('resource') && only !== undefined && others.length === 0;
  return [...(plain ? [{ ...only, on: 'resource' }] : specified), ...single];
}

function checkTagSet({ on, tags }: TagSet, facts: TagFacts): string[] {
  const keys = TYPES_WITH_ROLE.has(on) ? [...REQUIRED_TAG_KEYS, TAG_KEYS.role] : REQUIRED_TAG_KEYS;
  const absent = keys.filter((key) => !tags[key]).map((key) => `the ${on} has no tag ${key}`);
  const differs = (key: string, right: (value: string) => boolean, expected: string): string[] => {
    const value = tags[key];
    return !value || right(value) ? [] : [`the ${on} has ${key}=${value}, expected ${expected}`];
  };
  const { experiment, executionId } = facts;
  return [
    ...absent,
    ...differs(TAG_KEYS.experiment, (value) => value === experiment, experiment),
    ...differs(TAG_KEYS.execution, (value) => value === executionId, executionId),
    ...differs(
      TAG_KEYS.rig,
      (value) => findRig(value) !== null && isOwnedBy(value, executionId),
      joinName(executionId, '<rig>'),
    ),
    ...differs(TAG_KEYS.expiresAt, (value) => /^\d{9,11}$/.test(value), 'whole epoch seconds'),
  ];
}

/** Storage has the tag of its target instance: fsxbench deletes a failed target instance by this tag alone. */
function checkTargetInstanceTag(service: string, { on, tags }: TagSet): string[] {
  if (!STORAGE_KINDS.some((kind) => getService(kind) === service)) return [];
  const { [TAG_KEYS.rig]: rig = '', [TAG_KEYS.copy]: copy = '' } = tags;
  if (copy === '') return [`the ${on} has no tag ${TAG_KEYS.copy}`];
  return parseParts(copy).length === 2 && copy.startsWith(joinName(rig, 'c'))
    ? []
    : [`the ${on} has ${TAG_KEYS.copy}=${copy}, expected ${joinName(rig, 'c<n>')}`];
}

// A token means one request and one resource: no second one by a retry, and no old one for a new attempt.

/** Names in EC2, S3 Files, FSx and EFS. */
const TOKEN_MEMBER_NAMES = ['ClientToken', 'clientToken', 'ClientRequestToken', 'CreationToken'];
/** Members with the id of the created resource: the same token must return the same id. */
const ID_MEMBER_NAME = /Id$|^ResourceARN$/;

/** Null if the request has no token. */
export function findToken(call: CallRecord): string | null {
  const request = toMembers(call.input);
  const found = TOKEN_MEMBER_NAMES.map((name) => request[name]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof found === 'string' ? found : null;
}

/** @returns every token, and every label of an attempt, with two meanings */
export function checkTokens(
  _facts: unknown,
  { creates, commands }: Pick<CallIndex, 'creates' | 'commands'>,
): Finding[] {
  const byToken = groupCalls(creates, (call) => {
    const token = findToken(call);
    return token === null ? null : `${call.service}:${call.action} ${token}`;
  });
  const byLabel = groupCalls(commands, formatCommandLabel);
  return [
    ...[...byToken].flatMap(([token, its]) => checkToken(token, its)),
    ...[...byLabel].flatMap(([label, its]) => checkCommandLabel(label, its)),
  ];
}

function checkToken(token: string, calls: readonly CallRecord[]): Finding[] {
  const [first] = calls;
  if (first === undefined) return [];
  const other = calls.find((call) => canonicalize(call.input) !== canonicalize(first.input));
  if (other !== undefined) return [complain('TokenReused', `${formatCall(other)} sends another request with ${token}`)];
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
  return made.size > 1 ? [complain('CreatedTwice', `${token} made ${made.size} different resources`)] : [];
}

/** After a lost answer, the parent starts the child again under the next number: the token prevents a duplicate. */
function getAttemptName({ execution }: CallRecord): string {
  return execution.replace(/__\d+$/, '');
}

/** SendCommand has no token. Hosts lock by attempt and command: a second script would get the result of the first. */
function checkCommandLabel(label: string, calls: readonly CallRecord[]): Finding[] {
  const scripts = new Set(
    calls.map((call) => canonicalize(toMembers(toMembers(call.input)['Parameters'])['ScriptSha256'])),
  );
  return scripts.size > 1
    ? [complain('AttemptReused', `${label} was sent with ${scripts.size} different scripts`)]
    : [];
}

function formatCommandLabel(call: CallRecord): string {
  const parameters = toMembers(toMembers(call.input)['Parameters']);
  return ['OutputPrefix', 'Attempt', 'Step'].map((name) => canonicalize(parameters[name])).join(' ');
}

function groupCalls(
  calls: readonly OrderedCall[],
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
    ID_MEMBER_NAME.test(name) && typeof member === 'string' ? [[name, member]] : listIds(member),
  );
}
