/** Settings of a deployment, by `-c name=value` or in `cdk.json`, validated before any construct is created. */
import type { DeploymentLimits } from '../shapes/deployment-limits';
import { FsxbenchError } from '../shapes/errors';
import { dropUndefined } from '../shapes/canonical-json';
import { checkArns, type StackEnv } from './arns';
import {
  type ManagedHosts,
  type UserTag,
  readList,
  checkListBytes,
  listUnroutedCidrs,
  type EgressRule,
} from './external';
import data from './settings.json';
import type { SecretServers } from '../shapes/secret-servers';
import { findNearest } from '../shapes/suggest';
import { DEFAULT_STACK_NAME, STACK_NAME_PATTERN } from '../shapes/stack-name';

export interface OwnNetwork {
  readonly kind: 'own';
  readonly availabilityZone?: string;
  /** Zone of the second subnet, for file systems in two zones. */
  readonly secondAvailabilityZone?: string;
}

export type NetworkSettings =
  | OwnNetwork
  | {
      readonly kind: 'existing';
      readonly vpcId: string;
      readonly subnetId: string;
      /** Zone of the subnet: admission checks that it offers the host types. */
      readonly availabilityZone?: string;
      /** Whether hosts have no public addresses, which cost money; absent if public addresses are allowed. */
      readonly publicAddresses?: false;
      /** For file systems in two zones: second subnet, the hosts' route table, an address range outside all subnets. */
      readonly second?: { readonly subnetId: string; readonly routeTableId: string; readonly endpointRange: string };
    };

export interface ScheduledSpec {
  /** Name of the experiment, and of the schedule. */
  readonly experiment: string;
  /** The spec as YAML text: input of every execution. */
  readonly text: string;
  /** `cron(…)` in EventBridge Scheduler's format. */
  readonly expression: string;
  /** IANA name. */
  readonly timezone: string;
}

export interface Settings {
  /** Prefix of all names, and value of the tag `fsxbench:stack`. */
  readonly stackName: string;
  readonly network: NetworkSettings;
  /** Image of the hosts; default: the newest Amazon Linux 2023 at deploy time. */
  readonly imageId?: string;
  /** Architecture of that image. */
  readonly hostCpu: 'x86_64' | 'arm64';
  /** Root device of that image. */
  readonly rootDevice: string;
  /** KMS key of root volumes; default: the account's EBS key. */
  readonly ebsKeyArn?: string;
  /** Customer key of results bucket, topic and log groups; default: keys of the services. */
  readonly kmsKeyArn?: string;
  /** Reserved concurrency of each cleanup function. */
  readonly reservedConcurrency?: number;
  /** Limits of specs and executions. */
  readonly limits?: DeploymentLimits;
  /** Whether hosts may use HTTP, which the package mirrors of some images need. */
  readonly httpPackages: boolean;
  /** Whether hosts may run scripts in specs. */
  readonly commands: boolean;
  /** Mail address for messages when an execution ends, or a person must act. */
  readonly notifyEmail?: string;
  /** Days after which large results are archived; null: never; absent: the default. */
  readonly archiveDays?: number | null;
  /** Days after which results of executions are deleted; default: never. */
  readonly resultsRetentionDays?: number;
  /** Days for which log groups keep lines; default: {@link LOG_RETENTION_DAYS}. */
  readonly logRetentionDays?: number;
  /** Whether to create CloudWatch dashboards for operators. */
  readonly dashboard: boolean;
  readonly schedules: readonly ScheduledSpec[];
  /** External servers that hosts may reach. */
  readonly external?: readonly EgressRule[];
  /** Secrets for hosts that mount such storage, with the servers that each may go to. */
  readonly secrets?: readonly SecretServers[];
  /** ARNs of state machines that experiments may run as hooks. */
  readonly hooks?: readonly string[];
  /** Managed hosts that may receive commands. */
  readonly managed?: readonly ManagedHosts[];
  /** The user's tags for everything that stacks and executions create. */
  readonly tags?: readonly UserTag[];
}

/** All text settings: allowed values and maximum length. Schedules are files, so this table omits them. */
const TEXT_SETTINGS = { stackName: STACK_NAME_PATTERN, ...data.texts };
type TextName = keyof typeof TEXT_SETTINGS;
const SETTING_NAMES = [...Object.keys(TEXT_SETTINGS), 'external', 'secrets', 'hooks', 'managed', 'tags', 'schedules'];

