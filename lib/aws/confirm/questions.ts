/** Questions that executions ask people, as they lie in the results bucket; and how they are answered. */
import { SFN } from '@aws-sdk/client-sfn';
import { STS } from '@aws-sdk/client-sts';
import { QUESTIONS, questionKey } from '../../shapes/layout';
import { listKeys, readText } from '../bucket';
import { openOperator } from '../operator';

/** What answering needs of an account. */
export interface ConfirmCalls {
  /** Keys of the results bucket below a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** Null where there is no such object. */
  read(key: string): Promise<string | null>;
  /** SendTaskSuccess and SendTaskFailure. */
  succeed(token: string, output: string): Promise<void>;
  fail(token: string, error: string, cause: string): Promise<void>;
  /** Who calls: an ARN. */
  caller(): Promise<string>;
}

/** A question that waits, without its token. */
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

/** As `Ask` of `action.asl.json` writes it. */
interface StoredQuestion extends OpenQuestion {
  readonly token: string;
  readonly fenceKey: string;
  readonly doneKey: string;
}

/**
 * Questions that nobody has answered, whose time is not over, of executions that are not closed; the oldest first.
 * @param executionId of this one; undefined: of all
 * @param now epoch milliseconds
 */
export async function listQuestions(
  calls: Pick<ConfirmCalls, 'list' | 'read'>,
  executionId: string | undefined,
  now: number,
): Promise<readonly StoredQuestion[]> {
  const keys = await calls.list(executionId === undefined ? QUESTIONS : questionKey(executionId, ''));
  const found: StoredQuestion[] = [];
  for (const key of keys) {
    const text = await calls.read(key);
    if (text === null) continue;
    const asked = JSON.parse(text) as StoredQuestion;
    if (Date.parse(asked.until) <= now) continue;
    const over = (await calls.read(asked.doneKey)) ?? (await calls.read(asked.fenceKey));
    if (over === null) found.push(asked);
  }
  return found.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** Errors by which Step Functions says that nobody waits any more (API reference, SendTaskSuccess). */
const EXPIRED_ERRORS = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/** Answers a question. @returns whether somebody still waited for it */
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

/** The same without what answers it. */
export function dropToken({ executionId, experiment, target, stage, text, since, until }: OpenQuestion): OpenQuestion {
  return { executionId, experiment, target, stage, text, since, until };
}

/** What answers of a deployment. @throws as `openOperator` does */
export async function makeConfirmCalls(stackName: string, region: string | undefined): Promise<ConfirmCalls> {
  const operator = await openOperator(stackName, region);
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const [sfn, sts] = [new SFN(config), new STS(config)];
  return {
    list: (prefix) => listKeys(operator, prefix),
    read: (key) => readText(operator, key),
    succeed: async (taskToken, output) => void (await sfn.sendTaskSuccess({ taskToken, output })),
    fail: async (taskToken, error, cause) => void (await sfn.sendTaskFailure({ taskToken, error, cause })),
    caller: async () => (await sts.getCallerIdentity({})).Arn ?? 'somebody',
  };
}
