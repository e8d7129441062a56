/**
 * A campaign: all faults of one execution, as data. No fault occurs without a rule, so that a file, or a line of JSON,
 * reproduces a run exactly. Times are seconds since the start of the experiment.
 */
import * as z from 'zod';
import { HOST_KINDS, STORAGE_KINDS } from '../../../lib/shapes/resources';
import { ALL_MACHINES } from '../../../lib/shapes/machines';

/** Ten days: all waits end long before; a longer campaign would only take time. */
const MOST_HOURS = 240;
const MOST_SECONDS = MOST_HOURS * 3600;
/** A time after the start of the experiment, or a duration, seconds. */
const moment = z.number().min(0).max(MOST_SECONDS);
const length = z.number().positive().max(MOST_SECONDS);
/** Ordinals and counts. */
const count = z.int().min(1).max(1_000_000);

/** When a rule of calls, states or events applies. All absent: always. */
const when = {
  /** Only between these times. */
  from: moment.optional(),
  until: length.optional(),
  /** It ends this long after it first applied. */
  lasts: length.optional(),
  /** Index of the first match to which it applies, from 1. Default: the first. */
  nth: count.optional(),
  /** Number of consecutive matches to which it applies. Default: one where `nth` is given, else all. */
  times: count.optional(),
  /** Random share of matches to which it applies, from the seed. */
  rate: z.number().min(0).max(1).optional(),
};

/**
 * A call to AWS. Each given member must be equal. `role` and `function` are short: `guardian`, `delete-storage`.
 * `denied`, `error`, `throttled`, `quota`: instead of the effect. `lost`: the effect takes place, and the answer is a
 * 500; `time-out`: it takes place without an answer. `slow`: it takes place after `seconds`; the caller may have timed
 * out.
 */
const callRule = z.strictObject({
  fault: z.literal('call'),
  role: z.string().optional(),
  state: z.string().optional(),
  service: z.string().optional(),
  action: z.string().optional(),
  /** Name of the calling execution. */
  execution: z.string().optional(),
  effect: z.enum(['denied', 'error', 'throttled', 'quota', 'lost', 'time-out', 'slow']),
  /** For `slow`: default 600. */
  seconds: length.optional(),
  ...when,
});

/**
 * An entered state. `silence` (of tasks): no answer until the time-out. The others end an execution: as a person aborts
 * it, by its own time-out, or as States.Runtime does. `who` it is: the execution itself, or the experiment or guardian
 * for which it runs. `deploy`: both stacks are updated then, to another version of the contracts; `deploy-same`: to
 * other bytes of the same version.
 */
const stateRule = z.strictObject({
  fault: z.literal('state'),
  machine: z.enum(ALL_MACHINES),
  state: z.string(),
  effect: z.enum(['abort', 'timed-out', 'runtime', 'silence', 'deploy', 'deploy-same']),
  who: z.enum(['itself', 'experiment', 'guardian', 'both']).optional(),
  ...when,
});

/** Delivery of end events to the rule: never, twice, or `seconds` late (default 3600). */
const eventRule = z.strictObject({
  fault: z.literal('event'),
  effect: z.enum(['lost', 'twice', 'late']),
  seconds: length.optional(),
  ...when,
});

/**
 * A function that crashes. `throws`: before any effect; `memory`: after its effects, before it answers
 * (`Runtime.ExitError`). `name` is short: `admit`.
 */
const functionRule = z.strictObject({
  fault: z.literal('function'),
  name: z.string().optional(),
  effect: z.enum(['throws', 'memory']),
  ...when,
});

/** Hosts cannot write into the results bucket. */
const bucketRule = z.strictObject({ fault: z.literal('bucket'), ...when });

/**
 * Commands of a person, `at` a time or right `before` a call: stops the first execution, pauses starts, resumes them,
 * or takes the deployment `down`, which a person interrupts if not all is clean after five hours.
 */
