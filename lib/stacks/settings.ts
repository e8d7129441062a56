/** What a deployment can be told, by `-c name=value` or in `cdk.json`, checked before any construct is made. */
import type { DeploymentLimits } from '../shapes/deployment-limits';
import { FsxbenchError } from '../shapes/errors';
import { dropUndefined } from '../shapes/canonical-json';
import {
  type StackEnv,
  type ManagedHosts,
  checkArns,
  type OwnTag,
  readList,
  checkListBytes,
  listUnroutedCidrs,
  type EgressRule,
} from './external';
import data from './settings.json';
import { findNearest } from '../shapes/suggest';
import { DEFAULT_STACK_NAME, STACK_NAME } from '../shapes/stack-name';

/** A network that the stack makes. */
export interface OwnNetwork {
  readonly kind: 'own';
  readonly availabilityZone?: string;
  /** Zone of the second subnet, for file systems in two zones. */
  readonly secondAvailabilityZone?: string;
}

/** Where the hosts live. */
export type NetworkSettings =
  | OwnNetwork
  | {
      readonly kind: 'existing';
      readonly vpcId: string;
      readonly subnetId: string;
      /** Zone of that subnet, for admission to look whether it has the hosts. */
      readonly availabilityZone?: string;
      /** Its hosts get no public addresses, so none are paid for; left out where they may. */
      readonly publicAddresses?: false;
      /**
       * For file systems in two zones: a subnet in another zone, the route table of the hosts' subnet, and a range of
       * addresses that no subnet has.
       */
      readonly second?: { readonly subnetId: string; readonly routeTableId: string; readonly endpointRange: string };
    };

/** One spec that starts by itself. */
export interface ScheduledSpec {
  /** Name of the experiment: names the schedule. */
  readonly experiment: string;
  /** The spec as YAML text: input of every execution. */
  readonly text: string;
  /** `cron(…)` as EventBridge Scheduler takes it. */
  readonly expression: string;
  /** IANA name. */
  readonly timezone: string;
}

export interface Settings {
  /** First word of all names, and value of the tag `fsxbench:stack`. */
  readonly stackName: string;
  readonly network: NetworkSettings;
  /** Image of the hosts; without it the newest Amazon Linux 2023 at the time of the deployment. */
  readonly imageId?: string;
  /** Processors of the hosts, for the image. */
  readonly hostCpu: 'x86_64' | 'arm64';
  /** Where the image has its root volume. */
  readonly rootDevice: string;
  /** Key that root volumes are encrypted with; without it the one that the account encrypts volumes with. */
  readonly ebsKeyArn?: string;
  /** Concurrent executions that Lambda keeps for each function that ends and deletes. */
  readonly reservedConcurrency?: number;
  /** Limits over specs and executions. */
  readonly limits?: DeploymentLimits;
  /** Hosts are let out over HTTP too, for packages of images that have no other way to theirs. */
  readonly httpPackages: boolean;
  /** Hosts may run scripts that a spec brings. */
  readonly commands: boolean;
  /** Gets a message when an execution ends, and when a person is needed. */
  readonly notifyEmail?: string;
  /** Days after which large results are archived; null: never; absent: the default. */
  readonly archiveDays?: number | null;
  /** A page of CloudWatch for operators. */
  readonly dashboard: boolean;
  readonly schedules: readonly ScheduledSpec[];
  /** Where hosts may go beside AWS: servers that others own. */
  readonly external?: readonly EgressRule[];
  /** ARNs of secrets that hosts which mount such a store may read. */
  readonly secrets?: readonly string[];
  /** ARNs of state machines that experiments may run. */
  readonly hooks?: readonly string[];
  /** Hosts that exist and may be sent commands. */
  readonly managed?: readonly ManagedHosts[];
  /** Tags of the user's own on everything that the stacks and executions create. */
  readonly tags?: readonly OwnTag[];
}

/** Names of all settings but the schedules, whose specs are files: what each may be, and at most so many characters. */
const TEXT_SETTINGS = { stackName: STACK_NAME, ...data.texts };
type TextName = keyof typeof TEXT_SETTINGS;
const SETTING_NAMES = [...Object.keys(TEXT_SETTINGS), 'external', 'secrets', 'hooks', 'managed', 'tags', 'schedules'];

