/** Questions that executions ask people, as they lie in the results bucket; and how they are answered. */
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { STS } from '@aws-sdk/client-sts';
import { ASKED, askedKey } from '../../shapes/layout';
import { expected, FsxbenchError } from '../../shapes/errors';
import { pascal } from '../../shapes/machines';
import { allPages } from '../pages';

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
export interface Waiting {
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
interface Asked extends Waiting {
  readonly token: string;
  readonly fenceKey: string;
  readonly doneKey: string;
}

/**
 * Questions that nobody has answered, whose time is not over, of executions that are not closed; the oldest first.
 * @param executionId of this one; undefined: of all
 * @param now epoch milliseconds
 */
export async function waiting(
  calls: Pick<ConfirmCalls, 'list' | 'read'>,
  executionId: string | undefined,
  now: number,
): Promise<readonly Asked[]> {
  const keys = await calls.list(executionId === undefined ? ASKED : askedKey(executionId, ''));
  const found: Asked[] = [];
  for (const key of keys) {
    const text = await calls.read(key);
    if (text === null) continue;
    const asked = JSON.parse(text) as Asked;
    if (Date.parse(asked.until) <= now) continue;
    const over = (await calls.read(asked.doneKey)) ?? (await calls.read(asked.fenceKey));
    if (over === null) found.push(asked);
  }
  return found.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** Errors by which Step Functions says that nobody waits any more (API reference, SendTaskSuccess). */
const OVER = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/** Answers a question. @returns whether somebody still waited for it */
export async function answer(calls: ConfirmCalls, { token }: Asked, no: boolean): Promise<boolean> {
  const by = await calls.caller();
  try {
    if (no) await calls.fail(token, 'Refused', by);
    else await calls.succeed(token, JSON.stringify({ by }));
    return true;
  } catch (error) {
    if (OVER.includes((error as Error).name)) return false;
    throw error;
  }
}

/** The same without what answers it. */
export function shown({ executionId, experiment, target, stage, text, since, until }: Waiting): Waiting {
  return { executionId, experiment, target, stage, text, since, until };
}

/**
 * Looks for the results bucket of a deployment.
 * @throws FsxbenchError `NotDeployed` where its safety stack names none; what the SDK throws
 */
export async function realConfirmCalls(stackName: string, region: string | undefined): Promise<ConfirmCalls> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const [s3, sfn, sts] = [new S3(config), new SFN(config), new STS(config)];
  const StackName = pascal(`${stackName}-safety`);
  const { Stacks = [] } = await new CloudFormation(config).describeStacks({ StackName });
  const Bucket = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ResultsBucket')?.OutputValue;
  if (Bucket === undefined) throw new FsxbenchError('NotDeployed', `stack ${StackName} has no output ResultsBucket`);
  return {
    list: async (Prefix) => {
      const pages = await allPages(async (token) => {
        const page = await s3.listObjectsV2({
          Bucket,
          Prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        });
        return { ...page, nextToken: page.NextContinuationToken };
      });
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
    },
    read: async (Key) => {
      try {
        const { Body } = await s3.getObject({ Bucket, Key });
        return await expected(Body, 'the body of an object').transformToString('utf8');
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    succeed: async (taskToken, output) => void (await sfn.sendTaskSuccess({ taskToken, output })),
    fail: async (taskToken, error, cause) => void (await sfn.sendTaskFailure({ taskToken, error, cause })),
    caller: async () => (await sts.getCallerIdentity({})).Arn ?? 'somebody',
  };
}
