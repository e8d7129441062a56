/**
 * Limits over all executions of a deployment: how many run at once, and what a month may cost. One register in the
 * bucket lists admitted executions. All changes are conditional writes, so that simultaneous starts see each other.
 */
import { FsxbenchError } from '../../shapes/errors';
import { sha256 } from '../../shapes/canonical-json';
import { PAUSED_KEY, getPointerKey, getProofKey, RUNNING_KEY } from '../../shapes/layout';
import type { Spec } from '../../shapes/spec';
import { tryReadJson, readWithEtag, readText, replaceIfMatch, writeOnce } from '../bucket';
import type { Context } from '../context';
import { TransientError } from '../handler';
import { readSpend } from '../spend';

/** `control/running.json`. */
interface StartRegister {
  readonly version: 1;
  readonly executions: readonly RegisteredExecution[];
}

interface RegisteredExecution {
  readonly executionId: string;
  readonly experiment: string;
  /** Start time, ISO 8601. A retry of a start has the same time; another execution with the name does not. */
  readonly startedAt: string;
  /** Time of admission, ISO 8601: later than the start if the execution waited for its predecessor. */
  readonly admittedAt: string;
  /** US dollars: `limits.maxUsd` while the execution runs, then the spend in its summary. */
  readonly usd: number;
  /** Whether a receipt proved the execution clean, or a week passed without a receipt. */
  readonly ended: boolean;
  /** Whether `usd` is the actual spend. */
  readonly isSpendKnown?: boolean;
  /** The scheduled time that started the execution. */
  readonly scheduledAt?: string;
}

/** Names and start time of a requested execution. */
export interface Start {
  readonly executionId: string;
  readonly startedAt: string;
  readonly scheduledAt?: string | undefined;
}

/** `control/paused.json`. */
export interface PauseRecord {
  readonly version: 1;
  readonly paused: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly reason?: string;
}

/** Attempts of a conditional write, which may collide with writes of other executions. */
const MAX_TRIES = 20;
/** Longest pause between attempts, milliseconds. It differs by execution, so that two do not collide again. */
const PAUSE_MS = 400;
/** Longer than admission with all its retries: an entry without a pointer after this time was never admitted. */
const ADMISSION_MS = 3_600_000;
/** Longer than any execution. Without a receipt after this time, cleanup is manual, and starts are not blocked. */
const STALE_MS = 7 * 86_400_000;
/** A start that is admitted after this delay has waited, so its time limits count from its admission. */
const WAITED_MS = 600_000;

/** @throws FsxbenchError `Paused` */
export async function refuseWhilePaused(context: Context): Promise<void> {
  const found = await tryReadJson<PauseRecord>(context, PAUSED_KEY);
  if (found?.paused !== true) return;
  const why = found.reason === undefined ? '' : ` (${found.reason})`;
  throw new FsxbenchError(
    'Paused',
    `starts have been paused since ${found.at}${why}. Nothing was created. To resume: npx fsxbench resume`,
    { facts: { at: found.at } },
  );
}

/**
 * Checks before planning whether the deployment's limits allow one more execution.
 * @returns start of its time limits, epoch milliseconds: the same for each retry of one start
 * @throws FsxbenchError `AlreadyStarted` if another execution has its scheduled time; `AlreadyRunning` for a scheduled
 * start whose predecessor has no clean receipt, or `Queued` if the spec has `overlap: queue`; `TooManyRunning`;
 * `MonthlyBudgetExceeded`
 */
export async function checkStart(spec: Spec, start: Start, context: Context): Promise<number> {
  const { own, others } = await readRegister(start, context);
  if (own !== undefined) return Date.parse(own.admittedAt);
  refuseAboveLimits(spec, start, others, context);
  const started = Date.parse(start.startedAt);
  return context.now() - started > WAITED_MS ? context.now() : started;
}

/**
 * Registers an execution if the limits still allow it: other executions may have started since {@link checkStart}.
 * @param admittedAt result of {@link checkStart}
 * @throws FsxbenchError as {@link checkStart}; `Transient` after too many colliding writes
 */
