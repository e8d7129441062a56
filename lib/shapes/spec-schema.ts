/** Schemas of the sections of a spec; each section is checked separately. `shapes/spec` has the parsed types. */
import { ACCEPTABLE_REASONS } from './error-codes';
import * as z from 'zod';
import { ANY_QUANTITY, makeMoneyError, secondsSchema, makeShareSchema } from './quantity-fields';
import { about, metadata, settings } from './setting';
import words from './spec-schema.json';
import { DEFAULT_IMAGE, IMAGE_NAMES } from './images';

export type Scalar = string | number | boolean;
/** One value of a factor; a mapping if several settings vary together. */
export type Level = Scalar | Readonly<Record<string, Scalar>>;
/** Levels of some factors, including `target`, `stage` and `workload`. */
export type PartialCell = Readonly<Record<string, Level>>;

/** Names that become part of object keys, tags and host names. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/;
const NAME_RULE = 'a name of 1 to 48 letters, digits, `-` and `_`, beginning with a letter or digit';
/** Factor and role names start with a letter, so that `$name` does not look like an amount of money. */
export const FACTOR_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

const MAX_REPLICATES = 1000;
/** Four days: longer executions would exceed the time limits of their machines. */
export const MAX_HOURS = 96;

export const schemaVersionSchema = z.literal(1);
export const experimentNameSchema = z
  .string()
  .regex(NAME_PATTERN, { error: `the experiment needs ${NAME_RULE}: it becomes part of object keys and tags` });
export const questionSchema = z.string().trim().min(1, { error: 'a question as text, which the report answers' });

const level = z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.any())]);
const partialCell = z.record(z.string(), level) as z.ZodType<PartialCell>;
/** Lists name several values of a factor. */
const publishedCells = z.record(z.string(), z.union([level, z.array(level).min(1)])) as z.ZodType<
  Readonly<Record<string, Level | readonly Level[]>>
>;

const ONE_NUMBER =
  'found a mapping; allowed: one whole number, e.g. 6. It is the maximum: trials after the fourth round end early ' +
  'where `design.earlyStop` applies';

const replicates = z
  .int({ error: ({ input }) => (typeof input === 'object' && !Array.isArray(input) ? ONE_NUMBER : undefined) })
  .min(1)
  .max(MAX_REPLICATES)
  .meta(
    about('Trials of each configuration in a block. Default with several blocks: 2; with `cheapestFirst`, at most 8.', {
      default: 6,
    }),
  );

/** A standard deviation as a share. Above 50% no comparison could be decided. */
const spread = makeShareSchema(0, 0.5);

/**
 * Selection and repetition of configurations. The order of trials is balanced over an even number of rounds; blocks
 * have equal weight.
 */
export const designSchema = settings(words.design, {
  cross: z.array(z.string()).optional(),
  oneAtATime: z.boolean().optional(),
  exclude: z.array(partialCell).optional(),
  include: z.array(partialCell).optional(),
  reference: partialCell.optional(),
  comparison: z.enum(['interleaved', 'sequential', 'cheapestFirst']).default('interleaved'),
  replicates: replicates.optional(),
  otherReplicates: z.int().min(1).max(MAX_REPLICATES).optional(),
  earlyStop: z.boolean().optional(),
  search: settings(words['design.search'], {
    factor: z.string().min(1),
    criteria: z.array(z.string().min(1)).min(1).optional(),
  }).optional(),
  blocks: z.int().min(1).max(100).default(1),
  assumedInstanceSpread: spread.optional(),
  assumedHourSpread: spread.optional(),
  seed: z.union([z.string().min(1), z.number()]).optional(),
  order: z.enum(['random', 'asWritten']).default('random'),
}).transform(({ replicates: written, ...all }) => {
  const chosen = written ?? (all.comparison === 'cheapestFirst' ? 8 : all.blocks > 1 ? 2 : 6);
  return { ...all, replicates: chosen };
});

const threshold = z.union([z.string(), z.number()]).meta(metadata(ANY_QUANTITY));

const AT_LEAST = about('Minimum, in the unit of the metric.');
const AT_MOST = about('Maximum, in the unit of the metric.');
const METRIC = about('What is measured; docs/workloads/README.md lists the metrics of each workload.');
const OPERATION = about('Operation, if the metric has several, e.g. read.', { examples: ['read', 'write', 'copy'] });
const WHERE = about('Only configurations with these values. Factors it does not name match any value.');

/** A criterion; metric and unit are checked against the workloads later. */
export const criterionSchema = settings(words.criterion, {
  metric: z.string().min(1).meta(METRIC),
  operation: z.string().min(1).optional().meta(OPERATION),
  statistic: z.string().min(1).optional(),
  every: secondsSchema.refine((length) => length > 0, { error: 'a time, e.g. 1s' }).optional(),
  atLeast: threshold.optional().meta(AT_LEAST),
  atMost: threshold.optional().meta(AT_MOST),
});

