/**
 * A campaign: all that goes wrong in one execution, as data. Everything is off unless a rule says otherwise, so that a
 * file, or a line of JSON, repeats a run exactly. Times are seconds since the experiment was started.
 */
import * as z from 'zod';
import { HOST_KINDS, STORAGE_KINDS } from '../../../lib/shapes/resources';
import { ALL_MACHINES } from '../../../lib/shapes/machines';

/** Ten days: all that anybody waits for is over long before, and a longer one would only be played for ever. */
const MOST_HOURS = 240;
const MOST_SECONDS = MOST_HOURS * 3600;
/** A moment after the start of the experiment, and a length of time, seconds. */
const moment = z.number().min(0).max(MOST_SECONDS);
const length = z.number().positive().max(MOST_SECONDS);
/** Places and times of what is counted. */
const count = z.int().min(1).max(1_000_000);

/** When a rule of calls, states or events applies. All absent: always. */
const when = {
  /** Only from this moment on, and only until that one. */
  from: moment.optional(),
  until: length.optional(),
  /** Healed so long after it first struck. */
  lasts: length.optional(),
  /** The first of those that match which it strikes, from 1. Without it the first that matches. */
  nth: count.optional(),
  /** How many it strikes in a row. Default: one where `nth` is given, else all. */
  times: count.optional(),
  /** The share of those that match which it strikes, drawn from the seed. */
  rate: z.number().min(0).max(1).optional(),
};

/**
 * A call to AWS. Each given member must be equal. `role` and `function` are short: `guardian`, `delete-storage`.
 * `denied`, `error`, `throttled`, `quota`: in place of the effect. `lost`: the effect takes place, and a 500 is
 * answered; `time-out`: it takes place and nothing is answered. `slow`: it takes place so many `seconds` later;
 * whoever asks may have given up.
 */
const callRule = z.strictObject({
  fault: z.literal('call'),
  role: z.string().optional(),
  state: z.string().optional(),
  service: z.string().optional(),
  action: z.string().optional(),
  /** Name of the execution in whose behalf it is made. */
  execution: z.string().optional(),
  effect: z.enum(['denied', 'error', 'throttled', 'quota', 'lost', 'time-out', 'slow']),
  /** Of `slow`: default 600. */
  seconds: length.optional(),
  ...when,
});

/**
 * A state that is entered. `silence` (of tasks): nobody answers, and its time-out goes by. The others end an execution:
 * as a person aborts it, by its own time-out, or as States.Runtime does. `who` it is: itself, or the experiment or
 * guardian in whose behalf it runs. `deploy`: both stacks are updated then, to another version of the contracts;
 * `deploy-same`: to other bytes of the same version.
 */
const stateRule = z.strictObject({
  fault: z.literal('state'),
  machine: z.enum(ALL_MACHINES),
  state: z.string(),
  effect: z.enum(['abort', 'timed-out', 'runtime', 'silence', 'deploy', 'deploy-same']),
  who: z.enum(['itself', 'experiment', 'guardian', 'both']).optional(),
  ...when,
});

/** What the event rule is told of ends: nothing, each twice, or `seconds` late (default 3600). */
const eventRule = z.strictObject({
  fault: z.literal('event'),
  effect: z.enum(['lost', 'twice', 'late']),
  seconds: length.optional(),
  ...when,
});

/**
 * A function that is invoked and crashes. `throws`: before it does anything; `memory`: what it was to do is done,
 * and it
 * is ended before it answers (`Runtime.ExitError`). `name` is short: `admit`.
 */
const functionRule = z.strictObject({
  fault: z.literal('function'),
  name: z.string().optional(),
  effect: z.enum(['throws', 'memory']),
  ...when,
});

/** Hosts may not write into the results bucket. */
const bucketRule = z.strictObject({ fault: z.literal('bucket'), ...when });

/** A person at a command line, `at` a moment: stops the first execution, pauses starts, or resumes them. */
const personRule = z.strictObject({
  fault: z.literal('person'),
  at: moment,
  effect: z.enum(['stop', 'pause', 'resume']),
});

/** The schedule starts no janitor between two moments; without `until` never again. */
const janitorRule = z.strictObject({
  fault: z.literal('janitor'),
  from: moment.optional(),
  until: length.optional(),
});

/** The bench stack is deleted `at` a moment: its machines with their executions, its functions. */
const stackRule = z.strictObject({ fault: z.literal('stack'), at: moment });

/** At most so many invocations of functions at once; more are answered with 429. */
const concurrencyRule = z.strictObject({
  fault: z.literal('concurrency'),
  most: count,
  /** An invocation takes so long, seconds. Default: 2. */
  seconds: length.optional(),
  from: moment.optional(),
  until: length.optional(),
});

/** Kinds of what may misbehave. Hosts, their disks and templates only refuse to be deleted. */
const THINGS = [...STORAGE_KINDS, ...HOST_KINDS];

/**
 * What was made and does not do as it should. `fails`, `hangs`, `misconfigured`: its creation; `update-fails`,
 * `update-hangs`: a change in place, which stays pending; `refuses`: a delete is refused; `undone`: it is taken, and
 * the thing is back. What hangs does so for `seconds`, without them for ever. `outlives`: a disk stays when its host
 * goes, as one does that somebody told to, or of a launch that came to nothing.
 */
const thingRule = z.strictObject({
  fault: z.literal('thing'),
  kind: z.enum(THINGS).optional(),
  effect: z.enum(['fails', 'hangs', 'misconfigured', 'update-fails', 'update-hangs', 'refuses', 'undone', 'outlives']),
  seconds: length.optional(),
  /** Of `refuses`, `undone` and `outlives`: so many things, the first that are to go; each whenever it is. */
  things: z.int().min(1).max(1000).optional(),
  ...when,
});

