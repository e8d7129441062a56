/** What a deployment can be told, by `-c name=value` or in `cdk.json`, checked before any construct is made. */
import { FsxbenchError } from '../shapes/errors';

/** Where the hosts live. */
export type NetworkSettings =
  | { readonly kind: 'own'; readonly availabilityZone?: string }
  | {
      readonly kind: 'existing';
      readonly vpcId: string;
      readonly subnetId: string;
      readonly availabilityZone?: string;
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
  /** Gets a message when an execution ends. */
  readonly notifyEmail?: string;
  readonly schedules: readonly ScheduledSpec[];
}

/** Names of all settings but the schedules, whose specs are files. */
const TEXTS = {
  stackName: {
    // Names of machines are at most 80 characters, of schedule groups 64; the longest name here adds 15.
    pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    most: 20,
    allowed: 'at most 20 characters: lower-case words of letters and digits, joined by "-"',
  },
  vpcId: { pattern: /^vpc-[0-9a-f]{8,17}$/, most: 21, allowed: 'the id of a VPC, e.g. vpc-0123456789abcdef0' },
  subnetId: {
    pattern: /^subnet-[0-9a-f]{8,17}$/,
    most: 24,
    allowed: 'the id of a subnet, e.g. subnet-0123456789abcdef0',
  },
  availabilityZone: { pattern: /^[a-z]{2,3}(-[a-z]+)+-\d[a-z]$/, most: 40, allowed: 'a zone, e.g. us-east-1a' },
  imageId: { pattern: /^ami-[0-9a-f]{8,17}$/, most: 21, allowed: 'the id of an image, e.g. ami-0123456789abcdef0' },
  hostCpu: { pattern: /^(x86_64|arm64)$/, most: 6, allowed: 'x86_64 or arm64' },
  notifyEmail: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, most: 254, allowed: 'an e-mail address' },
} as const;
type TextName = keyof typeof TEXTS;

/**
 * Reads the settings from the context of the app.
 * @param context value of a name, or undefined where it was not given
 * @param schedules specs that start by themselves
 * @throws Error `SettingsInvalid` with every problem, one a line
 */
export function readSettings(context: (name: string) => unknown, schedules: readonly ScheduledSpec[] = []): Settings {
  const problems: string[] = [];
  const text = (name: TextName): string | undefined => {
    const value = context(name);
    if (value === undefined || value === '') return undefined;
    const { pattern, most, allowed } = TEXTS[name];
    if (typeof value === 'string' && value.length <= most && pattern.test(value)) return value;
    problems.push(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}`);
    return undefined;
  };
  const stackName = text('stackName') ?? 'fsxbench';
  const [vpcId, subnetId] = [text('vpcId'), text('subnetId')];
  const availabilityZone = text('availabilityZone');
  const imageId = text('imageId');
  const hostCpu = (text('hostCpu') ?? 'x86_64') as Settings['hostCpu'];
  const notifyEmail = text('notifyEmail');
  const given = (name: TextName): boolean => context(name) !== undefined && context(name) !== '';
  if (given('vpcId') !== given('subnetId')) {
    const [here, missing] = given('vpcId') ? ['vpcId', 'subnetId'] : ['subnetId', 'vpcId'];
    problems.push(`${here} is given without ${missing}; hosts need both, or neither for a network of their own`);
  }
  const names = schedules.map((one) => one.experiment);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`two scheduled specs are of the experiment ${twice}; its name must be unique`);
  if (problems.length > 0) {
    const message = ['the settings of the app cannot be used:', ...problems.map((one) => `  ${one}`)].join('\n');
    throw new FsxbenchError('SettingsInvalid', message, { facts: { problems } });
  }
  return {
    stackName,
    network:
      vpcId === undefined || subnetId === undefined
        ? { kind: 'own', ...(availabilityZone === undefined ? {} : { availabilityZone }) }
        : { kind: 'existing', vpcId, subnetId },
    ...(imageId === undefined ? {} : { imageId }),
    hostCpu,
    ...(notifyEmail === undefined ? {} : { notifyEmail }),
    schedules,
  };
}