const TYPICAL = 'typical: the geometric mean of the trials decides. Mean, minimum and maximum are in summary.csv';

/** The section `decide`; metric, levels and units are checked against the workloads later. */
export const decideSchema = settings(words.decide, {
  metric: z.string().min(1).meta(METRIC),
  statistic: z.literal('typical', { error: TYPICAL }).optional(),
  operation: z.string().min(1).optional().meta(OPERATION),
  where: partialCell.optional().meta(WHERE),
  atLeast: threshold.optional().meta(AT_LEAST),
  atMost: threshold.optional().meta(AT_MOST),
  noWorse: makeShareSchema(0, 0.99).optional(),
  margin: makeShareSchema(0, 0.99).optional(),
  burst: z.enum(['allowed', 'refused']).default('refused'),
  accept: z.array(z.enum(ACCEPTABLE_REASONS)).min(1).optional(),
  require: z.array(z.string().min(1)).min(1).optional(),
  prefer: z.enum(['cheapest', 'highest', 'lowest']).optional(),
});

const study = z.string().trim().min(1, { error: 'authors and date of the study, as text' });
const numberWords = { error: 'a quantity, or the lowest and the highest in a list, e.g. [0.8, 0.9]' };
const publishedNumber = z.union([threshold, z.tuple([threshold, threshold])], numberWords);

/** `published` without its rows: each row is checked separately. */
export const publishedStudySchema = settings(words.publishedStudy, {
  study,
  rows: z.array(z.unknown()).min(1),
});

/** A row of `published`; levels and units are checked later. */
export const publishedRowSchema = settings(words.publishedRow, {
  where: publishedCells.default({}).meta(WHERE),
  metric: z.string().min(1),
  operation: z.string().min(1).optional().meta(OPERATION),
  statistic: z.string().min(1).optional(),
  host: z.literal('each').optional(),
  value: publishedNumber.optional(),
  ratio: publishedNumber.optional(),
  to: partialCell.optional(),
  note: z.string().trim().min(1).optional(),
});

/** The section `alarms`; metric names and units are checked against the targets later. */
export const alarmsSchema = z
  .record(z.string(), threshold)
  .refine((all) => Object.keys(all).length > 0, { error: 'metrics and thresholds, e.g. { server_disk_iops: 90 }' })
  .meta(metadata({ allowed: 'server-side metrics of its targets with thresholds, e.g. `{ server_cpu: 90% }`' }));

/** Above any real budget, and small enough for exact arithmetic in state machines. */
const MAX_USD = 1e9;

export const limitsSchema = settings(words.limits, {
  maxUsd: z
    .number({ error: makeMoneyError('US dollars') })
    .positive()
    .max(MAX_USD)
    .default(50),
  maxHours: z.number().positive().max(MAX_HOURS).default(8),
  parallelRigs: z.int().min(1).max(100).optional(),
});

/** Maximum hosts per role, to catch typing errors; limits of plans are checked separately. */
const MAX_HOSTS = 1000;

/**
 * Characters of tags that Systems Manager, EC2 and IAM all accept (EC2 guide, Tag restrictions); blanks and `*` have
 * special meanings in filters and policies.
 */
const TAG_KEY_PATTERN = /^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/;
const TAG_VALUE_PATTERN = /^[A-Za-z0-9_.:/=+@-]{1,256}$/;
const TAG_RULE = 'one key and its value, e.g. { fsxbench: client }';
const TAG_CHARACTERS = 'letters, digits and `_ . : / = + @ -`';

/** The setting `managed` of a role. */
export const managedHostsSchema = settings(words.managed, {
  tag: z
    .record(
      z
        .string()
        .regex(TAG_KEY_PATTERN, { error: `a tag of ${TAG_CHARACTERS}, not starting with \`aws:\` or \`fsxbench:\`` }),
      z.string().regex(TAG_VALUE_PATTERN, { error: `the value of a tag: ${TAG_CHARACTERS}` }),
      { error: TAG_RULE },
    )
    .refine((tag) => Object.keys(tag).length === 1, {
      error: ({ input }) => `found ${Object.keys(input as object).length} tags; allowed: ${TAG_RULE}`,
    })
    .meta(metadata({ allowed: TAG_RULE })),
});

/** Hosts of one role, after references are filled in; `mount.ts` reads the mount options per target. */
export const roleSchema = settings(words.role, {
  count: z.int().min(1).max(MAX_HOSTS).default(1),
  instanceType: z
    .string()
    .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, { error: 'an EC2 instance type, e.g. c5n.2xlarge' })
    .optional(),
  image: z
    .enum(IMAGE_NAMES)
    .optional()
    .meta(metadata({ default: DEFAULT_IMAGE })),
  placement: z.enum(['cluster']).optional(),
  managed: managedHostsSchema.optional(),
  mount: z.unknown().optional(),
});
