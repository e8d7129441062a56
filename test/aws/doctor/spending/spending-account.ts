/** The account of `facts.ts`, in which things can be made: an object, a schedule, starts of the experiment. */
import type { DoctorCalls } from '../../../../lib/aws/doctor/calls';
import { layout } from '../../../../lib/shapes/layout';
import { arn, type Facts, LUSTRE, NOW, refusal } from '../facts';
import { accountOf } from '../sound-account';

/** Makes the small experiment's name that of the experiment which `facts.ts` knows. */
export const ID = '2026-01-31-0300';

/** How the account takes what is made. */
export interface Ways {
  /** Name of the error of a second conditional write; null: it is taken. */
  second: string | null;
  mayDelete: boolean;
  /** What Scheduler puts in the place of the moment; null: it starts nothing. */
  moment: string | null;
  /** Whether the rule calls the function. */
  called: boolean;
  /** Looks at the experiment before it has ended. */
  looks: number;
  /** Looks at the bucket before the receipt is there; Infinity: never. */
  receiptAfter: number;
  mayStart: boolean;
}

export const soundWays = (): Ways => ({
  second: 'PreconditionFailed',
  mayDelete: true,
  moment: '2026-01-31T03:01:30Z',
  called: true,
  looks: 3,
  receiptAfter: 2,
  mayStart: true,
});

export interface Made {
  readonly calls: DoctorCalls;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Names of what was started, stopped, made and removed, in order. */
  readonly log: string[];
}

/** Its clock goes on only while somebody sleeps. */
export function spendingAccount(facts: Facts, ways: Ways): Made {
  const sound = accountOf(facts);
  const log: string[] = [];
  let time = NOW;
  let objects: string[] = [];
  let schedule: string | null = null;
  let begun = false;
  let ended = false;
  const { sfn, s3 } = sound;
  const calls: DoctorCalls = {
    ...sound,
    s3: {
      ...s3,
      getText: async (input) => {
        const receipt = input.Key === layout('doctor', LUSTRE).receipt;
        if (receipt && (ways.receiptAfter -= 1) >= 0) throw refusal('NoSuchKey', 'The specified key does not exist.');
        return s3.getText(input);
      },
      putObject: async ({ Key = '', IfNoneMatch }) => {
        if (objects.includes(Key) && IfNoneMatch === '*' && ways.second !== null)
          throw refusal(ways.second, 'At least one of the pre-conditions you specified did not hold');
        objects.push(Key);
        log.push(`put ${Key}`);
        return {};
      },
      listObjectVersions: async ({ Prefix = '' }) => ({
        Versions: objects
          .filter((key) => key.startsWith(Prefix))
          .map((Key, index) => ({ Key, VersionId: `v${index}` })),
      }),
      deleteObject: async ({ Key = '' }) => {
        if (!ways.mayDelete) throw refusal('AccessDenied', 'Access Denied');
        objects = objects.filter((key) => key !== Key);
        log.push(`delete ${Key}`);
        return {};
      },
    },
    scheduler: {
      getSchedule: async () => ({ State: 'ENABLED', Target: { Arn: '', RoleArn: 'arn:aws:iam::1:role/schedules' } }),
      createSchedule: async ({ Name = '', Target }) => {
        schedule = Target?.Input ?? null;
        log.push(`schedule ${Name}`);
        return { ScheduleArn: '' };
      },
      deleteSchedule: async ({ Name = '' }) => {
        if (!ways.mayDelete) throw refusal('AccessDeniedException', 'not authorized');
        log.push(`unschedule ${Name}`);
        return {};
      },
    },
    lambda: {
      ...sound.lambda,
      getFunctionConfiguration: async (input) => ({
        ...(await sound.lambda.getFunctionConfiguration(input)),
        LoggingConfig: { LogGroup: '/aws/lambda/start-guardian' },
      }),
    },
    logs: {
      ...sound.logs,
      filterLogEvents: async ({ nextToken }) => {
        if (nextToken === undefined) return { events: [], nextToken: 'more' };
        return { events: ways.called ? [{ message: 'START RequestId: 1' }] : [] };
      },
    },
    sfn: {
      ...sfn,
      startExecution: async ({ name = '' }) => {
        if (!ways.mayStart) throw refusal('AccessDeniedException', 'states:StartExecution');
        log.push(`start ${name}`);
        begun ||= name === LUSTRE;
        return { executionArn: arn('states', `execution:fsxbench-experiment:${name}`), startDate: new Date(time) };
      },
      stopExecution: async () => {
        log.push('stop');
        ways.looks = 0;
        return { stopDate: new Date(time) };
      },
      listExecutions: async (input) => {
        const own = input.stateMachineArn?.endsWith(':fsxbench-experiment') === true;
        if (own && !ended) return { executions: [] };
        const { executions = [] } = await sfn.listExecutions(input);
        const scheduled =
          input.stateMachineArn?.endsWith(':fsxbench-janitor') && schedule !== null && ways.moment !== null;
        const one = {
          ...executions[0]!,
          name: 'scheduled',
          executionArn: 'scheduled',
          stopDate: new Date(NOW - 60_000),
        };
        return { executions: scheduled ? [one, ...executions] : executions };
      },
      describeExecution: async (input) => {
        const { executionArn = '' } = input;
        const answer = { executionArn, stateMachineArn: '', startDate: new Date(time) };
        if (executionArn === 'scheduled')
          return {
            ...answer,
            status: 'SUCCEEDED',
            input: schedule?.replace('<aws.scheduler.scheduled-time>', String(ways.moment)),
          };
        if (executionArn.includes(':doctor-refused-')) return { ...answer, status: 'FAILED' };
        if (!executionArn.endsWith(`:fsxbench-experiment:${LUSTRE}`)) return sfn.describeExecution(input);
        if (!begun) throw refusal('ExecutionDoesNotExist', 'Execution Does Not Exist');
        ended ||= (ways.looks -= 1) < 0;
        return { ...answer, status: !ended ? 'RUNNING' : log.includes('stop') ? 'ABORTED' : 'SUCCEEDED' };
      },
    },
  };
  const sleep = async (milliseconds: number): Promise<void> => void (time += milliseconds);
  return { calls, log, now: () => time, sleep };
}
