/**
 * Settings about external resources: ranges that hosts may reach, secrets that they may read, managed hosts that may
 * receive commands, and state machines that may run as hooks.
 */
import * as z from 'zod';
import { type Ports, parsePorts } from '../shapes/external-storage';
import { fillText } from '../shapes/problem';
import { parseServer, SECRET_ARN_PATTERN, type SecretServers } from '../shapes/secret-servers';
import { lists as allowed } from './settings.json';

/** A range that hosts may reach by TCP. */
export interface EgressRule {
  readonly cidr: string;
  readonly ports: readonly Ports[];
}

/** Managed hosts (existing machines): hosts with this tag may receive commands. */
export interface ManagedHosts {
  readonly tagKey: string;
  readonly tagValue: string;
  /** The hosts' role, which gets access to the results bucket; absent if you grant the access yourself. */
  readonly roleArn?: string | undefined;
}

/** An IPv4 range of /8 to /32. Wider ranges are probably mistakes. */
const CIDR = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\/(?:[89]|[12]\d|3[0-2])$/;
/**
 * A security group has 60 rules by default, and the stack uses some.
 * https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html
 */
const MAX_RULES = 50;

const portSchema = z.int().min(1).max(65_535);
const portRangeSchema = z
  .string()
  .regex(/^[1-9]\d{0,4}-[1-9]\d{0,4}$/)
  .refine((text) => parsePorts(text).from < parsePorts(text).to && parsePorts(text).to <= 65_535);
const egressRulesSchema = z.array(
  z.strictObject({ cidr: z.string().regex(CIDR), ports: z.array(z.union([portSchema, portRangeSchema])).min(1) }),
);
/** `https://NAME[:PORT]` for a token, `NAME` for a Ceph key; in the form that specs and hosts compare. */
const serverSchema = z.string().transform((text, context) => {
  const { server = 'http://', path = '' } = parseServer(text) ?? {};
  if (server.startsWith('http://') || path.replace('/', '') !== '') context.addIssue('another form');
  return server;
});
const secretsSchema = z.array(
  z.strictObject({ secret: z.string().regex(SECRET_ARN_PATTERN), servers: z.array(serverSchema).min(1) }),
);

const hooksSchema = z.array(z.string().regex(/^arn:aws:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/));

/** Same tags as `managed.tag` of a spec: `lib/shapes/managed-hosts.ts`. */
const managedSchema = z.array(
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
 * Managed hosts need two statements per tag in each of two roles. Policies of a role have 10,240 characters together
 * (IAM guide, Quotas). A resource has at most 50 tags.
 */
const MAX_TAGS = 10;

/** A user's tag, on all created resources. */
export interface UserTag {
  readonly key: string;
  readonly value: string;
}

/** Characters that all services accept: EC2 guide, Tag restrictions. */
const tagsSchema = z
  .array(
    z.strictObject({
      key: z.string().regex(/^(?!aws:|fsxbench:|Name$)[A-Za-z0-9_.:/=+@-]{1,128}$/),
      value: z.string().regex(/^[A-Za-z0-9_.:/=+@ -]{0,256}$/),
    }),
  )
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length);

interface ListSettings {
  readonly external: EgressRule;
  readonly secrets: SecretServers;
  readonly hooks: string;
  readonly managed: ManagedHosts;
  readonly tags: UserTag;
}

/** Rules of a list setting: its schema, how its entries are counted, and their maximum. */
interface ListRule<T> {
  readonly schema: z.ZodType<T[]>;
  readonly most: number;
  readonly count: (all: readonly T[]) => number;
}

const countItems = (all: readonly unknown[]): number => all.length;
const LIST_RULES: { readonly [N in keyof ListSettings]: ListRule<ListSettings[N]> } = {
  external: {
    schema: egressRulesSchema,
    most: MAX_RULES,
    count: (all) => all.reduce((sum, { ports }) => sum + ports.length, 0),
  },
  secrets: { schema: secretsSchema, most: Number.POSITIVE_INFINITY, count: countItems },
  hooks: { schema: hooksSchema, most: Number.POSITIVE_INFINITY, count: countItems },
  managed: { schema: managedSchema, most: MAX_TAGS, count: countItems },
  tags: { schema: tagsSchema, most: MAX_TAGS, count: countItems },
};

/** Reads a list setting: JSON text, or a list in cdk.json; empty if absent. @param problems collects errors */
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
 * Maximum bytes of JSON in admission's environment. Lambda allows 4 KB together, and names of machines and of the
 * network need half. The maximum also bounds hooks, which appear in two policies of a role (10,240 characters
 * together): about twenty-five hooks alone, fewer with long names.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_ENV_BYTES = 2000;

/** Returns errors if the lists together are too long for admission's environment. */
export function checkListBytes(lists: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  const nonEmpty = Object.entries(lists).filter(([, list]) => list.length > 0);
  const bytes = nonEmpty.reduce((sum, [, list]) => sum + Buffer.byteLength(JSON.stringify(list)), 0);
  if (bytes <= MAX_ENV_BYTES) return [];
  const names = nonEmpty.map(([name]) => name).join(' and ');
  return [
    `${names} are ${bytes} bytes of JSON together; allowed: ${MAX_ENV_BYTES}, because Lambda limits environments of` +
      ' functions to 4 KB. Use fewer, wider ranges, or a second deployment',
  ];
}

/** Account and Region of the stacks; undefined if the CDK does not know them. */
export interface StackEnv {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * Returns errors for ARNs of another account or Region, which cannot work. Step Functions waits only for executions of
 * the same account and Region. Only the account of a role or secret can extend the role (a local role with this name
 * would get the policy instead) or share the secret.
 */
export function checkArns(
  lists: {
    readonly secrets: readonly SecretServers[];
    readonly hooks: readonly string[];
    readonly managed: readonly ManagedHosts[];
  },
  here: StackEnv,
): readonly string[] {
  const named = [
    ...lists.secrets.map(({ secret: arn }) => ({ setting: 'secrets', arn })),
    ...lists.hooks.map((arn) => ({ setting: 'hooks', arn })),
    ...lists.managed.flatMap(({ roleArn: arn }) => (arn === undefined ? [] : [{ setting: 'managed', arn }])),
  ];
  return named.flatMap(({ setting, arn }) => {
    const [, , , region = '', account = ''] = arn.split(':');
    const wrong = [
      ...(here.account === undefined || account === here.account
        ? []
        : [`account ${account}, but the stacks go to account ${here.account}`]),
      // Role ARNs have no Region.
      ...(here.region === undefined || region === '' || region === here.region
        ? []
        : [`${region}, but the stacks go to ${here.region}`]),
    ];
    const how = setting === 'managed' ? '. Omit roleArn, and grant the access in its own account' : '';
    return wrong.map((why) => `${setting} has ${arn}, which belongs to ${why}${how}`);
  });
}

/** Private (RFC 1918) and carrier-grade NAT ranges (RFC 6598): need peering, transit gateway, VPN or Direct Connect. */
const PRIVATE_RANGES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'].map(parseCidr);

/** Lists ranges that the stack's network cannot reach, because it routes only to the internet and S3. */
export function listUnroutedCidrs(ways: readonly EgressRule[]): readonly string[] {
  return ways
    .map(({ cidr }) => cidr)
    .filter((cidr) => {
      const { from, to } = parseCidr(cidr);
      return PRIVATE_RANGES.some((other) => from <= other.to && other.from <= to);
    });
}

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
