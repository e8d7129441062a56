/** A simulated account for tests: fake hosts, virtual clock, a bucket in memory, every call recorded. */
import { type AccountOptions, makeAccount } from '../../../lib/twin/cloud/account';
import { makeMemoryStore } from '../../../lib/twin/cloud/s3/store';
import type { CallRecord, Caller } from '../../../lib/twin/cloud/service';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { FakeHosts } from './fake-hosts';

export const T0 = Date.parse('2026-11-21T10:00:00.000Z');
export const CALLER: Caller = { execution: 'e1', state: 'Create', role: 'rig-role' };
export const BUCKET = 'results';

/** Reproducible random numbers (mulberry32). */
export function makeSeededRandom(seed = 1): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function makeServices(options: Partial<AccountOptions> = {}) {
  const clock = options.clock ?? makeVirtualClock(T0);
  const hosts = new FakeHosts();
  const calls: CallRecord[] = [];
  const store = makeMemoryStore(clock);
  const account = makeAccount({
    clock,
    driver: hosts,
    random: () => makeSeededRandom(),
    buckets: { [BUCKET]: store },
    record: (call) => calls.push(call),
    latencyMs: () => 0,
    ...options,
  });
  /** Calls a service as {@link CALLER}; the type of the answer is that which the test expects. */
  const call = async <T = Record<string, unknown>>(service: string, action: string, input: unknown = {}): Promise<T> =>
    (await account.cloud.call(service, action, input, CALLER)) as T;
  /** Advances the clock: everything due within this time happens. */
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.sleep(milliseconds);
  };
  return { ...account, account, clock, hosts, calls, store, call, pass };
}

export type Services = ReturnType<typeof makeServices>;

/** The error that `run` throws; undefined where there is none. */
export function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** A fault of an account: the response to the first call of an action is lost. @param role of the caller */
export function loseFirst(action: string, role: string = CALLER.role): NonNullable<AccountOptions['fault']> {
  let lost = 0;
  return (call) => (call.action === action && call.caller.role === role && lost++ === 0 ? 'lost' : undefined);
}

/** Starts an execution with members of StartExecution that are given. */
export async function startExecution(services: Services, stateMachineArn: string, more: object = {}) {
  const input = { stateMachineArn, ...more };
  const { executionArn } = await services.call<{ executionArn: string }>('sfn', 'StartExecution', input);
  return services.sfn.execution(executionArn);
}

/** Names of the page tokens in answers and requests of a listing. */
const TOKENS = [
  ['NextToken', 'NextToken'],
  ['nextToken', 'nextToken'],
  ['NextMarker', 'Marker'],
  ['NextContinuationToken', 'ContinuationToken'],
] as const;

/** The items of a listing, page by page to its end. */
export async function readPages<T>(
  services: Pick<Services, 'call'>,
  [service, action]: readonly [service: string, action: string],
  member: string,
  input: object = {},
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let token: object | undefined = {}; token !== undefined; ) {
    const answer: Record<string, unknown> = await services.call(service, action, { ...input, ...token });
    pages.push(answer[member] as T[]);
    const next = TOKENS.find(([given]) => answer[given] !== undefined);
    token = next && { [next[1]]: answer[next[0]] };
  }
  return pages;
}

/** Expects a call to be refused with an error of that name. @param more a part of its message, or other members */
export async function expectRefusal(call: unknown, name: string, more: string | object = {}): Promise<void> {
  const members = typeof more === 'string' ? { message: expect.stringContaining(more) as string } : more;
  await expect(call).rejects.toMatchObject({ name, ...members });
}

type Tags = Readonly<Record<string, string>>;

/** Tags of a rig and a role, as TagSpecifications have them. */
export function tagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

export const RIG_TAGS = {
  'fsxbench:stack': 'local',
  'fsxbench:experiment': 'disks',
  'fsxbench:execution': 'e1',
  'fsxbench:rig': 'e1__r1',
  'fsxbench:role': 'client',
  'fsxbench:expires-at': '1795000000',
};

/** Input of a launch template for one role of a rig. */
export function templateInput(name = 'e1.r1-client', tags: Tags = RIG_TAGS) {
  const Tags = tagList(tags);
  return {
    LaunchTemplateName: name,
    ClientToken: `token-${name}`,
    LaunchTemplateData: {
      ImageId: 'ami-00000000000000001',
      InstanceType: 't3.small',
      UserData: Buffer.from('#!/bin/sh\necho up\n').toString('base64'),
      InstanceInitiatedShutdownBehavior: 'terminate',
      TagSpecifications: ['instance', 'volume', 'network-interface'].map((ResourceType) => ({ ResourceType, Tags })),
    },
    TagSpecifications: [{ ResourceType: 'launch-template', Tags }],
  };
}

/** Input of an all-or-nothing fleet. */
export function fleetInput(template: string, count: number, token = 'fleet-token') {
  return {
    Type: 'instant',
    ClientToken: token,
    LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId: template, Version: '$Latest' } }],
    TargetCapacitySpecification: { TotalTargetCapacity: count, DefaultTargetCapacityType: 'on-demand' },
    OnDemandOptions: { SingleInstanceType: true, SingleAvailabilityZone: true, MinTargetCapacity: count },
    TagSpecifications: [{ ResourceType: 'fleet', Tags: tagList(RIG_TAGS) }],
  };
}

/** Creates a launch template. Returns its id. */
export async function createTemplate(services: Services, input: object): Promise<string> {
  type Answer = { LaunchTemplate: { LaunchTemplateId: string } };
  return (await services.call<Answer>('ec2', 'CreateLaunchTemplate', input)).LaunchTemplate.LaunchTemplateId;
}

export function makeTemplate(services: Services, name?: string, tags?: Tags): Promise<string> {
  return createTemplate(services, templateInput(name, tags));
}

interface Fleet {
  readonly FleetId: string;
  readonly Instances: readonly { readonly InstanceIds: readonly string[] }[];
  readonly Errors: readonly { readonly ErrorCode: string; readonly ErrorMessage: string }[];
}

/** Creates a fleet. @param launch data of its launch template that differ; @param more other members of the request */
export async function createFleet(services: Services, count = 1, launch: object = {}, more: object = {}) {
  const { LaunchTemplateData, ...template } = templateInput();
  const input = { ...template, LaunchTemplateData: { ...LaunchTemplateData, ...launch } };
  const id = await createTemplate(services, input);
  const request = { ...fleetInput(id, count), ...more };
  const { Errors, Instances, FleetId } = await services.call<Fleet>('ec2', 'CreateFleet', request);
  return { FleetId, Errors, Instances, template: id, ids: Instances.flatMap(({ InstanceIds }) => InstanceIds) };
}

/** Launches hosts with these tags and waits until they are online. Returns their ids. */
export async function makeHosts(services: Services, count: number, tags = RIG_TAGS, name = 'hosts'): Promise<string[]> {
  const template = await makeTemplate(services, `${name}-template`, tags);
  const input = fleetInput(template, count, `${name}-token`);
  const { Instances } = await services.call<Fleet>('ec2', 'CreateFleet', input);
  await services.pass(60_000);
  return Instances.flatMap(({ InstanceIds }) => InstanceIds);
}
