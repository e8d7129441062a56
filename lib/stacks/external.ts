/**
 * What a deployment is told of what others own: where hosts may go, which secrets they may read, which hosts that
 * exist may be sent commands, and which state machines may be run.
 */
import * as z from 'zod';
import { type Ports, parsePorts } from '../shapes/external-storage';
import { fillText } from '../shapes/problem';
import { lists as allowed } from './settings.json';

/** A range that hosts are let out to, by TCP. */
export interface EgressRule {
  readonly cidr: string;
  readonly ports: readonly Ports[];
}

/** Hosts that exist: those with this tag may be sent commands. */
export interface ManagedHosts {
  readonly tagKey: string;
  readonly tagValue: string;
  /** Their role, which is let to the results bucket; left out where somebody else does that. */
  readonly roleArn?: string | undefined;
}

/** An IPv4 range, from a single address to a sixteenth of a net; everybody's is not what one opens by mistake. */
const CIDR = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\/(?:[89]|[12]\d|3[0-2])$/;
/**
 * Rules of one security group at first are 60, of which its own take some.
 * https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html
 */
const MAX_RULES = 50;

const port = z.int().min(1).max(65_535);
const portRange = z
  .string()
  .regex(/^[1-9]\d{0,4}-[1-9]\d{0,4}$/)
  .refine((text) => parsePorts(text).from < parsePorts(text).to && parsePorts(text).to <= 65_535);
const egressRules = z.array(
  z.strictObject({ cidr: z.string().regex(CIDR), ports: z.array(z.union([port, portRange])).min(1) }),
);
const secrets = z.array(
  z.string().regex(/^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]{1,519}$/),
);

const hooks = z.array(z.string().regex(/^arn:aws:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/));

/** As `managed.tag` of a spec: `lib/experiment/language/role.ts`. */
const managed = z.array(
  z.strictObject({
    tagKey: z.string().regex(/^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/),
    tagValue: z.string().regex(/^[A-Za-z0-9_.:/=+@-]{1,256}$/),
    roleArn: z
      .string()
      .regex(/^arn:aws:iam::\d{12}:role\/[A-Za-z0-9+=,.@_/-]{1,576}$/)
      .optional(),
  }),
);
/**
 * Of managed hosts each is two statements of two roles, whose policies hold 10,240 characters together (IAM guide,
 * Quotas). A resource takes 50 tags.
 */
const MAX_TAGS = 10;

/** A tag of the user's own on everything that is created. */
export interface OwnTag {
  readonly key: string;
  readonly value: string;
}

/** Signs that all services take: EC2 guide, Tag restrictions. */
const tags = z
  .array(
    z.strictObject({
      key: z.string().regex(/^(?!aws:|fsxbench:|Name$)[A-Za-z0-9_.:/=+@-]{1,128}$/),
      value: z.string().regex(/^[A-Za-z0-9_.:/=+@ -]{0,256}$/),
    }),
  )
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length);

/** The settings that are lists. */
interface ListSettings {
  readonly external: EgressRule;
  readonly secrets: string;
  readonly hooks: string;
  readonly managed: ManagedHosts;
  readonly tags: OwnTag;
}

/** How many a list has, as far as that is limited. */
interface ListRule<T> {
  readonly schema: z.ZodType<T[]>;
  readonly most: number;
  readonly count: (all: readonly T[]) => number;
}

const countItems = (all: readonly unknown[]): number => all.length;
const LIST_RULES: { readonly [N in keyof ListSettings]: ListRule<ListSettings[N]> } = {
  external: {
    schema: egressRules,
    most: MAX_RULES,
    count: (all) => all.reduce((sum, { ports }) => sum + ports.length, 0),
  },
  secrets: { schema: secrets, most: Number.POSITIVE_INFINITY, count: countItems },
  hooks: { schema: hooks, most: Number.POSITIVE_INFINITY, count: countItems },
  managed: { schema: managed, most: MAX_TAGS, count: countItems },
  tags: { schema: tags, most: MAX_TAGS, count: countItems },
};

/**
 * A setting that is a list: JSON text, or the list itself in cdk.json; none where nothing was given.
 * @param problems what is wrong is added
 */
