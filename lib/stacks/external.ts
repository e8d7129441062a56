/** What a deployment is told of others: where hosts may go, which secrets they may read, which hooks may be run. */
import * as z from 'zod';
import { type Ports, spanOf } from '../shapes/foreign';

/** A range that hosts are let out to, by TCP. */
export interface Way {
  readonly cidr: string;
  readonly ports: readonly Ports[];
}

/** An IPv4 range, from a single address to a sixteenth of a net; everybody's is not what one opens by mistake. */
const CIDR = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\/(?:[89]|[12]\d|3[0-2])$/;
/**
 * Rules of one security group at first are 60, of which its own take some.
 * https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html
 */
const MOST_RULES = 50;

const port = z.int().min(1).max(65_535);
const span = z
  .string()
  .regex(/^[1-9]\d{0,4}-[1-9]\d{0,4}$/)
  .refine((text) => spanOf(text).from < spanOf(text).to && spanOf(text).to <= 65_535);
const ways = z.array(z.strictObject({ cidr: z.string().regex(CIDR), ports: z.array(z.union([port, span])).min(1) }));
const secrets = z.array(
  z.string().regex(/^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]{1,519}$/),
);

const hooks = z.array(z.string().regex(/^arn:aws:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/)).max(50);

const ALLOWED_WAYS =
  'a list of ranges and TCP ports, e.g. [{"cidr":"10.20.0.0/24","ports":[2049,"6800-7568"]}]; ranges are of IPv4 ' +
  `and not wider than /8, and ranges times ports are at most ${MOST_RULES}`;
const ALLOWED_SECRETS =
  'a list of ARNs of Secrets Manager, e.g. ["arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf"]';

const ALLOWED_HOOKS =
  'a list of at most 50 ARNs of state machines, e.g. ["arn:aws:states:us-east-1:123456789012:stateMachine:grow"]';

/** The setting `external`: JSON text, or the list itself in cdk.json. @param problems what is wrong is added */
export function waysOf(value: unknown, problems: string[]): readonly Way[] {
  const found = read(value, ways, (all) => all.reduce((sum, { ports }) => sum + ports.length, 0) <= MOST_RULES);
  if (found === null) problems.push(`external is ${shown(value)}; allowed: ${ALLOWED_WAYS}`);
  return found ?? [];
}

/** The setting `secrets`. @param problems what is wrong is added */
export function secretsOf(value: unknown, problems: string[]): readonly string[] {
  const found = read(value, secrets, () => true);
  if (found === null) problems.push(`secrets is ${shown(value)}; allowed: ${ALLOWED_SECRETS}`);
  return found ?? [];
}

/** The setting `hooks`. @param problems what is wrong is added */
export function hooksOf(value: unknown, problems: string[]): readonly string[] {
  const found = read(value, hooks, () => true);
  if (found === null) problems.push(`hooks is ${shown(value)}; allowed: ${ALLOWED_HOOKS}`);
  return found ?? [];
}

/** Null for what does not fit; none where nothing was given. */
function read<T>(value: unknown, schema: z.ZodType<T[]>, fits: (all: readonly T[]) => boolean): readonly T[] | null {
  if (value === undefined || value === '') return [];
  const data = typeof value === 'string' ? parsed(value) : value;
  const found = schema.safeParse(data);
  return found.success && fits(found.data) ? found.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).slice(0, 200);
}
