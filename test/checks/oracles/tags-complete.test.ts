import { TAG_KEYS } from '../../../lib/shapes/tags';
import { checkTags, findToken, checkTokens } from '../../../checks/oracles/tags-complete';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import {
  makeCall,
  listCalls,
  makeFacts,
  listCodes,
  makeFleet,
  listFindings,
  ID,
  makeSend,
  makeTags,
  makeTemplate,
} from './clean-execution';

function judge(...log: CallRecord[]): string[] {
  return listFindings(checkTags, makeFacts({ calls: log })).map(({ text }) => text.replace(/^.* at \S+?Z:? /, ''));
}

const RIG = `${ID}__r1`;
const COPY = { Key: TAG_KEYS.copy, Value: `${ID}__r1__c1` };

/** A fleet whose tags were tampered with. */
function retagFleet(change: (all: Record<string, string>) => Record<string, string>): CallRecord {
  const all = Object.fromEntries(makeTags().map(({ Key, Value }) => [Key, Value]));
  const Tags = Object.entries(change(all)).map(([Key, Value]) => ({ Key, Value }));
  return { ...makeFleet(1), input: { ClientToken: 't', TagSpecifications: [{ ResourceType: 'fleet', Tags }] } };
}

it('returns no complaints about the tags of a log without faults', () => {
  expect(listCodes(checkTags)).toEqual([]);
});

it.each(Object.values(TAG_KEYS).filter((key) => key !== TAG_KEYS.copy))(
  'reports a fleet whose tag %s is missing or empty',
  (key) => {
    const without = retagFleet(({ [key]: _, ...rest }) => rest);
    expect(judge(without)).toEqual([`the fleet has no tag ${key}`]);
    expect(judge(retagFleet((all) => ({ ...all, [key]: '' })))).toEqual([`the fleet has no tag ${key}`]);
  },
);

it.each([
  [TAG_KEYS.experiment, 'other', 'expected disks'],
  [TAG_KEYS.execution, 'exec-2', 'expected exec-1'],
  [TAG_KEYS.rig, 'r1', 'expected exec-1__<rig>'],
  [TAG_KEYS.expiresAt, '2026-11-21', 'expected whole epoch seconds'],
])('reports a wrong value of the tag %s', (key, value, expected) => {
  expect(judge(retagFleet((all) => ({ ...all, [key]: value })))).toEqual([
    `the fleet has ${key}=${value}, ${expected}`,
  ]);
});

it('reports a create call without a client token', () => {
  const input = makeFleet(1).input as object;
  for (const ClientToken of [undefined, ''])
    expect(judge({ ...makeFleet(1), input: { ...input, ClientToken } })).toEqual(['carries no client token']);
});

it('reports a launch template without tags for its instances, volumes, interfaces or itself', () => {
  const good = makeTemplate(1).input as {
    TagSpecifications: unknown[];
    LaunchTemplateData: { TagSpecifications: unknown[] };
  };
  const bare = { ...makeTemplate(1), input: { ...good, LaunchTemplateData: {} } };
  expect(judge(bare)).toEqual(['tags no instance', 'tags no volume', 'tags no network-interface']);
  expect(judge({ ...makeTemplate(1), input: { ...good, TagSpecifications: [] } })).toEqual(['tags no launch-template']);
});

describe('tags of FSx storage', () => {
  const rest = makeTags().filter(({ Key }) => Key !== TAG_KEYS.role && Key !== TAG_KEYS.copy);
  const judgeVolume = (Tags?: unknown[]): string[] =>
    judge(makeCall(1, RIG, 'fsx:CreateVolume', { input: { ClientRequestToken: 't', ...(Tags && { Tags }) } }));

  it('reads the single tag list of FSx, while EC2 has tag specifications', () => {
    expect(judgeVolume([...rest, COPY])).toEqual([]);
    expect(judgeVolume([...rest.slice(1), COPY])).toEqual([`the resource has no tag ${TAG_KEYS.stack}`]);
    expect(judgeVolume()).toEqual(['tags no resource']);
    const volume = { ClientToken: 't', TagSpecifications: [{ ResourceType: 'volume', Tags: rest }] };
    expect(judge(makeCall(1, RIG, 'ec2:CreateVolume', { input: volume }))).toEqual([]);
  });

  it('reports a target-instance tag that is missing or names another rig', () => {
    expect(judgeVolume(rest)).toEqual([`the resource has no tag ${TAG_KEYS.copy}`]);
    for (const Value of ['c1', `${ID}__r2__c1`, `${ID}__r1`, `${ID}__r1__c1__fs`])
      expect(judgeVolume([...rest, { Key: TAG_KEYS.copy, Value }])).toEqual([
        `the resource has ${TAG_KEYS.copy}=${Value}, expected ${ID}__r1__c<n>`,
      ]);
  });
});

