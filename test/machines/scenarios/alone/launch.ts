/** `launch` by itself: the resources of a role, the fence before each create, and all hosts of a role or none. */
import { createHash } from 'node:crypto';
import { type Alone, alone, type Answers, fails, inTurn, LONG, takes, uncaught } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';
import { OPEN, role, tagsOf } from './rig/rig-answers';

const FENCE = { Bucket: 'ResultsBucket', Key: 'closed/fence.json' };
const NOTE_KEY = 'seen/client.json';
const INPUT = { rigTag: 'tag__r1', role: { ...role('client', 2), noteKey: NOTE_KEY }, fenceKey: FENCE.Key };
/** The answer of EC2 to a fleet. */
const fleet = (launched: number, ...errors: readonly string[]): unknown => ({
  Instances: [{ InstanceIds: Array.from({ length: launched }, (_, index) => `i-${index}`) }],
  Errors: errors.map((ErrorCode) => ({ ErrorCode })),
});
const HEALTHY: Answers = {
  LookAtFence: OPEN,
  MakeTemplate: { LaunchTemplate: { LaunchTemplateId: 'lt-1' } },
  LookBeforeLaunch: OPEN,
  Launch: fleet(2),
  NoteHosts: {},
};
const WAY = ['LookAtFence', 'MakeTemplate', 'LookBeforeLaunch', 'Launch', 'NoteHosts'];
/** The note about a fleet, and its template. */
const noted = (...hosts: readonly string[]): unknown => ({
  Bucket: 'ResultsBucket',
  Key: NOTE_KEY,
  Body: [['ec2:launch-template', 'lt-1'], ...hosts.map((id) => ['ec2:instance', id])].map(([kind, id]) => ({
    kind,
    id,
    rig: 'tag__r1',
    state: 'made',
  })),
  ContentType: 'application/json',
});
const LAUNCHED = { role: 'client', launched: 2 };

const play = (load: Load, answers: Answers, input: object = INPUT): Promise<Alone> =>
  alone(load, 'launch', input, { ...HEALTHY, ...answers });

/** Calls up to one of them, which may repeat. */
const until = (state: string, times = 1): readonly string[] => [
  ...WAY.slice(0, WAY.indexOf(state)),
  ...Array<string>(times).fill(state),
];

async function* tells(load: Load, what: string, answers: Answers, way: readonly string[], end: unknown): Complaints {
  const played = await play(load, answers);
  const called = played.calls.map(({ state }) => state);
  yield* same(what, [called, tellStory(played).end], [way, end]);
}

/** A token depends on deployment, rig, role and kind of resource, not on the number of attempts. */
const token = (what: string): string => createHash('sha256').update(`StackName/tag__r1/client/${what}`).digest('hex');
const tagged = (...kinds: readonly string[]): unknown =>
  kinds.map((kind) => ({ ResourceType: kind, Tags: tagsOf('client') }));

const TEMPLATE = {
  LaunchTemplateName: 'StackName-tag__r1-client',
  ClientToken: token('template'),
  LaunchTemplateData: {
    ImageId: 'ami-client',
    InstanceType: 'client.large',
    UserData: 'data of client',
    InstanceInitiatedShutdownBehavior: 'terminate',
    IamInstanceProfile: { Arn: 'HostProfileArn' },
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1, HttpEndpoint: 'enabled' },
    BlockDeviceMappings: [
      { DeviceName: '/dev/sda1', Ebs: { Encrypted: true, DeleteOnTermination: true, KmsKeyId: 'EbsKey' } },
    ],
    Placement: {},
    NetworkInterfaces: [
      {
        DeviceIndex: 0,
        InterfaceType: 'interface',
        SubnetId: 'SubnetId',
        Groups: ['HostSecurityGroupId'],
        DeleteOnTermination: true,
      },
    ],
    TagSpecifications: tagged('instance', 'volume', 'network-interface'),
  },
  TagSpecifications: tagged('launch-template'),
};
const FLEET = {
  Type: 'instant',
  ClientToken: token('fleet'),
  LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId: 'lt-1', Version: '$Latest' } }],
  TargetCapacitySpecification: { TotalTargetCapacity: 2, DefaultTargetCapacityType: 'on-demand' },
  OnDemandOptions: { SingleInstanceType: true, SingleAvailabilityZone: true, MinTargetCapacity: 2 },
  TagSpecifications: tagged('fleet'),
};

/** Every call of a launched role, with all arguments. */
export async function* calls(load: Load): Complaints {
  const played = await play(load, {});
  const found = played.calls.map((call) => [call.state, call.arguments]);
  const expected = [FENCE, TEMPLATE, FENCE, FLEET, noted('i-0', 'i-1')].map((given, index) => [WAY[index], given]);
  yield* expected.flatMap((call, index) => same(`call ${index}`, found[index], call));
  yield* same('number of calls', found.length, expected.length);
  yield* same('output', played.output, LAUNCHED);
}

