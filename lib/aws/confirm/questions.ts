/** Lists and answers confirmations that executions request from people, stored in the results bucket. */
import { SFN } from '@aws-sdk/client-sfn';
import { STS } from '@aws-sdk/client-sts';
import { CONFIRMATIONS_PREFIX, getConfirmationKey } from '../../shapes/layout';
import { listKeys, readText } from '../bucket';
import { openOperator } from '../operator';

export interface ConfirmCalls {
  /** Keys of the results bucket below a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** @returns null if the object is missing */
  read(key: string): Promise<string | null>;
  succeed(token: string, output: string): Promise<void>;
  fail(token: string, error: string, cause: string): Promise<void>;
  /** ARN of the caller. */
  caller(): Promise<string>;
}

/** An open question without its task token. */
export interface OpenQuestion {
  readonly executionId: string;
  readonly experiment: string;
  readonly target: string;
  readonly stage: string;
  readonly text: string;
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
}

/** Written by `Ask` of `action.asl.yaml`. */
interface StoredQuestion extends OpenQuestion {
  readonly token: string;
  readonly fenceKey: string;
  readonly outcomeKey: string;
}

/**
 * Lists open questions, oldest first: not expired, and of executions that are not closed.
 * @param executionId undefined: all executions
 * @param now epoch milliseconds
 */
export async function listQuestions(
  calls: Pick<ConfirmCalls, 'list' | 'read'>,
  executionId: string | undefined,
  now: number,
): Promise<readonly StoredQuestion[]> {
  const keys = await calls.list(executionId === undefined ? CONFIRMATIONS_PREFIX : getConfirmationKey(executionId, ''));
  const found: StoredQuestion[] = [];
  for (const key of keys) {
    const text = await calls.read(key);
    if (text === null) continue;
    const question = JSON.parse(text) as StoredQuestion;
    if (Date.parse(question.until) <= now) continue;
    const over = (await calls.read(question.outcomeKey)) ?? (await calls.read(question.fenceKey));
    if (over === null) found.push(question);
  }
  return found.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** Step Functions errors for a task that no longer waits (API reference, SendTaskSuccess). */
export const EXPIRED_ERRORS = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/** Answers a question. @returns false if its task no longer waits */
export async function answerQuestion(calls: ConfirmCalls, { token }: StoredQuestion, no: boolean): Promise<boolean> {
  const by = await calls.caller();
  try {
    if (no) await calls.fail(token, 'Refused', by);
    else await calls.succeed(token, JSON.stringify({ by }));
    return true;
  } catch (error) {
    if (EXPIRED_ERRORS.includes((error as Error).name)) return false;
    throw error;
  }
}

/** Drops the task token, because anyone with the token could answer. */
export function dropToken({ executionId, experiment, target, stage, text, since, until }: OpenQuestion): OpenQuestion {
  return { executionId, experiment, target, stage, text, since, until };
}

/** Makes the calls with the user's credentials. @throws as `openOperator` */
export async function makeConfirmCalls(stackName: string, region: string | undefined): Promise<ConfirmCalls> {
  const operator = await openOperator(stackName, region);
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const [sfn, sts] = [new SFN(config), new STS(config)];
  return {
    list: (prefix) => listKeys(operator, prefix),
    read: (key) => readText(operator, key),
    succeed: async (taskToken, output) => void (await sfn.sendTaskSuccess({ taskToken, output })),
    fail: async (taskToken, error, cause) => void (await sfn.sendTaskFailure({ taskToken, error, cause })),
    caller: async () => (await sts.getCallerIdentity({})).Arn ?? 'unknown',
  };
}