export async function registerStart(spec: Spec, start: Start, admittedAt: number, context: Context): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const { own, others, etag } = await readRegister(start, context);
    if (own !== undefined) return;
    refuseAboveLimits(spec, start, others, context);
    if (await writeRegister([...others, toEntry(spec, start, admittedAt)], etag, context)) {
      context.log.writeMetrics?.({ RunningExecutions: others.filter(({ ended }) => !ended).length + 1 });
      return;
    }
    await backOff(start, tried, context);
  }
  throw new TransientError(`${RUNNING_KEY} collided with other writes too often`);
}

/** Removes a start that admission refused. A start with a pointer is kept: it will run or be cleaned up. */
export async function unregisterStart(start: Start, context: Context): Promise<void> {
  const pointer = await tryReadJson<{ startedAt?: string }>(context, getPointerKey(start.executionId));
  if (pointer?.startedAt === start.startedAt) return;
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const { own, others, etag } = await readRegister(start, context);
    if (own === undefined || (await writeRegister(others, etag, context))) return;
    await backOff(start, tried, context);
  }
  context.log.warn('a refused start stays in the register for an hour', { executionId: start.executionId });
}

/** Reads the register, and updates entries of ended executions. */
async function readRegister(
  start: Start,
  context: Context,
): Promise<{
  readonly own?: RegisteredExecution;
  readonly others: readonly RegisteredExecution[];
  readonly etag?: string;
}> {
  const found = await readWithEtag(context, RUNNING_KEY);
  if (found === null) return { others: [] };
  const all = parseRegister(found.text, context);
  const own = all.find((one) => one.executionId === start.executionId && one.startedAt === start.startedAt);
  const others = await refreshEntries(
    all.filter((one) => one !== own),
    context,
  );
  return { ...(own === undefined ? {} : { own }), others, etag: found.etag };
}

/** The pause depends only on the execution and the attempt, so that rehearsals are reproducible. */
function backOff({ executionId }: Start, tried: number, context: Context): Promise<void> {
  const share = Number.parseInt(sha256(`${executionId} ${tried}`).slice(0, 4), 16) / 0xffff;
  return context.sleep(Math.ceil(PAUSE_MS * share));
}

function toEntry({ experiment, limits }: Spec, start: Start, admittedAt: number): RegisteredExecution {
  const { executionId, startedAt, scheduledAt } = start;
  return {
    executionId,
    experiment,
    startedAt,
    admittedAt: new Date(admittedAt).toISOString(),
    usd: limits.maxUsd,
    ended: false,
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
  };
}

/** A corrupt register is replaced, because it would block all starts. */
function parseRegister(text: string, { log }: Context): readonly RegisteredExecution[] {
  try {
    const { executions } = JSON.parse(text) as Partial<StartRegister>;
    if (Array.isArray(executions)) return (executions as readonly RegisteredExecution[]).filter(isValidEntry);
  } catch {
    // Treated like any other invalid register.
  }
  log.error('the register of running executions is corrupt; starting a new one', { key: RUNNING_KEY });
  return [];
}

function isValidEntry({ executionId, admittedAt, usd }: Partial<RegisteredExecution>): boolean {
  return typeof executionId === 'string' && typeof usd === 'number' && !Number.isNaN(Date.parse(admittedAt ?? ''));
}

async function writeRegister(
  executions: readonly RegisteredExecution[],
  etag: string | undefined,
  context: Context,
): Promise<boolean> {
  const text = JSON.stringify({ version: 1, executions } satisfies StartRegister);
  return etag === undefined ? writeOnce(context, RUNNING_KEY, text) : replaceIfMatch(context, RUNNING_KEY, text, etag);
}