/** Hosts with an adapter, in a placement group, in the chosen zone. */
export async function* close(load: Load): Complaints {
  const how = { interfaceType: 'efa', placement: 'cluster', subnetId: 'subnet-2' };
  const played = await play(load, {}, { ...INPUT, role: { ...INPUT.role, ...how } });
  const [template] = listArguments(played, 'MakeTemplate') as { LaunchTemplateData: Record<string, unknown> }[];
  const { Placement, NetworkInterfaces } = template?.LaunchTemplateData ?? {};
  const [interfaces] = (NetworkInterfaces ?? []) as Record<string, unknown>[];
  yield* same('placement', Placement, { GroupName: 'PlacementGroup' });
  yield* same('adapter', interfaces?.['InterfaceType'], 'efa');
  yield* same('subnet', interfaces?.['SubnetId'], 'subnet-2');
}

/** A single tag is still a list. */
export async function* few(load: Load): Complaints {
  const tags = [{ Key: 'fsxbench:rig', Value: 'tag__r1' }];
  const played = await play(load, {}, { ...INPUT, role: { ...INPUT.role, tags } });
  const given = [...listArguments(played, 'MakeTemplate'), ...listArguments(played, 'Launch')] as Record<
    string,
    unknown
  >[];
  const lists = given.flatMap((one) => [one, one['LaunchTemplateData'] as Record<string, unknown> | undefined]);
  const specifications = lists.flatMap((one) => (one?.['TagSpecifications'] ?? []) as { Tags: unknown }[]);
  yield* same(
    'one tag',
    specifications.map((one) => one.Tags),
    Array.from({ length: 5 }, () => tags),
  );
}

/** Only hosts that need a secret for their mount have the role that reads it. */
export async function* secrets(load: Load): Complaints {
  const played = await play(load, {}, { ...INPUT, role: { ...INPUT.role, readsSecrets: true } });
  const [template] = listArguments(played, 'MakeTemplate') as { LaunchTemplateData: object }[];
  const profile = { IamInstanceProfile: { Arn: 'SecretHostProfileArn' } };
  yield* same('secrets', template?.LaunchTemplateData, { ...TEMPLATE.LaunchTemplateData, ...profile });
}

/** A call with a lost answer is repeated unchanged: EC2 recognizes its token. */
export async function* playRetried(load: Load): Complaints {
  for (const state of WAY) {
    const errors = ['MakeTemplate', 'Launch'].includes(state) ? ['Ec2.Ec2Exception'] : ['S3.S3Exception'];
    for (const error of [...errors, `${errors[0]?.split('.')[0]}.SdkClientException`]) {
      const played = await play(load, { [state]: inTurn(fails(error), HEALTHY[state]) });
      const [first, second, ...others] = listArguments(played, state);
      yield* same(`${state}: ${error}`, [second, others, played.output], [first, [], LAUNCHED]);
    }
  }
}

/** A check that finds a fence, and a failed check, both end the creation. */
export async function* fences(load: Load): Complaints {
  const text = 'The fence of this execution was closed while its fleet was launched: nothing more may be created.';
  const closed = [{ Body: '{}' }, ...TROUBLES.map((name) => fails(name, LONG)), silent, fails('S3.S3Exception')];
  for (const state of ['LookAtFence', 'LookBeforeLaunch']) {
    for (const [index, answer] of closed.entries()) {
      // The last one is retried before it counts.
      const way = until(state, index === closed.length - 1 ? 7 : 1);
      yield* tells(load, `${state}: ${index}`, { [state]: answer }, way, ['FenceClosed', text]);
    }
  }
}

/** A redrive enters a create after the check of the fence: it continues only where that check is recent. */
export async function* redriven(load: Load): Complaints {
  for (const state of ['MakeTemplate', 'Launch']) {
    const answers = { ...HEALTHY, [state]: inTurn(fails('Trouble'), HEALTHY[state]) };
    for (const [after, way] of [
      [119, [...until(state, 2), ...WAY.slice(WAY.indexOf(state) + 1)]],
      [8 * 3600, until(state)],
    ] as const) {
      const { calls, error } = await alone(uncaught(load, state), 'launch', INPUT, answers, after);
      const end = after === 119 ? undefined : 'States.QueryEvaluationError';
      yield* same(`${state} after ${after} s`, [calls.map((call) => call.state), error], [way, end]);
    }
  }
}

