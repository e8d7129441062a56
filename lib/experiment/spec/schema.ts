/** What the sections of a spec may hold, as far as it can be said of each alone: `shapes/spec` is what they become. */
import * as z from 'zod';
import { moneyError } from '../../shapes/quantity';
import type {
  CriterionSpec,
  DecideSpec,
  Design,
  Limits,
  PartialCell,
  PublishedRow,
  Role,
  Schedule,
} from '../../shapes/spec';

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

export const schemaVersion = z.literal(1);
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
  exclude: z.array(partialCell).optional(),
  include: z.array(partialCell).optional(),
  reference: partialCell.optional(),
  comparison: z.enum(['interleaved', 'sequential']).default('interleaved'),
  replicates: z.int().min(1).max(MAX_REPLICATES).default(5),
  blocks: z.int().min(1).max(100).default(1),
  seed: z.union([z.string().min(1), z.number()]).optional(),
  order: z.enum(['random', 'asWritten']).default('random'),
});

const threshold = z.union([z.string(), z.number()]);

const BUILT_LATER = 'conditions on each point of a series (`every`) are not built yet: leave it out';

/** A condition; metric and unit are checked against the workloads later. */
export const criterion: z.ZodType<CriterionSpec> = z.strictObject({
  metric: z.string().min(1),
  operation: z.string().min(1).optional(),
  statistic: z.string().min(1).optional(),
  every: z.undefined({ error: BUILT_LATER }).optional(),
  atLeast: threshold.optional(),
  atMost: threshold.optional(),
});

/** The question as numbers; metric, levels and units are checked against the workloads later. */
export const decide: z.ZodType<DecideSpec> = z.strictObject({
  metric: z.string().min(1),
  statistic: z.enum(['median', 'mean', 'min', 'max']).default('median'),
  operation: z.string().min(1).optional(),
  where: partialCell.optional(),
  atLeast: threshold.optional(),
  atMost: threshold.optional(),
  margin: threshold.optional(),
  require: z.array(z.string().min(1)).min(1).optional(),
  prefer: z.enum(['cheapest', 'highest', 'lowest']).optional(),
});

const study = z.string().trim().min(1, { error: 'who published it, and when, in words' });
const numberWords = { error: 'a quantity, or the lowest and the highest in a list, e.g. [0.8, 0.9]' };
const publishedNumber = z.union([threshold, z.tuple([threshold, threshold])], numberWords);

/** Of `published` all but the rows: those are read one by one. */
export const publishedStudy: z.ZodType<{ study: string; rows: unknown[] }> = z.strictObject({
  study,
  rows: z.array(z.unknown()).min(1),
});

/** A row of `published`; levels and units are checked later. */
export const publishedRow: z.ZodType<PublishedRow> = z.strictObject({
  where: partialCell.default({}),
  metric: z.string().min(1),
  operation: z.string().min(1).optional(),
  statistic: z.string().min(1).optional(),
  host: z.literal('each').optional(),
  value: publishedNumber.optional(),
  ratio: publishedNumber.optional(),
  to: partialCell.optional(),
  note: z.string().trim().min(1).optional(),
});

export const limits: z.ZodType<Limits> = z.strictObject({
  maxUsd: z
    .number({ error: moneyError('US dollars') })
    .positive()
    .default(50),
  maxHours: z.number().positive().max(MAX_HOURS).default(8),
  parallelRigs: z.int().min(1).max(100).optional(),
});

/** Six fields; https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based */
const CRON = /^[0-9A-Za-z*?,/#-]+( [0-9A-Za-z*?,/#-]+){5}$/;
const CRON_HELP =
  'six fields, without `cron( )` around them: minutes hours day-of-month month day-of-week year, e.g. "0 3 ? * SUN *"';

/** A cron expression as EventBridge Scheduler takes it: one of the two days is `?`. */
export const schedule: z.ZodType<Schedule> = z.strictObject({
  cron: z
    .string({ error: CRON_HELP })
    .regex(CRON, { error: CRON_HELP })
    .refine(
      (cron) => !CRON.test(cron) || [cron.split(' ')[2], cron.split(' ')[4]].filter((day) => day === '?').length === 1,
      {
        error: ({ input }) =>
          `found '${String(input)}'; exactly one of day-of-month and day-of-week is \`?\`, e.g. "0 3 ? * SUN *"`,
      },
    ),
  timezone: z
    .string()
    .refine(isTimezone, {
      error: ({ input }) => `found '${String(input)}', which is no time zone of the IANA list, e.g. Asia/Tokyo`,
    })
    .default('UTC'),
});

/** Hosts of one role, after references are filled in; what they mount is read for each target: see `mount.ts`. */
export const role: z.ZodType<Omit<Role, 'mount'>> = z.strictObject({
  count: z.int().min(1).max(MAX_HOSTS).default(1),
  instanceType: z
    .string()
    .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, { error: 'an EC2 instance type, e.g. c5n.2xlarge' })
    .optional(),
  mount: z.unknown().optional(),
});

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