export function readList<N extends keyof ListSettings>(
  name: N,
  value: unknown,
  problems: string[],
): readonly ListSettings[N][] {
  if (value === undefined || value === '') return [];
  const { schema, most, count: countOf }: ListRule<ListSettings[N]> = LIST_RULES[name];
  const { data } = schema.safeParse(typeof value === 'string' ? parseJson(value) : value);
  if (data !== undefined && countOf(data) <= most) return data;
  problems.push(`${name} is ${formatValue(value)}; allowed: ${fillText(allowed[name], { most })}`);
  return [];
}

/**
 * Bytes of JSON that admission may be told in its environment: Lambda allows 4 KB in all, of which names of machines
 * and of the network take the other half. A hook stands in two policies of a role besides, which hold 10,240 characters
 * together: as many as fit here fit there. About twenty-five hooks alone, fewer with long names.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_ENV_BYTES = 2000;

/** What is wrong where lists are too long, taken together, for admission to be told of them. */
export function checkListBytes(lists: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  const told = Object.entries(lists).filter(([, list]) => list.length > 0);
  const bytes = told.reduce((sum, [, list]) => sum + Buffer.byteLength(JSON.stringify(list)), 0);
  if (bytes <= MAX_ENV_BYTES) return [];
  const names = told.map(([name]) => name).join(' and ');
  return [
    `${names} are ${bytes} bytes of JSON together; allowed: ${MAX_ENV_BYTES}, for a function has 4 KB for all that ` +
      'it is told. Take fewer, wider ranges, or another deployment for some of them',
  ];
}

/** Where the stacks go; a part is left out where the CDK does not know it. */
export interface StackEnv {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * What is wrong where something of another account or Region is named, which nothing here could use: Step Functions
 * waits for executions of its own place, a role of another account is not this account's to let in (and one of its
 * name here would be), and a secret of another account is let out by its own account's policies.
 */
export function checkArns(
  lists: {
    readonly secrets: readonly string[];
    readonly hooks: readonly string[];
    readonly managed: readonly ManagedHosts[];
  },
  here: StackEnv,
): readonly string[] {
  const named = [
    ...lists.secrets.map((arn) => ({ setting: 'secrets', arn })),
    ...lists.hooks.map((arn) => ({ setting: 'hooks', arn })),
    ...lists.managed.flatMap(({ roleArn: arn }) => (arn === undefined ? [] : [{ setting: 'managed', arn }])),
  ];
  return named.flatMap(({ setting, arn }) => {
    const [, , , region = '', account = ''] = arn.split(':');
    const wrong = [
      ...(here.account === undefined || account === here.account
        ? []
        : [`account ${account}, and the stacks go to account ${here.account}`]),
      // A role is of no Region.
      ...(here.region === undefined || region === '' || region === here.region
        ? []
        : [`${region}, and the stacks go to ${here.region}`]),
    ];
    const how = setting === 'managed' ? '; leave roleArn out, and let that role in by its own account' : '';
    return wrong.map((why) => `${setting} has ${arn}, which is of ${why}${how}`);
  });
}

/**
 * Ranges of private networks (RFC 1918) and of carriers (RFC 6598): nothing leads to them but a way that somebody made,
 * as peering, a transit gateway, a VPN or Direct Connect.
 */
const PRIVATE_RANGES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'].map(parseCidr);

/** Those of the ranges that the network which the stack makes has no way to: it has the internet and S3. */
export function listUnroutedCidrs(ways: readonly EgressRule[]): readonly string[] {
  return ways
    .map(({ cidr }) => cidr)
    .filter((cidr) => {
      const { from, to } = parseCidr(cidr);
      return PRIVATE_RANGES.some((other) => from <= other.to && other.from <= to);
    });
}

/** First and last address of an IPv4 range, as numbers. */
function parseCidr(cidr: string): { readonly from: number; readonly to: number } {
  const [address = '', bits = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  const number = address.split('.').reduce((sum, part) => 256 * sum + Number(part), 0);
  const from = Math.floor(number / size) * size;
  return { from, to: from + size - 1 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function formatValue(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).slice(0, 200);
}