it('ignores calls that create nothing', () => {
  expect(judge(makeCall(1, ID, 'ec2:DescribeInstances'), makeCall(2, ID, 's3:PutObject'))).toEqual([]);
});

const turned = Object.fromEntries(Object.entries(makeFleet(1).input as Record<string, unknown>).reverse());
const other = { output: { FleetId: 'fleet-other' } };
const lost = { ...makeFleet(1), output: undefined, error: { name: 'InternalError', message: '' } };

it.each<[string, CallRecord[], string[]]>([
  ['accepts a log without faults', listCalls(), []],
  ['accepts a retry with an equal response', [makeFleet(1), makeFleet(2)], []],
  ['accepts a retry after a lost response', [lost, makeFleet(2)], []],
  ['accepts another order of members', [makeFleet(1), { ...makeFleet(2), input: turned }], []],
  [
    'reports TokenReused for a token with another request',
    [makeFleet(1), { ...makeFleet(2), input: { ...turned, Type: 'maintain' } }],
    ['TokenReused'],
  ],
  ['reports TokenShared between two attempts', [makeFleet(1, RIG), makeFleet(2, `${RIG}__a2`)], ['TokenShared']],
  ['accepts two attempts with a token each', [makeFleet(1, RIG, 'x'), makeFleet(2, `${RIG}__a2`, 'y')], []],
  ['accepts a restarted child execution', [makeFleet(1, `${RIG}__fs__0`), makeFleet(2, `${RIG}__fs__1`)], []],
  ['reports a shared token', [makeFleet(1, `${RIG}__fs__0`), makeFleet(2, `${RIG}__v1__0`)], ['TokenShared']],
  [
    'reports CreatedTwice for a restarted child that created another fleet',
    [makeFleet(1, `${RIG}__fs__0`), { ...makeFleet(2, `${RIG}__fs__1`), ...other }],
    ['CreatedTwice'],
  ],
  ['reports CreatedTwice for a second fleet', [makeFleet(1), { ...makeFleet(2), ...other }], ['CreatedTwice']],
  ['accepts one token in two API actions', [makeTemplate(1, RIG, 'same'), makeFleet(2, RIG, 'same')], []],
  [
    'reports AttemptReused for another script in the same attempt',
    [makeSend(1, 't0001.a1'), makeSend(2, 't0001.a1', 'b'.repeat(64))],
    ['AttemptReused'],
  ],
  ['accepts an attempt that was sent twice', [makeSend(1, 't0001.a1'), makeSend(2, 't0001.a1')], []],
  ['accepts another script in next attempt', [makeSend(1, 't0001.a1'), makeSend(2, 't0001.a2', 'b'.repeat(64))], []],
])('checks client tokens: %s', (_what, log, expected) => {
  expect(listCodes(checkTokens, { calls: log })).toEqual(expected);
});

it('reads the token from ClientToken, ClientRequestToken or CreationToken, or returns null', () => {
  const tokens = ['ClientToken', 'ClientRequestToken', 'CreationToken'].map((name) =>
    findToken(makeCall(1, ID, 'x:CreateX', { input: { [name]: name } })),
  );
  expect(tokens).toEqual(['ClientToken', 'ClientRequestToken', 'CreationToken']);
  expect(findToken(makeCall(1, ID, 'x:CreateX', { input: null }))).toBeNull();
});