/**
 * Reads the settings from the context of the app.
 * @param context value of a name, or undefined if it is absent
 * @param schedules specs with schedules
 * @param here account and Region of the stacks, as far as known
 * @param names all names in the context
 * @throws FsxbenchError `SettingsInvalid` with every problem, one a line
 */
export function readSettings(
  context: (name: string) => unknown,
  schedules: readonly ScheduledSpec[] = [],
  here: StackEnv = {},
  names: readonly string[] = [],
): Settings {
  const problems = listMisspelt(names);
  const text = (name: TextName): string | undefined => {
    const value = context(name);
    if (value === undefined) return undefined;
    const { pattern, most, allowed } = TEXT_SETTINGS[name];
    const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof given === 'string' && given.length <= most && new RegExp(pattern).test(given)) return given;
    const rest = value === '' ? '. For the default, leave the setting out' : '';
    problems.push(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}${rest}`);
    return undefined;
  };
  const given = (name: TextName): boolean => context(name) !== undefined;
  const network = readNetwork(text, given, problems);
  problems.push(...checkZones(network, here));
  const number = (name: TextName): number | undefined => {
    const found = text(name);
    return found === undefined ? undefined : Number(found);
  };
  const own = {
    stackName: text('stackName') ?? DEFAULT_STACK_NAME,
    hostCpu: (text('hostCpu') ?? 'x86_64') as Settings['hostCpu'],
    imageId: text('imageId'),
    rootDevice: text('rootDevice') ?? '/dev/xvda',
    ebsKeyArn: text('ebsKeyArn'),
    kmsKeyArn: text('kmsKeyArn'),
    reservedConcurrency: number('reservedConcurrency'),
    notifyEmail: text('notifyEmail'),
    ...readPeriods(text('archiveDays'), text('resultsRetentionDays')),
    logRetentionDays: number('logRetentionDays'),
    dashboard: text('dashboard') === 'true',
    httpPackages: text('httpPackages') === 'true',
    commands: text('commands') === 'true',
  };
  const limits = readLimits(number);
  const lists = {
    external: readList('external', context('external'), problems),
    secrets: readList('secrets', context('secrets'), problems),
    hooks: readList('hooks', context('hooks'), problems),
    managed: readList('managed', context('managed'), problems),
    tags: readList('tags', context('tags'), problems),
  };
  const lost = network.kind === 'own' ? listUnroutedCidrs(lists.external) : [];
  if (lost.length > 0)
    problems.push(
      `external has ${lost.join(', ')}, which the stack's network cannot reach. Set vpcId and subnetId of a network ` +
        'that can, e.g. by peering or a VPN',
    );
  problems.push(...checkListBytes(lists), ...checkArns({ ...lists, ...own }, here));
  readSchedulePaths(context('schedules'), problems);
  problems.push(...checkScheduleNames(schedules));
  if (problems.length > 0) {
    const message = ['the settings of the app are invalid:', ...problems.map((one) => `  ${one}`)].join('\n');
    throw new FsxbenchError('SettingsInvalid', message, { facts: { problems } });
  }
  return {
    network,
    ...dropUndefined(own),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...dropEmpty(lists),
    schedules,
  };
}

function dropEmpty<Lists extends Readonly<Record<string, readonly unknown[]>>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;
}

/** Lists unknown names that resemble a setting: the context has names of other tools, too. */
function listMisspelt(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const near = SETTING_NAMES.includes(name) || /[:/@]/.test(name) ? undefined : findNearest(name, SETTING_NAMES);
    return near === undefined ? [] : `unknown setting \`${name}\`; did you mean \`${near}\`?`;
  });
}

/**
 * Paths of the scheduled specs: a list, or a text with commas; empty if absent or invalid.
 * @param problems collects errors
 */
export function readSchedulePaths(value: unknown, problems: string[] = []): readonly string[] {
  if (value === undefined) return [];
  const given: unknown = typeof value === 'string' ? value.split(',') : value;
  const paths = Array.isArray(given) ? given.map((one: unknown) => (typeof one === 'string' ? one.trim() : '')) : [''];
  if (!paths.includes('')) return paths;
  problems.push(`schedules is ${JSON.stringify(value)}; allowed: ${data.schedules}`);
  return [];
}

