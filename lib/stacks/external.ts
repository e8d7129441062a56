/**
 * Settings about external resources: ranges that hosts may reach, secrets that they may read, managed hosts that may
 * receive commands, and state machines that may run as hooks.
 */
import * as z from 'zod';
import { type Ports, parsePorts } from '../shapes/external-storage';
import { fillText } from '../shapes/problem';
import { parseServer, SECRET_ARN_PATTERN } from '../shapes/secret-servers';
import { entries as texts, lists as allowed } from './settings.json';

/** A range that hosts may reach by TCP. */
export interface EgressRule {
  readonly cidr: string;
  readonly ports: readonly Ports[];
  /** File system of S3 Files in this range that hosts may mount, read and write. */
  readonly fileSystemId?: string | undefined;
  /** Its bucket, from which hosts may read directly; absent if all reads go through the file system. */
  readonly bucket?: string | undefined;
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

/** S3 Files API reference, CreateMountTarget. */
const FILE_SYSTEM = /^fs-[0-9a-f]{17,40}$/;
/** S3 guide, Bucket naming rules. A wildcard would allow reads of other buckets. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const isPort = (port: Ports, { from, to } = parsePorts(port)): boolean =>
  from >= 1 && to <= 65_535 && (typeof port === 'number' || from < to);
const portSchema = z
  .union([z.int(texts.port), z.string().regex(/^[1-9]\d{0,4}-[1-9]\d{0,4}$/, texts.port)], texts.port)
  .refine((port) => isPort(port), texts.port);
const egressRulesSchema = z
  .array(
    z
      .strictObject({
        cidr: z.string().regex(CIDR, texts.cidr),
        ports: z.array(portSchema).min(1),
        fileSystemId: z.string().regex(FILE_SYSTEM, texts.fileSystemId).optional(),
        bucket: z.string().regex(BUCKET, texts.bucket).optional(),
      })
      .refine(({ fileSystemId, bucket }) => bucket === undefined || fileSystemId !== undefined, texts.bucketAlone),
  )
  .refine((all) => all.flatMap(({ ports }) => ports).length <= MAX_RULES, `more than ${MAX_RULES} ranges times ports`);
/** `https://NAME[:PORT]` for a token, `NAME` for a Ceph key; in the form that specs and hosts compare. */
const serverSchema = z.string().transform((text, context) => {
  const found = parseServer(text);
  if (found !== null && !found.server.startsWith('http://') && ['', '/'].includes(found.path)) return found.server;
  context.addIssue(texts.server);
  return z.NEVER;
});
const secretsSchema = z
  .array(
    z.strictObject({
      secret: z.string().regex(SECRET_ARN_PATTERN, texts.secret),
      servers: z.array(serverSchema).min(1),
    }),
  )
  .superRefine((all, context) => {
    for (const [index, { secret }] of all.entries()) {
      const servers = all.filter((one) => one.secret === secret).flatMap((one) => one.servers);
      if (new Set(servers.map((server) => server.startsWith('https://'))).size > 1)
        context.addIssue({ code: 'custom', path: [index, 'servers'], message: texts.tokenAndKey });
    }
  });

const HOOK_PATTERN = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/;
const hooksSchema = z.array(z.string().regex(HOOK_PATTERN, texts.arn));

/**
 * Managed hosts need two statements per tag in each of two roles. Policies of a role have 10,240 characters together
 * (IAM guide, Quotas). A resource has at most 50 tags.
 */
const MAX_TAGS = 10;

/** Same tags as `managed.tag` of a spec: `lib/shapes/managed-hosts.ts`. */
const managedSchema = z
  .array(
    z.strictObject({
      tagKey: z.string().regex(/^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/, texts.tag),
      tagValue: z.string().regex(/^[A-Za-z0-9_.:/=+@-]{1,256}$/, texts.tag),
      roleArn: z
        .string()
        .regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[A-Za-z0-9+=,.@_/-]{1,576}$/, texts.arn)
        .optional(),
    }),
  )
  .max(MAX_TAGS);
/** A user's tag, on all created resources. */
export interface UserTag {
  readonly key: string;
  readonly value: string;
}

/** Characters that all services accept: EC2 guide, Tag restrictions. */
const tagsSchema = z
  .array(
    z.strictObject({
      key: z.string().regex(/^(?!aws:|fsxbench:|Name$)[A-Za-z0-9_.:/=+@-]{1,128}$/, texts.tag),
      value: z.string().regex(/^[A-Za-z0-9_.:/=+@ -]{0,256}$/, texts.tag),
    }),
  )
  .max(MAX_TAGS)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, texts.keys);

const SCHEMAS = {
  external: egressRulesSchema,
  secrets: secretsSchema,
  hooks: hooksSchema,
  managed: managedSchema,
  tags: tagsSchema,
};
type Entry<N extends keyof typeof SCHEMAS> = z.output<(typeof SCHEMAS)[N]>[number];

/** Reads a list setting: JSON text, or a list in cdk.json; empty if absent. @param problems collects errors */
export function readList<N extends keyof typeof SCHEMAS>(name: N, value: unknown, problems: string[]): Entry<N>[] {
  if (value === undefined) return [];
  const schema: z.ZodType<Entry<N>[]> = SCHEMAS[name];
  const { data, error } = jsonSchema.pipe(schema).safeParse(value, { reportInput: true });
  if (data !== undefined) return data;
  const rule = fillText<string>(allowed[name], { maxRules: MAX_RULES, maxTags: MAX_TAGS });
  problems.push(...error.issues.map((one) => formatIssue(name, one)), `allowed for ${name}: ${rule}`);
  return [];
}

const jsonSchema = z.unknown().transform((value, context) => {
  try {
    return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
  } catch (cause) {
    context.addIssue({ code: 'custom', input: undefined, message: `no valid JSON: ${(cause as Error).message}` });
    return z.NEVER;
  }
});

function formatIssue(name: string, { path, input, message }: z.core.$ZodIssue): string {
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  // Lists are long, and what stands in place of an ARN may be the secret itself.
  const isShown = (typeof input === 'string' && path.at(-1) !== 'secret') || typeof input === 'number';
  return `${name}${place}: ${isShown ? `'${String(input).slice(0, 200)}'; ` : ''}${message}`;
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
      ' functions to 4 KB. Use fewer entries, or a second deployment',
  ];
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