/** Listings show what is new, and forget nothing, so many seconds late; so late EC2 launches from a new template. */
const lagRule = z.strictObject({ fault: z.literal('lag'), seconds: length });

/**
 * Hosts, counted as they are launched. `dies`: it ends; `hangs`: what it runs never ends; `never-registers`: its agent
 * never answers; `agent-restarts`: the agent is silent for `seconds` (default 120);
 * `no-timer`: it does not end itself at its expiry. `after`: so many seconds after its launch. `skew`: from its launch
 * on its clock is off by `seconds` (default 300), ahead where they are positive: it begins, ends itself and tells its
 * times by it. S3 refuses who is off by more than 15 minutes (RequestTimeTooSkewed), unless its client makes up for it;
 * here all do: that is the worse case. `meddled`: somebody puts another thing into one of its slots `after` so many
 * seconds (mounts with other options, exchanges data). `dirty`: what was put there cannot be taken away.
 */
const hostRule = z.strictObject({
  fault: z.literal('host'),
  effect: z.enum(['dies', 'hangs', 'never-registers', 'agent-restarts', 'no-timer', 'skew', 'meddled', 'dirty']),
  after: moment.optional(),
  seconds: z.number().min(-MOST_SECONDS).max(MOST_SECONDS).optional(),
  nth: count.optional(),
  times: count.optional(),
});

/**
 * What somebody does by hand `at` a moment. `untag`: file systems and volumes lose their tags; `retag`: their tag of
 * the execution names another; `lose`, `spoil`: objects of the bucket whose key has `what` in it are removed, or made
 * no JSON; `foreign`: file systems, secrets, templates, hosts and their disks as this execution has them, of another
 * stack, with an expiry that is
 * past; `copies`: so many `things` more of a `kind` as this execution has one, with its tags; `redrive`: whatever ended
 * badly, and can be, is redriven; `backup`: a backup of each file system that has any.
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
 * A safety layer does not exist: what only it prevents then happens. For proofs that each is needed. `guardian`: the
 * first of an execution ends before it does anything, those that others start do not; `fence`: whoever creates finds it
 * open; `receipt-by-id`: whoever writes the receipt believes what carries the tags, and asks for nothing by its id.
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
] as const;

export const ruleSchema = z.discriminatedUnion('fault', RULES, {
  error: ({ code, input }) => (code === 'invalid_union' ? noKind(input) : undefined),
});

/** Names the kinds: which of the rules was meant is not known, so none of them can say what it lacks. */
function noKind(input: unknown): string {
  const { fault } = (input ?? {}) as { readonly fault?: unknown };
  const found = fault === undefined ? '`fault` is missing' : `${JSON.stringify(fault)} is not allowed`;
  return `${found}; allowed: ${RULES.map(({ shape }) => `\`${shape.fault.value}\``).join(', ')}`;
}

export const campaignSchema = z.strictObject({
  rules: z.array(ruleSchema).default([]),
  /** When the experiment is started; default: that of the command. */
  start: z.iso.datetime({ offset: true, error: 'allowed: a moment of ISO 8601, e.g. 2026-03-29T00:30:00Z' }).optional(),
  /**
   * Other starts of the same spec, so many seconds after each other with it. `same-name`: by the same name, every
   * second one with another input; `same-moment`: of the same scheduled moment, as one that is delivered again or late;
   * `renamed`: of another experiment on the same stores and hosts.
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
  /** In place of `limits.maxUsd`. */
  maxUsd: z.number().positive().max(1_000_000).optional(),
  /** The world goes on for so long after the last experiment has ended and all is healed. */
  hours: z.number().positive().max(MOST_HOURS).default(48),
});

export type Campaign = z.infer<typeof campaignSchema>;
export type Rule = z.infer<typeof ruleSchema>;
export type RuleOf<F extends Rule['fault']> = Extract<Rule, { readonly fault: F }>;
export type When = Pick<RuleOf<'call'>, keyof typeof when>;

/** Nothing goes wrong. */
export const CALM: Campaign = { rules: [], hours: 48 };

/** The rules of one kind, each with its number in the campaign. */
export function pickRules<F extends Rule['fault']>(
  { rules }: Pick<Campaign, 'rules'>,
  fault: F,
): readonly { readonly index: number; readonly rule: RuleOf<F> }[] {
  return rules.flatMap((rule, index) => (rule.fault === fault ? [{ index, rule: rule as RuleOf<F> }] : []));
}

/** A rule that heals: by its moment, or because it strikes a number of times only. */
export function heals(rule: Rule): boolean {
  switch (rule.fault) {
    case 'thing':
      // What hangs is never there, however few they are; that a change does keeps nothing alive.
      if (rule.effect === 'hangs') return rule.seconds !== undefined;
      return rule.effect === 'update-hangs' || rule.effect === 'outlives' || ends(rule);
    case 'call':
    case 'state':
    case 'event':
    case 'function':
    case 'bucket':
      return ends(rule);
    case 'janitor':
    case 'concurrency':
      return rule.until !== undefined;
    case 'stack':
    case 'lag':
    case 'host':
    case 'hand':
    case 'person':
      return true;
    case 'without':
      // The world is as sound as ever, so what is due is due.
      return true;
  }
}

function ends({ until, lasts, nth, times }: When): boolean {
  return until !== undefined || lasts !== undefined || nth !== undefined || times !== undefined;
}