/** Marks ended executions, and drops ended executions of other months. */
async function refreshEntries(
  executions: readonly RegisteredExecution[],
  context: Context,
): Promise<readonly RegisteredExecution[]> {
  const fresh = await Promise.all(executions.map((one) => updateEntry(one, context)));
  const month = new Date(context.now()).toISOString().slice(0, 7);
  return fresh.filter((one) => one !== null).filter(({ ended, admittedAt }) => !ended || admittedAt.startsWith(month));
}

/** @returns null if the execution was never admitted */
async function updateEntry(one: RegisteredExecution, context: Context): Promise<RegisteredExecution | null> {
  const { executionId, experiment, admittedAt } = one;
  if (one.isSpendKnown === true) return one;
  if ((await readText(context, getProofKey(executionId))) !== null) {
    const usd = await readSpend({ executionId, experiment }, context);
    return usd === null ? { ...one, ended: true } : { ...one, ended: true, isSpendKnown: true, usd };
  }
  const age = context.now() - Date.parse(admittedAt);
  if (age >= STALE_MS) return { ...one, ended: true };
  return age < ADMISSION_MS || (await readText(context, getPointerKey(executionId))) !== null ? one : null;
}

function refuseAboveLimits(
  spec: Spec,
  start: Start,
  others: readonly RegisteredExecution[],
  { config }: Context,
): void {
  const { experiment, limits, schedule } = spec;
  const running = others.filter(({ ended }) => !ended);
  if (start.scheduledAt !== undefined) refuseOverlap(spec, start.scheduledAt, others);
  const { maxRunning, maxUsdPerMonth } = config.limits ?? {};
  if (maxRunning !== undefined && running.length >= maxRunning) {
    const isQueued = start.scheduledAt !== undefined && schedule?.overlap === 'queue';
    throw new FsxbenchError(
      isQueued ? 'Queued' : 'TooManyRunning',
      `${running.length} executions run; this deployment allows ${maxRunning} (its setting \`maxRunning\`). ` +
        `Nothing was created. Start again when one of them has ended, or raise the setting. ` +
        `Running: ${running.map(({ executionId }) => executionId).join(', ')}`,
      { facts: { maxRunning } },
    );
  }
  const usd = others.reduce((sum, one) => sum + one.usd, 0);
  if (maxUsdPerMonth === undefined || usd + limits.maxUsd <= maxUsdPerMonth) return;
  const reserved = running.reduce((sum, one) => sum + one.usd, 0);
  throw new FsxbenchError(
    'MonthlyBudgetExceeded',
    `${experiment} may spend ${limits.maxUsd} USD (limits.maxUsd). Counted this month (limits.maxUsd where the spend ` +
      `is unknown): ${(usd - reserved).toFixed(2)} USD; reserved by running executions: ${reserved.toFixed(2)} USD; ` +
      `this deployment allows ${maxUsdPerMonth} USD a month (its setting \`maxUsdPerMonth\`). Nothing was ` +
      'created. Lower limits.maxUsd, wait until other executions have ended, or raise the setting',
    { facts: { maxUsdPerMonth } },
  );
}

function refuseOverlap(
  { experiment, schedule }: Spec,
  scheduledAt: string,
  others: readonly RegisteredExecution[],
): void {
  const same = others.find((one) => one.experiment === experiment && one.scheduledAt === scheduledAt);
  if (same !== undefined)
    throw new FsxbenchError(
      'AlreadyStarted',
      `${scheduledAt} of ${experiment} has started already, as execution '${same.executionId}'`,
    );
  const predecessor = others.find((one) => one.experiment === experiment && !one.ended);
  if (predecessor === undefined) return;
  const { executionId, admittedAt } = predecessor;
  const isQueued = schedule?.overlap === 'queue';
  const next = isQueued
    ? 'It waits up to a day for that receipt'
    : 'The next scheduled moment tries again; `schedule.overlap: queue` would wait up to a day instead';
  throw new FsxbenchError(
    isQueued ? 'Queued' : 'AlreadyRunning',
    `execution '${executionId}' of ${experiment}, admitted ${admittedAt}, has no clean receipt yet, so this start ` +
      `created nothing. ${next}`,
    { facts: { executionId } },
  );
}