const personRule = z
  .strictObject({
    fault: z.literal('person'),
    at: moment.optional(),
    before: z
      .strictObject({ role: z.string(), action: z.string(), key: z.string().optional(), nth: count.default(1) })
      .optional(),
    effect: z.enum(['stop', 'pause', 'resume', 'down']),
  })
  .refine(({ at, before }) => (at === undefined) !== (before === undefined), 'needs `at` or `before`, not both');

/**
 * The register of running executions, which admission reads and writes conditionally. `raced`: another start registers
 * itself right before a write; `conflict`: a write is refused, because another one is in progress; `unreadable`: a read
 * fails; `spoilt`, `gone`: right before a read or a write, it becomes invalid JSON or is deleted by hand.
 */
const registerRule = z.strictObject({
  fault: z.literal('register'),
  effect: z.enum(['raced', 'conflict', 'unreadable', 'spoilt', 'gone']),
  ...when,
});

/** The schedule starts no janitor between two times; without `until` never again. */
const janitorRule = z.strictObject({
  fault: z.literal('janitor'),
  from: moment.optional(),
  until: length.optional(),
});

/** The bench stack is deleted `at` that time, with its machines, their executions and its functions. */
const stackRule = z.strictObject({ fault: z.literal('stack'), at: moment });

/** Maximum of concurrent function invocations; more are answered with 429. */
const concurrencyRule = z.strictObject({
  fault: z.literal('concurrency'),
  most: count,
  /** Duration of an invocation, seconds. Default: 2. */
  seconds: length.optional(),
  from: moment.optional(),
  until: length.optional(),
});

/** Kinds with faults. Hosts, their volumes and templates can only refuse to be deleted. */
const THINGS = [...STORAGE_KINDS, ...HOST_KINDS];

/**
 * Faults of created resources. `fails`, `hangs`, `misconfigured`: the creation; `update-fails`, `update-hangs`: a
 * change in place, which stays pending; `refuses`: a delete is refused; `undone`: it is accepted, and the resource is
 * restored. `hangs` lasts for `seconds`, without them for ever. `outlives`: a volume stays when its host ends, as after
 * a manual setting or a failed launch.
 */
const thingRule = z.strictObject({
  fault: z.literal('thing'),
  kind: z.enum(THINGS).optional(),
  effect: z.enum(['fails', 'hangs', 'misconfigured', 'update-fails', 'update-hangs', 'refuses', 'undone', 'outlives']),
  seconds: length.optional(),
  /** For `refuses`, `undone` and `outlives`: the number of resources, the first to be deleted, at any time. */
  things: z.int().min(1).max(1000).optional(),
  ...when,
});

/** Delay in seconds until listings show changes, and until EC2 launches from a new template. */
const lagRule = z.strictObject({ fault: z.literal('lag'), seconds: length });

/**
 * Hosts, counted as they are launched. `dies`: it ends; `hangs`: its commands never end; `never-registers`: its agent
 * never answers; `agent-restarts`: the agent is silent for `seconds` (default 120); `no-timer`: it does not end itself
 * at its expiry. `after`: seconds after its launch. `skew`: its clock is wrong by `seconds` (default 300) from the
 * launch on, ahead where positive, and it uses that clock for starts, its end and reported times. S3 refuses clients
 * that are off by more than 15 minutes (RequestTimeTooSkewed), unless they correct the error; here all do, which is the
 * worse case. `meddled`: one of its fixtures is replaced after `after` seconds (other mount options, other data).
 * `dirty`: its leftovers cannot be removed. `never-reports`: from `after` on, Systems Manager never learns the end of a
 * command, and gives it up at its time limit.
 */
const hostRule = z.strictObject({
  fault: z.literal('host'),
  effect: z.enum([
    'dies',
    'hangs',
    'never-registers',
    'never-reports',
    'agent-restarts',
    'no-timer',
    'skew',
    'meddled',
    'dirty',
  ]),
  after: moment.optional(),
  seconds: z.number().min(-MOST_SECONDS).max(MOST_SECONDS).optional(),
  nth: count.optional(),
  times: count.optional(),
});