function checkScheduleNames(schedules: readonly ScheduledSpec[]): string[] {
  const twice = schedules.map((one) => one.experiment).find((name, index, all) => all.indexOf(name) !== index);
  return twice === undefined ? [] : [`two scheduled specs have the experiment name ${twice}; names must be unique`];
}

function readPeriods(archive?: string, kept?: string): Pick<Settings, 'archiveDays' | 'resultsRetentionDays'> {
  return {
    ...(archive === undefined ? {} : { archiveDays: archive === 'never' ? null : Number(archive) }),
    ...(kept === undefined || kept === 'forever' ? {} : { resultsRetentionDays: Number(kept) }),
  };
}

function readLimits(number: (name: keyof DeploymentLimits) => number | undefined): DeploymentLimits {
  return dropUndefined({
    maxUsd: number('maxUsd'),
    maxRunning: number('maxRunning'),
    maxUsdPerMonth: number('maxUsdPerMonth'),
  });
}

/** Returns errors for zones outside the Region of the stacks; if it is unknown, outside that of the first zone. */
function checkZones(network: NetworkSettings, here: StackEnv): string[] {
  const { availabilityZone, secondAvailabilityZone } = { secondAvailabilityZone: undefined, ...network };
  const names = Object.entries({ availabilityZone, secondAvailabilityZone });
  const found = names.flatMap(([name, zone]) =>
    zone === undefined ? [] : [{ name, zone, region: zone.slice(0, -1) }],
  );
  const region = here.region ?? found[0]?.region;
  return found
    .filter((one) => one.region !== region)
    .map(({ name, zone }) => `${name} is ${zone}; allowed: a zone of ${region ?? ''}, e.g. ${region ?? ''}a`);
}

/** Settings for file systems in two zones in your own network: set all or none. */
const TWO_ZONE_SETTINGS = ['secondSubnetId', 'routeTableId', 'endpointRange'] as const;

/** @param problems gets errors */
function readNetwork(
  text: (name: TextName) => string | undefined,
  given: (name: TextName) => boolean,
  problems: string[],
): NetworkSettings {
  const [vpcId, subnetId] = [text('vpcId'), text('subnetId')];
  const [zone, secondZone] = [text('availabilityZone'), text('secondAvailabilityZone')];
  const [second, routeTableId, endpointRange] = TWO_ZONE_SETTINGS.map(text);
  if (given('vpcId') !== given('subnetId')) {
    const [here, missing] = given('vpcId') ? ['vpcId', 'subnetId'] : ['subnetId', 'vpcId'];
    problems.push(
      `${here} is set without ${missing}; set both for your network, or neither for a network of the stack`,
    );
  }
  const [some, lacking] = [TWO_ZONE_SETTINGS.filter(given), TWO_ZONE_SETTINGS.filter((name) => !given(name))];
  const own = !given('vpcId') && !given('subnetId');
  if (own && some.length > 0)
    problems.push(`${some.join(', ')} set without vpcId and subnetId: the network of the stack does not need them`);
  else if (some.length > 0 && lacking.length > 0)
    problems.push(`${some.join(', ')} set without ${lacking.join(', ')}; file systems in two zones need all three`);
  if (!own && secondZone !== undefined)
    problems.push('secondAvailabilityZone does not apply to your network; set secondSubnetId');
  const addresses = text('publicAddresses');
  if (own && addresses !== undefined)
    problems.push(
      'publicAddresses applies only to your network; in the network of the stack hosts have public addresses',
    );
  if (zone !== undefined && zone === secondZone)
    problems.push(`secondAvailabilityZone is ${zone}, the same as availabilityZone; choose another zone`);
  const zoned = zone === undefined ? {} : { availabilityZone: zone };
  if (vpcId === undefined || subnetId === undefined)
    return { kind: 'own', ...zoned, ...(secondZone === undefined ? {} : { secondAvailabilityZone: secondZone }) };
  const inTwo =
    second === undefined || routeTableId === undefined || endpointRange === undefined
      ? {}
      : { second: { subnetId: second, routeTableId, endpointRange } };
  const without = addresses === 'false' ? { publicAddresses: false as const } : {};
  return { kind: 'existing', vpcId, subnetId, ...zoned, ...without, ...inTwo };
}
