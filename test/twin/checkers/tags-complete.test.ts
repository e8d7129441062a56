import { TAG_KEYS } from '../../../lib/shapes/layout';
import { checkTags, findToken, checkTokens } from '../../../lib/twin/checkers/tags-complete';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, calls, clean, codes, fleet, listFindings, ID, send, tags, template } from './clean-execution';

function judged(...log: CallRecord[]): string[] {
  return listFindings(checkTags, clean({ calls: log })).map(({ text }) => text.replace(/^.* at \S+?Z:? /, ''));
}

const COPY = { Key: TAG_KEYS.copy, Value: `${ID}__r1__c1` };

/** A fleet whose tags were tampered with. */
function tagged(change: (all: Record<string, string>) => Record<string, string>): CallRecord {
  const all = Object.fromEntries(tags().map(({ Key, Value }) => [Key, Value]));
  const Tags = Object.entries(change(all)).map(([Key, Value]) => ({ Key, Value }));
  return { ...fleet(1), input: { ClientToken: 't', TagSpecifications: [{ ResourceType: 'fleet', Tags }] } };
}

it('reports no complaint about the tags of a clean log', () => {
  expect(codes(checkTags)).toEqual([]);
});

it.each(Object.values(TAG_KEYS).filter((key) => key !== TAG_KEYS.copy))(
  'reports a fleet whose tag %s is missing or empty',
  (key) => {
    const without = tagged(({ [key]: _, ...rest }) => rest);
    expect(judged(without)).toEqual([`the fleet has no tag ${key}`]);
    expect(judged(tagged((all) => ({ ...all, [key]: '' })))).toEqual([`the fleet has no tag ${key}`]);
  },
);

it.each([
  [TAG_KEYS.experiment, 'other', 'expected disks'],
  [TAG_KEYS.execution, 'exec-2', 'expected exec-1'],
  [TAG_KEYS.rig, 'r1', 'expected exec-1__<rig>'],
  [TAG_KEYS.expiresAt, '2026-11-21', 'expected whole epoch seconds'],
])('reports a wrong value of the tag %s', (key, value, expected) => {
  expect(judged(tagged((all) => ({ ...all, [key]: value })))).toEqual([`the fleet has ${key}=${value}, ${expected}`]);
});

it('reports a create call without a client token', () => {
  const { ClientToken: _, ...input } = fleet(1).input as Record<string, unknown>;
  expect(judged({ ...fleet(1), input })).toEqual(['carries no client token']);
  expect(judged({ ...fleet(1), input: { ...input, ClientToken: '' } })).toEqual(['carries no client token']);
});

it('reports a launch template without tags for its instances, volumes, interfaces or itself', () => {
  const good = template(1).input as {
    TagSpecifications: unknown[];
    LaunchTemplateData: { TagSpecifications: unknown[] };
  };
  const bare = { ...template(1), input: { ...good, LaunchTemplateData: {} } };
  expect(judged(bare)).toEqual(['tags no instance', 'tags no volume', 'tags no network-interface']);
  expect(judged({ ...template(1), input: { ...good, TagSpecifications: [] } })).toEqual(['tags no launch-template']);
});

it('reads the single tag list of FSx and the tag specifications of EC2', () => {
  const rest = tags().filter(({ Key }) => Key !== TAG_KEYS.role && Key !== TAG_KEYS.copy);
  const make = (input: { ClientRequestToken: string; Tags?: unknown[] }): CallRecord =>
    call(1, `${ID}__r1`, 'fsx:CreateFileSystem', {
      input: input.Tags === undefined ? input : { ...input, Tags: [...input.Tags, COPY] },
    });
  expect(judged(make({ ClientRequestToken: 't', Tags: rest }))).toEqual([]);
  expect(judged(make({ ClientRequestToken: 't', Tags: rest.slice(1) }))).toEqual([
    `the resource has no tag ${TAG_KEYS.stack}`,
  ]);
  expect(judged(make({ ClientRequestToken: 't' }))).toEqual(['tags no resource']);
  const volume = { ClientToken: 't', TagSpecifications: [{ ResourceType: 'volume', Tags: rest }] };
  expect(judged(call(1, `${ID}__r1`, 'ec2:CreateVolume', { input: volume }))).toEqual([]);
});

