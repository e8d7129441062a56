/**
 * One small experiment through the deployed machines: under the same admission, budget, tags, fence, guardian and
 * receipt as any other. What it proves is read off it afterwards, as off every experiment that has ended.
 */
import { makePlan } from '../../../experiment/plan/make-plan';
import { readSpecObject } from '../../../experiment/reading/read';
import type { Plan } from '../../../shapes/plan';
import type { PriceBook } from '../../../shapes/price';
import { expected } from '../../../shapes/errors';
import type { ScriptFiles } from '../../../workloads/contract';
import { couldNotLook, type Finding } from '../finding';
import { type Experiment, readExperiment } from '../experiments';
import { bucketOf, type Patient } from '../patient';
import { until } from './made';

/** The experiment as it is shipped, and what its plan is made of. */
export interface Small {
  /** `experiments/doctor.yaml`, as data. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly scripts: ScriptFiles;
  readonly prices: PriceBook;
}

/** Names are as long as they may be: those of its children are the longest of any. */
const NAME_LENGTH = 48;
const LOOK_SECONDS = 15;
/** The receipt is written within the allowance for a teardown; what takes longer is left. */
const RECEIPT_SLACK_SECONDS = 900;

/**
 * Its plan under a limit.
 * @param usd what may be spent; the limit of the spec where that is less
 * @returns null where the estimate is above it
 */
export function planOf(small: Small, { place, now }: Patient, usd: number): { plan: Plan; spec: unknown } | null {
  const { limits } = small.spec as { limits: { maxUsd: number } };
  const spec = { ...small.spec, limits: { ...limits, maxUsd: Math.min(limits.maxUsd, usd) } };
  const planned = makePlan(expected(readSpecObject(spec).spec, "the doctor's own experiment as a spec"), {
    executionId: nameFor(''),
    stack: place.stackName,
    startedAt: now(),
    scripts: small.scripts,
    prices: small.prices,
  });
  return planned.ok ? { plan: planned.plan, spec } : null;
}

/** `doctor-<id>-xxxx…`, 48 characters. */
function nameFor(id: string): string {
  return `doctor-${id}-`.padEnd(NAME_LENGTH, 'x').slice(0, NAME_LENGTH);
}

export interface Ran {
  readonly executionId: string;
  /** `SUCCEEDED`, `FAILED`, …; null where its end was not seen. */
  readonly status: string | null;
  /** At most spent: as if everything had stood from the start to the receipt. */
  readonly usd: number;
  /** Answers that only a rig that stands can give, by the id of their line. */
  readonly live: ReadonlyMap<string, Finding>;
  readonly left: readonly string[];
}

/** Asked again and again while it runs, until it gives an answer. */
export type Live = readonly { readonly id: string; readonly ask: (one: Experiment) => Promise<Finding | null> }[];

interface Watching {
  readonly id: string;
  readonly plan: Plan;
  readonly spec: unknown;
  readonly live: Live;
  /** Told where it stands: status, and at most so much money so far. */
  readonly tell: (status: string, usd: number) => void;
  readonly interrupted: AbortSignal;
}

/** Starts it and waits for its receipt. An interruption stops it; its guardian tears down as after any abort. */
export async function runSmall(patient: Patient, watching: Watching): Promise<Ran> {
  const { calls, place, now } = patient;
  const executionId = nameFor(watching.id);
  const records = { calls, place, bucket: bucketOf(patient) };
  const executionArn = await start(patient, executionId, watching.spec);
  const begun = now();
  const dearest = watching.plan.rigs.reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);
  const soFar = (): number => (dearest * (now() - begun)) / 3_600_000;
  const live = new Map<string, Finding>();
  let stopped = false;
  const patience = { seconds: watching.plan.expiresAt - begun / 1000, pauseSeconds: LOOK_SECONDS };
  const status = await until(patient, patience, async () => {
    if (watching.interrupted.aborted && !stopped) {
      stopped = true;
      await calls.sfn.stopExecution({ executionArn, cause: 'fsxbench doctor was interrupted' }).catch(couldNotLook);
    }
    const found = await seen(calls.sfn.describeExecution({ executionArn }));
    watching.tell(found?.status ?? 'not seen', soFar());
    if (found?.status === 'RUNNING') await askLive(records, executionId, watching.live, live);
    return found?.status === undefined || found.status === 'RUNNING' ? null : found.status;
  });
  const { teardownAllowanceSeconds, settleSeconds } = watching.plan.timing;
  const receiptBy = teardownAllowanceSeconds + settleSeconds + RECEIPT_SLACK_SECONDS;
  const one = await until(patient, { seconds: receiptBy, pauseSeconds: LOOK_SECONDS }, async () => {
    watching.tell('waiting for the receipt', soFar());
    const read = await seen(readExperiment(records, executionId));
    return read === null || read.receipt === null ? null : read;
  });
  return { executionId, status, usd: soFar(), live, left: leftOf(executionId, records.bucket, one) };
}

/**
 * Its ARN. An answer may be lost though it was started: then it is there.
 * @throws what the SDK threw, where nothing was started
 */
async function start({ calls, place }: Patient, name: string, spec: unknown): Promise<string> {
  const executionArn = place.executionArn('experiment', name);
  try {
    const input = JSON.stringify({ spec });
    await calls.sfn.startExecution({ stateMachineArn: place.machineArn('experiment'), name, input });
  } catch (error) {
    const { executionArn: found } = await calls.sfn.describeExecution({ executionArn }).catch(() => {
      throw error;
    });
    if (found === undefined) throw error;
  }
  return executionArn;
}

function leftOf(executionId: string, bucket: string, one: Experiment | null): string[] {
  const receipt = one?.receipt ?? null;
  if (receipt === null) return [`whatever ${executionId} made: it has no receipt yet in s3://${bucket}`];
  if (receipt.clean) return [];
  const things = receipt.left.map(({ kind, id, state }) => `${kind} ${id}, ${state}`);
  return things.length === 0 ? [`something of ${executionId}: its receipt is not clean`] : things;
}

async function askLive(
  records: Parameters<typeof readExperiment>[0],
  executionId: string,
  live: Live,
  answers: Map<string, Finding>,
): Promise<void> {
  const open = live.filter(({ id }) => !answers.has(id));
  const one = open.length === 0 ? null : await seen(readExperiment(records, executionId));
  for (const { id, ask } of one === null ? [] : open) {
    const found = await seen(ask(expected(one, 'an experiment that runs')));
    if (found !== null) answers.set(id, found);
  }
}

/** A look that fails is not the end of what is looked at: the next one may succeed. */
async function seen<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch {
    return null;
  }
}
