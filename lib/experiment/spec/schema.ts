/** What the sections of a spec may hold, as far as it can be said of each alone: `shapes/spec` is what they become. */
import * as z from 'zod';
import type { DecideSpec, Design, Limits, PartialCell, Role, Schedule } from '../../shapes/spec';

/** Names that stand in object keys, tags and host names. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/;
const NAME_RULE = 'a name of 1 to 48 letters, digits, `-` and `_`, beginning with a letter or digit';
/** Factor and role names begin with a letter: `$name` must not read as a sum of money. */
export const FACTOR = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

/** Hosts in one role: a guard against slips; what a plan can hold is computed. */
const MAX_HOSTS = 1000;
const MAX_REPLICATES = 1000;
/** Four days: longer executions would outlive the time that their machines may take. */
export const MAX_HOURS = 96;

export const experimentName = z
  .string()
  .regex(NAME, { error: `the experiment needs ${NAME_RULE}: it becomes part of object keys and tags` });
export const question = z.string().trim().min(1, { error: 'a question in words: the report answers it' });

const partialCell = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.any())]),
) as z.ZodType<PartialCell>;

/** How cells are chosen and repeated. */
export const design: z.ZodType<Design> = z.strictObject({
  cross: z.array(z.string()).optional(),
  oneAtATime: z.boolean().optional(),
  also: z.array(partialCell).optional(),
  exclude: z.array(partialCell).optional(),
  reference: partialCell.optional(),
  replicates: z.int().min(1).max(MAX_REPLICATES).default(3),
  blocks: z.int().min(1).max(100).default(1),
  seed: z.union([z.string().min(1), z.number()]).optional(),
  order: z.enum(['random', 'asWritten']).default('random'),
});

const threshold = z.union([z.string(), z.number()]);

/** The question as numbers; metric, levels and units are checked against the workloads later. */
export const decide: z.ZodType<DecideSpec> = z.strictObject({
  metric: z.string().min(1),
  statistic: z.enum(['median', 'mean', 'min', 'max']).default('median'),
  operation: z.string().min(1).optional(),
  where: partialCell.optional(),
  atLeast: threshold.optional(),
  atMost: threshold.optional(),
  prefer: z.enum(['cheapest', 'highest', 'lowest']).optional(),
});

export const limits: z.ZodType<Limits> = z.strictObject({
  maxUsd: z.number().positive().default(50),
  maxHours: z.number().positive().max(MAX_HOURS).default(8),
  parallelRigs: z.int().min(1).max(100).optional(),
});

/**
 * Forms as EventBridge Scheduler takes them: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export const schedule: z.ZodType<Schedule> = z
  .strictObject({
    cron: z
      .string()
      .regex(/^\S+( \S+){5}$/, {
        error: 'six fields: minutes hours day-of-month month day-of-week year, e.g. "0 3 ? * SUN *"',
      })
      .optional(),
    rate: z
      .string()
      .regex(/^[1-9]\d* (minute|hour|day)s?$/, { error: 'a number and a unit, e.g. "7 days"' })
      .optional(),
    timezone: z.string().refine(isTimezone, { error: 'no time zone of the IANA list, e.g. Asia/Tokyo' }).default('UTC'),
  })
  .refine((given) => (given.cron === undefined) !== (given.rate === undefined), {
    error: 'exactly one of `cron` and `rate` is needed',
  });

/** Hosts of one role, after references are filled in. Mount options are kept for the target kinds that mount. */
export const role: z.ZodType<Role> = z.strictObject({
  count: z.int().min(1).max(MAX_HOSTS).default(1),
  instanceType: z
    .string()
    .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, { error: 'an EC2 instance type, e.g. c5n.2xlarge' })
    .optional(),
  mount: z.record(z.string(), z.any()).optional(),
});

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