/**
 * Manual changes `at` that time. `untag`: file systems and volumes lose their tags; `retag`: their execution tag names
 * another one; `lose`, `spoil`: objects of the bucket with `what` in their key are removed, or become invalid JSON;
 * `foreign`: file systems, secrets, templates, hosts and their volumes like those of this execution, of another stack,
 * already expired; `copies`: `things` more resources of a `kind`, with the tags of this execution; `redrive`: all
 * failed executions that can be are redriven, at most six hours later if there is none yet; `backup`: a backup of each
 * file system that supports it.
 */
const handRule = z.strictObject({
  fault: z.literal('hand'),
  at: moment,
  effect: z.enum(['untag', 'retag', 'lose', 'spoil', 'foreign', 'copies', 'redrive', 'backup']),
  what: z.string().min(1).optional(),
  kind: z.enum(THINGS).optional(),
  things: z.int().min(1).max(1000).optional(),
});

/**
 * A disabled safeguard, to prove that each is needed. `guardian`: the first of an execution ends at once, recovery
 * guardians do not; `fence`: creators always find it open; `receipt-by-id`: the receipt relies on tags and looks
 * nothing up by id.
 */
const withoutRule = z.strictObject({
  fault: z.literal('without'),
  layer: z.enum(['guardian', 'event-rule', 'janitor', 'host-timer', 'fence', 'receipt-by-id']),
});

const RULES = [
  callRule,
  stateRule,
  eventRule,
  janitorRule,
  stackRule,
  concurrencyRule,
  thingRule,
  lagRule,
  hostRule,
  handRule,
  withoutRule,
  functionRule,
  bucketRule,
  personRule,
  registerRule,
] as const;

export const ruleSchema = z.discriminatedUnion('fault', RULES, {
  error: ({ code, input }) => (code === 'invalid_union' ? noKind(input) : undefined),
});

/** Lists the kinds: it is unknown which rule was intended. */
function noKind(input: unknown): string {
  const { fault } = (input ?? {}) as { readonly fault?: unknown };
  const found = fault === undefined ? '`fault` is missing' : `${JSON.stringify(fault)} is not allowed`;
  return `${found}; allowed: ${RULES.map(({ shape }) => `\`${shape.fault.value}\``).join(', ')}`;
}

export const campaignSchema = z.strictObject({
  rules: z.array(ruleSchema).default([]),
  /** Start of the experiment; default: that of the command. */
  start: z.iso.datetime({ offset: true, error: 'allowed: a moment of ISO 8601, e.g. 2026-03-29T00:30:00Z' }).optional(),
  /**
   * Further starts of the same spec, each this many seconds after the previous. `same-name`: with the same name, every
   * second one with another input; `same-moment`: of the same scheduled time, like a repeated or late delivery;
   * `renamed`: another experiment on the same external storage and hosts.
   */
  beside: z
    .strictObject({
      count: z.int().min(1).max(50),
      apart: moment.default(60),
      as: z.enum(['others', 'same-name', 'same-moment', 'renamed']).optional(),
    })
    .optional(),
  /** Limits of the deployment. */
  limits: z.strictObject({ maxRunning: count.optional(), maxUsdPerMonth: z.number().positive().optional() }).optional(),
  /** Replaces `limits.maxUsd`. */
  maxUsd: z.number().positive().max(1_000_000).optional(),
  /** Hours that the deployment continues after the last experiment has ended and all faults are over. */
  hours: z.number().positive().max(MOST_HOURS).default(48),
});

export type Campaign = z.infer<typeof campaignSchema>;
export type Rule = z.infer<typeof ruleSchema>;
export type RuleOf<F extends Rule['fault']> = Extract<Rule, { readonly fault: F }>;
export type When = Pick<RuleOf<'call'>, keyof typeof when>;

/** No faults. */
export const CALM: Campaign = { rules: [], hours: 48 };

/** The rules of one kind, each with its index in the campaign. */
export function pickRules<F extends Rule['fault']>(
  { rules }: Pick<Campaign, 'rules'>,
  fault: F,
): readonly { readonly index: number; readonly rule: RuleOf<F> }[] {
  return rules.flatMap((rule, index) => (rule.fault === fault ? [{ index, rule: rule as RuleOf<F> }] : []));
}
