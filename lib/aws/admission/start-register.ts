/**
 * Limits over all executions of a deployment: how many run, and what a month may cost. One register in the bucket says
 * which were admitted; it is changed by conditional writes alone, so that starts at the same moment see each other.
 */
import { FsxbenchError } from '../../shapes/errors';
import { sha256 } from '../../shapes/canonical-json';
import { PAUSED_KEY, pointerKey, proofKey, RUNNING_KEY } from '../../shapes/layout';
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

/** An execution that was admitted. */
interface RegisteredExecution {
  readonly executionId: string;
  readonly experiment: string;
  /** ISO 8601: tells a second try of a start from another execution of its name. */
  readonly startedAt: string;
  /** ISO 8601: later than its start where it waited for its predecessor. */
  readonly admittedAt: string;
  /** US dollars: its `limits.maxUsd` while it runs, then what its summary says was spent. */
  readonly usd: number;
  /** A receipt has proven that nothing of it is left, or nobody has in a week. */
  readonly ended: boolean;
  /** What it has spent is known, and stands in `usd`. */
  readonly isSpendKnown?: boolean;
  /** The scheduled moment that started it. */
  readonly scheduledAt?: string;
}

/** What is asked for: an execution by its names and its start. */
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

/** Writes that may meet those of others. */
const MAX_TRIES = 20;
/** Milliseconds between them, at most; they differ by execution, so that the same two do not meet again. */
const PAUSE_MS = 400;
/** Admission takes less, with all its retries: an entry without a pointer after that was never admitted. */
const ADMISSION_MS = 3_600_000;
/** No execution lasts so long: what then has no receipt is cleaned by hand, and keeps nobody from starting. */
const STALE_MS = 7 * 86_400_000;
/** A start that is admitted later than this has waited: its hours count from its admission. */
const WAITED_MS = 600_000;

/** @throws FsxbenchError `Paused` */
export async function refuseWhilePaused(context: Context): Promise<void> {
  const found = await tryReadJson<PauseRecord>(context, PAUSED_KEY);
  if (found?.paused !== true) return;
  const why = found.reason === undefined ? '' : ` (${found.reason})`;
  throw new FsxbenchError(
    'Paused',
    `starts are paused since ${found.at}${why}. Nothing was created. To go on: npx fsxbench resume`,
    { facts: { at: found.at } },
  );
}

/**
 * Looks whether the limits of the deployment allow one more execution, before it is planned.
 * @returns when its hours begin, epoch milliseconds: the same for each try of one start
 * @throws FsxbenchError `AlreadyStarted` for a moment that is another execution's; `AlreadyRunning` for a scheduled
 * start whose predecessor has no clean receipt; `Queued` in its place where the spec says `overlap: queue`;
 * `TooManyRunning`; `MonthlyBudgetExceeded`
 */
export async function checkStart(spec: Spec, start: Start, context: Context): Promise<number> {
  const { own, others } = await readRegister(start, context);
  if (own !== undefined) return Date.parse(own.admittedAt);
  refuseAboveLimits(spec, start, others, context);
  const started = Date.parse(start.startedAt);
  return context.now() - started > WAITED_MS ? context.now() : started;
}

/**
 * Registers an execution, where the limits still allow it: others may have started since {@link checkStart}.
 * @param admittedAt as it gave it
 * @throws FsxbenchError as it does; `Transient` where others write without end
 */
export async function registerStart(spec: Spec, start: Start, admittedAt: number, context: Context): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const { own, others, etag } = await readRegister(start, context);
    if (own !== undefined) return;
    refuseAboveLimits(spec, start, others, context);
    if (await writeRegister([...others, toEntry(spec, start, admittedAt)], etag, context)) return;
    await backOff(start, tried, context);
  }
  throw new TransientError(`${RUNNING_KEY} is written by others at the same time`);
}

/** Takes a start out again that was refused by something else; one that has its pointer will run, or be cleaned up. */
export async function unregisterStart(start: Start, context: Context): Promise<void> {
  const pointer = await tryReadJson<{ startedAt?: string }>(context, pointerKey(start.executionId));
  if (pointer?.startedAt === start.startedAt) return;
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const { own, others, etag } = await readRegister(start, context);
    if (own === undefined || (await writeRegister(others, etag, context))) return;
    await backOff(start, tried, context);
  }
  context.log.warn('a refused start stays registered for an hour', { executionId: start.executionId });
}

/** The register as it was read, looked through for what has ended. */
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
  const own = all.find((one) => isSameStart(one, start));
  const others = await refreshEntries(
    all.filter((one) => one !== own),
    context,
  );
  return { ...(own === undefined ? {} : { own }), others, etag: found.etag };
}

function isSameStart(one: RegisteredExecution, { executionId, startedAt }: Start): boolean {
  return one.executionId === executionId && one.startedAt === startedAt;
}

/** By the execution and the try, so that rehearsals repeat. */
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

/** A register that somebody spoilt is begun anew: it must not keep everybody from starting. */
function parseRegister(text: string, { log }: Context): readonly RegisteredExecution[] {
  try {
    const { executions } = JSON.parse(text) as Partial<StartRegister>;
    if (Array.isArray(executions)) return (executions as readonly RegisteredExecution[]).filter(isValidEntry);
  } catch {
    // As what is no register.
  }
  log.error('the register of running executions is spoilt; it is begun anew', { key: RUNNING_KEY });
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

/** Looks which have ended, and forgets those of other months. */
async function refreshEntries(
  executions: readonly RegisteredExecution[],
  context: Context,
): Promise<readonly RegisteredExecution[]> {
  const looked = await Promise.all(executions.map((one) => updateEntry(one, context)));
  const month = formatMonth(context);
  return looked.filter((one) => one !== null).filter(({ ended, admittedAt }) => !ended || admittedAt.startsWith(month));
}

/** `2026-11`, UTC. */
function formatMonth({ now }: Context): string {
  return new Date(now()).toISOString().slice(0, 7);
}

/** Null for one that was never admitted. */
async function updateEntry(one: RegisteredExecution, context: Context): Promise<RegisteredExecution | null> {
  const { executionId, experiment, admittedAt } = one;
  if (one.isSpendKnown === true) return one;
  if ((await readText(context, proofKey(executionId))) !== null) {
    const usd = await readSpend({ executionId, experiment }, context);
    return usd === null ? { ...one, ended: true } : { ...one, ended: true, isSpendKnown: true, usd };
  }
  const age = context.now() - Date.parse(admittedAt);
  if (age >= STALE_MS) return { ...one, ended: true };
  return age < ADMISSION_MS || (await readText(context, pointerKey(executionId))) !== null ? one : null;
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
      `${running.length} executions run; allowed by this deployment: ${maxRunning} (its setting \`maxRunning\`). ` +
        `Nothing was created. Start it when one has ended, or raise the setting. ` +
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
      `is unknown): ${(usd - reserved).toFixed(2)} USD; reserved by executions that run: ${reserved.toFixed(2)} USD; ` +
      `allowed by this deployment: ${maxUsdPerMonth} USD a month (its setting \`maxUsdPerMonth\`). Nothing was ` +
      'created. Lower limits.maxUsd, wait until others have ended, or raise the setting',
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
    ? 'It waits for that, up to a day'
    : 'The next scheduled moment starts anew; `schedule.overlap: queue` waits up to a day instead';
  throw new FsxbenchError(
    isQueued ? 'Queued' : 'AlreadyRunning',
    `execution '${executionId}' of ${experiment}, admitted ${admittedAt}, has no clean receipt yet. Nothing was ` +
      `created. ${next}`,
    { facts: { executionId } },
  );
}