/**
 * Reads the settings from the context of the app.
 * @param context value of a name, or undefined where it was not given
 * @param schedules specs that start by themselves
 * @param here where the stacks go, as far as it is known
 * @param names all that the context has
 * @throws Error `SettingsInvalid` with every problem, one a line
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
    if (value === undefined || value === '') return undefined;
    const { pattern, most, allowed } = TEXT_SETTINGS[name];
    const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof given === 'string' && given.length <= most && new RegExp(pattern).test(given)) return given;
    problems.push(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}`);
    return undefined;
  };
  const stackName = text('stackName') ?? DEFAULT_STACK_NAME;
  const given = (name: TextName): boolean => context(name) !== undefined && context(name) !== '';
  const network = readNetwork(text, given, problems);
  const hostCpu = (text('hostCpu') ?? 'x86_64') as Settings['hostCpu'];
  const number = (name: TextName): number | undefined => {
    const found = text(name);
    return found === undefined ? undefined : Number(found);
  };
  const own = {
    imageId: text('imageId'),
    rootDevice: text('rootDevice') ?? '/dev/xvda',
    ebsKeyArn: text('ebsKeyArn'),
    reservedConcurrency: number('reservedConcurrency'),
    notifyEmail: text('notifyEmail'),
    ...readArchive(text('archiveDays')),
    dashboard: text('dashboard') === 'true',
    httpPackages: text('httpPackages') === 'true',
    commands: text('commands') === 'true',
  };
  const limits = readLimits(number);
  const external = readList('external', context('external'), problems);
  const lost = network.kind === 'own' ? listUnroutedCidrs(external) : [];
  if (lost.length > 0)
    problems.push(
      `external has ${lost.join(', ')}, to which the network that the stack makes has no way; give vpcId and ` +
        'subnetId of a network that reaches it, e.g. by peering or a VPN',
    );
  const secrets = readList('secrets', context('secrets'), problems);
  const hooks = readList('hooks', context('hooks'), problems);
  const managed = readList('managed', context('managed'), problems);
  const tags = readList('tags', context('tags'), problems);
  problems.push(
    ...checkListBytes({ external, secrets, hooks, managed, tags }),
    ...checkArns({ secrets, hooks, managed }, here),
  );
  problems.push(...checkScheduleNames(schedules));
  if (problems.length > 0) {
    const message = ['the settings of the app cannot be used:', ...problems.map((one) => `  ${one}`)].join('\n');
    throw new FsxbenchError('SettingsInvalid', message, { facts: { problems } });
  }
  return {
    stackName,
    network,
    hostCpu,
    ...dropUndefined(own),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(external.length === 0 ? {} : { external }),
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(hooks.length === 0 ? {} : { hooks }),
    ...(managed.length === 0 ? {} : { managed }),
    ...(tags.length === 0 ? {} : { tags }),
    schedules,
  };
}

/** The context has words of the CDK and of others, too: only what is near a setting is one that is misspelt. */
function listMisspelt(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const near = SETTING_NAMES.includes(name) || /[:/@]/.test(name) ? undefined : findNearest(name, SETTING_NAMES);
    return near === undefined ? [] : `unknown setting \`${name}\`; did you mean \`${near}\`?`;
  });
}

function checkScheduleNames(schedules: readonly ScheduledSpec[]): string[] {
  const twice = schedules.map((one) => one.experiment).find((name, index, all) => all.indexOf(name) !== index);
  return twice === undefined ? [] : [`two scheduled specs are of the experiment ${twice}; its name must be unique`];
}

function readArchive(days: string | undefined): Pick<Settings, 'archiveDays'> {
  return days === undefined ? {} : { archiveDays: days === 'never' ? null : Number(days) };
}

function readLimits(number: (name: keyof DeploymentLimits) => number | undefined): DeploymentLimits {
  return dropUndefined({
    maxUsd: number('maxUsd'),
    maxRunning: number('maxRunning'),
    maxUsdPerMonth: number('maxUsdPerMonth'),
  });
}

/** Settings of a network of yours that file systems in two zones need, all or none of them. */
const TWO_ZONE_SETTINGS = ['secondSubnetId', 'routeTableId', 'endpointRange'] as const;

/** @param problems what is wrong is added */
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
    problems.push(`${here} is given without ${missing}; hosts need both, or neither for a network of their own`);
  }
  const [some, lacking] = [TWO_ZONE_SETTINGS.filter(given), TWO_ZONE_SETTINGS.filter((name) => !given(name))];
  const own = !given('vpcId') && !given('subnetId');
  if (own && some.length > 0)
    problems.push(`${some.join(', ')} given without vpcId and subnetId: a network of its own has what it needs`);
  else if (some.length > 0 && lacking.length > 0)
    problems.push(`${some.join(', ')} given without ${lacking.join(', ')}; file systems in two zones need all three`);
  if (!own && secondZone !== undefined)
    problems.push('secondAvailabilityZone has no meaning for a network of yours; name its secondSubnetId');
  const addresses = text('publicAddresses');
  if (own && addresses !== undefined)
    problems.push('publicAddresses is of a network of yours; hosts of a network of its own have public addresses');
  if (zone !== undefined && zone === secondZone)
    problems.push(`secondAvailabilityZone is ${zone}, as availabilityZone is; it must be another one`);
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