/** Hosts are noted by their ids, also one or none; a note that cannot be written stops nothing. */
export async function* notes(load: Load): Complaints {
  const one = await play(load, { Launch: fleet(1) });
  const none = await play(load, { Launch: fleet(0, 'InsufficientInstanceCapacity') });
  yield* same('one host', listArguments(one, 'NoteHosts'), [noted('i-0')]);
  yield* same('no host', listArguments(none, 'NoteHosts'), [noted()]);
  for (const name of TROUBLES) yield* tells(load, name, { NoteHosts: fails(name, LONG) }, WAY, LAUNCHED);
}

/** A failed create ends it with its own error; the cause is short enough to be part of a longer text. */
export async function* troubles(load: Load): Complaints {
  for (const state of ['MakeTemplate', 'Launch']) {
    const story = (what: string, answer: unknown, end: unknown, times = 1): Complaints =>
      tells(load, `${state}: ${what}`, { [state]: answer }, until(state, times), end);
    for (const name of TROUBLES) yield* story(name, fails(name, LONG), [name, LONG.slice(0, 2000)]);
    yield* story('no reason', () => Promise.reject(fails('', '')), ['Unknown', 'No cause was given.']);
    yield* story('hangs', silent, ['States.Timeout', 'No cause was given.']);
    yield* story('refused', fails('Ec2.Ec2Exception', 'no'), ['Ec2.Ec2Exception', 'no'], 4);
  }
}

/**
 * A new resource may be unknown to parts of EC2. Where this alone prevented the launch, another fleet follows a little
 * later, after another check of the fence, up to three times.
 */
export async function* again(load: Load): Complaints {
  const loop = ['LookBeforeLaunch', 'Launch', 'NoteHosts'];
  const young = fleet(0, 'InvalidLaunchTemplateId.NotFound', 'RequestLimitExceeded');
  const third = await play(load, { Launch: inTurn(young, young, young, fleet(2)) });
  const tokens = listArguments(third, 'Launch').map((one) => (one as { ClientToken: string }).ClientToken);
  yield* same(
    'the third time',
    [third.calls.map(({ state }) => state), third.output],
    [[...WAY, ...loop, ...loop, ...loop], LAUNCHED],
  );
  yield* same('tokens', tokens, ['fleet', 'fleet/1', 'fleet/2', 'fleet/3'].map(token));
  yield* same('waits', Math.round(third.at), 70);
  // The age of a check counts from the last check, not from the first one.
  const slow = { Launch: inTurn(young, young, young, fleet(2)), LookBeforeLaunch: takes(50, OPEN) };
  yield* same('slow looks', (await play(load, slow)).output, LAUNCHED);
  const closed = await play(load, { Launch: young, LookBeforeLaunch: inTurn(OPEN, { Body: '{}' }) });
  yield* same('closed meanwhile', [closed.error, listArguments(closed, 'Launch').length], ['FenceClosed', 1]);
  for (const code of ['InvalidLaunchTemplateId.VersionNotFound', 'UnauthorizedOperation', 'InternalError']) {
    const played = await play(load, { Launch: inTurn(fleet(0, code), fleet(2)) });
    yield* same(code, [listArguments(played, 'Launch').length, played.output], [2, LAUNCHED]);
  }
  for (const [what, answer] of [
    ['for ever', young],
    ['something was launched', fleet(1, 'InternalError')],
    ['another reason', fleet(0, 'InternalError', 'InsufficientInstanceCapacity')],
    ['no reason', fleet(0)],
  ] as const) {
    const played = await play(load, { Launch: answer });
    const times = what === 'for ever' ? 4 : 1;
    yield* same(what, [played.error, listArguments(played, 'Launch').length], ['Capacity', times]);
  }
}

/** All hosts of a role or none: a partial fleet fails, and so does one with an error of EC2. */
export async function* capacity(load: Load): Complaints {
  const story = (what: string, answer: unknown, text: string): Complaints =>
    tells(load, what, { Launch: answer }, WAY, ['Capacity', `Role client: ${text}`]);
  const none = '0 of 2 hosts were launched; EC2 said: ';
  const wordy = (ErrorMessage: string): unknown => ({
    Instances: [],
    Errors: [
      { ErrorCode: 'A', ErrorMessage },
      { ErrorCode: 'A', ErrorMessage: 'more of it' },
    ],
  });
  yield* story('none', fleet(0, 'A', 'B'), '0 of 2 hosts were launched; EC2 said: A, B');
  yield* story('some', fleet(1), '1 of 2 hosts were launched; EC2 said: ');
  yield* story('all, but', fleet(2, 'A'), '2 of 2 hosts were launched; EC2 said: A');
  yield* story('too many', fleet(3), '3 of 2 hosts were launched; EC2 said: ');
  yield* story('and why', wordy('Nothing of it is left.'), `${none}A, A: Nothing of it is left.`);
  yield* story('at length', wordy(LONG), `${none}A, A: ${LONG.slice(0, 300)}`);
}
