/** Small things that are made for one line, looked at and removed: an object, a schedule, a start that is refused. */
import { allPages } from '../../pages';
import { expected } from '../../../shapes/errors';
import { fails, type Finding, holds, nameOf, untried } from '../finding';
import { bucketOf, deployed, type Patient } from '../patient';
import { type Maker, until, whileThere } from './made';

/** Scheduler fires within a minute of the moment (its guide, Schedule types); its first moment is this far away. */
const SCHEDULE_AHEAD_SECONDS = 90;
const SCHEDULE_LATEST_SECONDS = 300;
/** Events of Step Functions come within seconds, lines of a function's log within a minute. */
const EVENT_LATEST_SECONDS = 240;
const LOOK_SECONDS = 10;

/** Two conditional writes of one key. */
const writesOnce: Maker = async (patient, id) => {
  const { s3 } = patient.calls;
  const Bucket = bucketOf(patient);
  const Key = `doctor/${id}.json`;
  const write = (): Promise<unknown> => s3.putObject({ Bucket, Key, Body: `{"doctor":"${id}"}`, IfNoneMatch: '*' });
  const look = async (): Promise<Finding> => {
    await write();
    try {
      await write();
    } catch (error) {
      const name = nameOf(error);
      return name === 'PreconditionFailed' ? holds(`the second write of ${Key} ended in ${name}`) : secondWrite(name);
    }
    return fails(`${Key} was written twice`);
  };
  // The bucket keeps versions: without them a delete would only hide the object.
  const remove = async (): Promise<void> => {
    const { Versions, DeleteMarkers } = await s3.listObjectVersions({ Bucket, Prefix: Key });
    for (const { VersionId } of [...(Versions ?? []), ...(DeleteMarkers ?? [])])
      await s3.deleteObject({ Bucket, Key, ...(VersionId === undefined ? {} : { VersionId }) });
  };
  return whileThere(`the object s3://${Bucket}/${Key}`, look, remove);
};

/** Refused under another name disproves it; denied or not reached says nothing. */
function secondWrite(name: string): Finding {
  return /Precondition|Conditional|Conflict/.test(name)
    ? fails(`the second write ended in ${name}`)
    : untried(`the second write ended in ${name}`);
}

/** The janitor, which takes no notice of its input, is started once by a schedule of its own group. */
const scheduledTime: Maker = async (patient, id) => {
  deployed(patient, 'safety');
  const { calls, place, now } = patient;
  const [Name, GroupName] = [`doctor-${id}`, place.name('safety')];
  const { Target } = await calls.scheduler.getSchedule({ Name: 'janitor', GroupName });
  const at = new Date(now() + 1000 * SCHEDULE_AHEAD_SECONDS).toISOString().slice(0, 19);
  const look = async (): Promise<Finding> => {
    await calls.scheduler.createSchedule({
      Name,
      GroupName,
      Description: 'fsxbench doctor: starts the janitor once',
      ScheduleExpression: `at(${at})`,
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'DELETE',
      Target: {
        Arn: place.machineArn('janitor'),
        RoleArn: expected(Target?.RoleArn, "the role of the janitor's schedule"),
        Input: JSON.stringify({ doctor: id, scheduledAt: '<aws.scheduler.scheduled-time>' }),
        RetryPolicy: { MaximumRetryAttempts: 0 },
      },
    });
    const seconds = SCHEDULE_AHEAD_SECONDS + SCHEDULE_LATEST_SECONDS;
    const moment = await until(patient, { seconds, pauseSeconds: LOOK_SECONDS }, () => momentGiven(patient, id));
    if (moment === null) return untried(`no janitor was started by the schedule ${Name} within ${seconds} s`);
    return (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(moment) ? holds : fails)(`the janitor got '${moment}'`);
  };
  return whileThere(
    `the schedule ${GroupName}/${Name}`,
    look,
    () => calls.scheduler.deleteSchedule({ Name, GroupName }),
    ['ResourceNotFoundException'],
  );
};

/** What stood in the place of the moment, in the input of the janitor that was started for it. */
async function momentGiven({ calls, place }: Patient, id: string): Promise<string | null> {
  const { executions } = await calls.sfn.listExecutions({
    stateMachineArn: place.machineArn('janitor'),
    maxResults: 5,
  });
  for (const { executionArn } of executions ?? []) {
    const { input } = await calls.sfn.describeExecution({ executionArn: String(executionArn) });
    const given = JSON.parse(input ?? '{}') as { doctor?: unknown; scheduledAt?: unknown };
    if (given.doctor === id) return String(given.scheduledAt);
  }
  return null;
}

/** A spec that is refused: the experiment fails before anything is made, and the rule must start its function. */
const endedEvents: Maker = async (patient, id) => {
  deployed(patient, 'bench');
  const { calls, place, now } = patient;
  const begun = now();
  const name = `doctor-refused-${id}`;
  const { executionArn = '' } = await calls.sfn.startExecution({
    stateMachineArn: place.machineArn('experiment'),
    name,
    input: JSON.stringify({ spec: 'doctor: this is no spec, so that it is refused' }),
  });
  const patience = { seconds: EVENT_LATEST_SECONDS, pauseSeconds: LOOK_SECONDS };
  const status = await until(patient, patience, async () => {
    const answer = await calls.sfn.describeExecution({ executionArn });
    return answer.status === 'RUNNING' ? null : String(answer.status);
  });
  const gone = { left: status === null ? [`the execution ${name}, which should have been refused`] : [] };
  if (status !== 'FAILED') return { finding: untried(`${name} is ${status ?? 'RUNNING'}, expected FAILED`), ...gone };
  const { LoggingConfig } = await calls.lambda.getFunctionConfiguration({ FunctionName: place.name('start-guardian') });
  const logGroupName = expected(LoggingConfig?.LogGroup, 'the log group of start-guardian');
  const called = await until(patient, patience, async () => {
    // A page may be empty with more to come (API reference, FilterLogEvents).
    const pages = await allPages((nextToken) =>
      calls.logs.filterLogEvents({ logGroupName, startTime: begun, ...(nextToken === undefined ? {} : { nextToken }) }),
    );
    return pages.flatMap(({ events }) => events ?? [])[0]?.message ?? null;
  });
  if (called === null) return { finding: fails(`${name} ended FAILED and nothing called start-guardian`), ...gone };
  // The janitor calls the function too, for orphans.
  const { executions } = await calls.sfn.listExecutions({
    stateMachineArn: place.machineArn('janitor'),
    maxResults: 5,
  });
  const janitor = (executions ?? []).some(({ stopDate }) => stopDate === undefined || stopDate.getTime() >= begun);
  return {
    finding: janitor
      ? untried('start-guardian was called, but the janitor ran at the same time: try again')
      : holds(`${name} ended FAILED, and the rule called start-guardian`),
    ...gone,
  };
};

/** By the id of the line. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  'bucket-writes-once': writesOnce,
  'ended-events': endedEvents,
  'scheduled-time': scheduledTime,
};
