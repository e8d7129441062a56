/** What the sections of a spec may hold, as far as it can be said of each alone: `shapes/spec` is what they become. */
import texts from '../messages.json';
import * as z from 'zod';
import { cronFault } from './cron';
import { isMapping } from './mapping';
import { ANY_QUANTITY, moneyError, seconds } from '../../shapes/quantity-fields';
import { about, metadata, settings } from '../../shapes/setting';
import words from './settings.json';
import type { CriterionSpec, DecideSpec, Design, Limits, PartialCell, PublishedRow, Schedule } from '../../shapes/spec';

/** Names that stand in object keys, tags and host names. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/;
const NAME_RULE = 'a name of 1 to 48 letters, digits, `-` and `_`, beginning with a letter or digit';
/** Factor and role names begin with a letter: `$name` must not read as a sum of money. */
export const FACTOR = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

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

const replicates = z
  .int({ error: ({ input }) => (isMapping(input) ? texts.oneNumber : undefined) })
  .min(1)
  .max(MAX_REPLICATES)
  .default(5)
  .meta(about('Trials of each cell in a block.'));

/** How cells are chosen and repeated. */
export const design: z.ZodType<Design> = settings(words.design, {
  cross: z.array(z.string()).optional(),
  oneAtATime: z.boolean().optional(),
  exclude: z.array(partialCell).optional(),
  include: z.array(partialCell).optional(),
  reference: partialCell.optional(),
  comparison: z.enum(['interleaved', 'sequential']).default('interleaved'),
  replicates,
  search: settings(words['design.search'], {
    factor: z.string().min(1),
    criteria: z.array(z.string().min(1)).min(1).optional(),
  }).optional(),
  blocks: z.int().min(1).max(100).default(1),
  seed: z.union([z.string().min(1), z.number()]).optional(),
  order: z.enum(['random', 'asWritten']).default('random'),
});

const threshold = z.union([z.string(), z.number()]).meta(metadata(ANY_QUANTITY));

const LEAST = about('It is at least this, in the unit of the metric.');
const MOST = about('It is at most this, in the unit of the metric.');
const METRIC = about('What is measured; docs/spec.md lists the metrics of each workload.');
const OPERATION = about('Where the metric has several, e.g. read.', { examples: ['read', 'write', 'copy'] });
const WHERE = about('Only cells with these levels. What it does not name is any level.');

/** A condition; metric and unit are checked against the workloads later. */
export const criterion: z.ZodType<CriterionSpec> = settings(words.criterion, {
  metric: z.string().min(1).meta(METRIC),
  operation: z.string().min(1).optional().meta(OPERATION),
  statistic: z.string().min(1).optional(),
  every: seconds.refine((length) => length > 0, { error: 'a time, e.g. 1s' }).optional(),
  atLeast: threshold.optional().meta(LEAST),
  atMost: threshold.optional().meta(MOST),
});

/** The question as numbers; metric, levels and units are checked against the workloads later. */
export const decide: z.ZodType<DecideSpec> = settings(words.decide, {
  metric: z.string().min(1).meta(METRIC),
  statistic: z.enum(['median', 'mean', 'min', 'max']).default('median'),
  operation: z.string().min(1).optional().meta(OPERATION),
  where: partialCell.optional().meta(WHERE),
  atLeast: threshold.optional().meta(LEAST),
  atMost: threshold.optional().meta(MOST),
  margin: threshold.optional(),
  require: z.array(z.string().min(1)).min(1).optional(),
  prefer: z.enum(['cheapest', 'highest', 'lowest']).optional(),
});

const study = z.string().trim().min(1, { error: 'who published it, and when, in words' });
const numberWords = { error: 'a quantity, or the lowest and the highest in a list, e.g. [0.8, 0.9]' };
const publishedNumber = z.union([threshold, z.tuple([threshold, threshold])], numberWords);

/** Of `published` all but the rows: those are read one by one. */
export const publishedStudy: z.ZodType<{ study: string; rows: unknown[] }> = settings(words.publishedStudy, {
  study: study,
  rows: z.array(z.unknown()).min(1),
});

/** A row of `published`; levels and units are checked later. */
export const publishedRow: z.ZodType<PublishedRow> = settings(words.publishedRow, {
  where: partialCell.default({}).meta(WHERE),
  metric: z.string().min(1),
  operation: z.string().min(1).optional().meta(OPERATION),
  statistic: z.string().min(1).optional(),
  host: z.literal('each').optional(),
  value: publishedNumber.optional(),
  ratio: publishedNumber.optional(),
  to: partialCell.optional(),
  note: z.string().trim().min(1).optional(),
});

/** Names and units are checked against the targets later. */
export const alarms: z.ZodType<Readonly<Record<string, string | number>>> = z
  .record(z.string(), threshold)
  .refine((all) => Object.keys(all).length > 0, { error: 'metrics and thresholds, e.g. { server_disk_iops: 90 }' })
  .meta(metadata({ allowed: 'metrics of servers of its targets, a threshold each, e.g. `{ server_cpu: 90 % }`' }));

/** Nobody means more; what is reckoned with it in the machines stays a number. */
const MAX_USD = 1e9;

export const limits: z.ZodType<Limits> = settings(words.limits, {
  maxUsd: z
    .number({ error: moneyError('US dollars') })
    .positive()
    .max(MAX_USD)
    .default(50),
  maxHours: z.number().positive().max(MAX_HOURS).default(8),
  parallelRigs: z.int().min(1).max(100).optional(),
});

/** Six fields; https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based */
const CRON = /^[0-9A-Za-z*?,/#-]+( [0-9A-Za-z*?,/#-]+){5}$/;
const CRON_HELP =
  'six fields, without `cron( )` around them: minutes hours day-of-month month day-of-week year, e.g. "0 3 ? * SUN *"';

/** A cron expression as EventBridge Scheduler takes it: one of the two days is `?`. */
export const schedule: z.ZodType<Schedule> = settings(words.schedule, {
  cron: z
    .string({ error: CRON_HELP })
    .regex(CRON, { error: CRON_HELP })
    .refine(
      (cron) => !CRON.test(cron) || [cron.split(' ')[2], cron.split(' ')[4]].filter((day) => day === '?').length === 1,
      {
        error: ({ input }) =>
          `found '${String(input)}'; exactly one of day-of-month and day-of-week is \`?\`, e.g. "0 3 ? * SUN *"`,
      },
    )
    .refine((cron) => !CRON.test(cron) || cronFault(cron) === null, {
      error: ({ input }) => cronFault(String(input)) ?? CRON_HELP,
    }),
  timezone: z
    .string()
    .refine(isTimezone, {
      error: ({ input }) => `found '${String(input)}', which is no time zone of the IANA list, e.g. Asia/Tokyo`,
    })
    .default('UTC'),
});

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