it('reports FSx storage whose target-instance tag is missing or names another rig', () => {
  const rest = tags().filter(({ Key }) => Key !== TAG_KEYS.role && Key !== TAG_KEYS.copy);
  const make = (...more: unknown[]): string[] =>
    judged(call(1, `${ID}__r1`, 'fsx:CreateVolume', { input: { ClientRequestToken: 't', Tags: [...rest, ...more] } }));
  expect(make(COPY)).toEqual([]);
  expect(make()).toEqual([`the resource has no tag ${TAG_KEYS.copy}`]);
  for (const Value of ['c1', `${ID}__r2__c1`, `${ID}__r1`, `${ID}__r1__c1__fs`])
    expect(make({ Key: TAG_KEYS.copy, Value })).toEqual([
      `the resource has ${TAG_KEYS.copy}=${Value}, expected ${ID}__r1__c<n>`,
    ]);
});

it('ignores calls that create nothing', () => {
  expect(judged(call(1, ID, 'ec2:DescribeInstances'), call(2, ID, 's3:PutObject'))).toEqual([]);
});

const RIG = `${ID}__r1`;
const turned = Object.fromEntries(Object.entries(fleet(1).input as Record<string, unknown>).reverse());
const other = { output: { FleetId: 'fleet-other' } };
const lost = { ...fleet(1), output: undefined, error: { name: 'InternalError', message: '' } };

it.each<[string, CallRecord[], string[]]>([
  ['a clean log', calls(), []],
  ['a retry with an equal response', [fleet(1), fleet(2)], []],
  ['a retry after a lost response', [lost, fleet(2)], []],
  ['another order of members', [fleet(1), { ...fleet(2), input: turned }], []],
  [
    'a token with another request',
    [fleet(1), { ...fleet(2), input: { ...turned, Type: 'maintain' } }],
    ['TokenReused'],
  ],
  ['two attempts with one token', [fleet(1, RIG), fleet(2, `${RIG}__a2`)], ['TokenShared']],
  ['two attempts with a token each', [fleet(1, RIG, 'x'), fleet(2, `${RIG}__a2`, 'y')], []],
  ['a restarted child execution', [fleet(1, `${RIG}__make__c1__fs__0`), fleet(2, `${RIG}__make__c1__fs__1`)], []],
  [
    'two child executions with one token',
    [fleet(1, `${RIG}__make__c1__fs__0`), fleet(2, `${RIG}__make__c1__v1__0`)],
    ['TokenShared'],
  ],
  [
    'a restarted child that created another fleet',
    [fleet(1, `${RIG}__fs__0`), { ...fleet(2, `${RIG}__fs__1`), ...other }],
    ['CreatedTwice'],
  ],
  ['a token that created two fleets', [fleet(1), { ...fleet(2), ...other }], ['CreatedTwice']],
  ['one token in two API actions', [template(1, RIG, 'same'), fleet(2, RIG, 'same')], []],
  ['another script in the same attempt', [send(1, 't0001.a1'), send(2, 't0001.a1', 'b'.repeat(64))], ['AttemptReused']],
  ['an attempt that was sent twice', [send(1, 't0001.a1'), send(2, 't0001.a1')], []],
  ['another script in the next attempt', [send(1, 't0001.a1'), send(2, 't0001.a2', 'b'.repeat(64))], []],
])('accepts a client token for one request only: %s', (_what, log, expected) => {
  expect(codes(checkTokens, { calls: log })).toEqual(expected);
});

it('reads the token from ClientToken, ClientRequestToken or CreationToken, or returns null', () => {
  const tokens = ['ClientToken', 'ClientRequestToken', 'CreationToken'].map((name) =>
    findToken(call(1, ID, 'x:CreateX', { input: { [name]: name } })),
  );
  expect(tokens).toEqual(['ClientToken', 'ClientRequestToken', 'CreationToken']);
  expect(findToken(call(1, ID, 'x:CreateX', { input: null }))).toBeNull();
});
