/** Schedules of EventBridge Scheduler that start executions of a machine. */
import { Aws, type Duration } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IDependable } from 'constructs';
import { startExecutions } from '../grants/executions';
import { allow } from '../grants/allow';
import { makeArn, type Names } from '../names';
import { type MachineName, type StackPart, toPascal } from '../../shapes/machines';

export interface SchedulesProps {
  readonly names: Names;
  readonly part: StackPart;
  readonly machine: MachineName;
  /** Resources that must exist before the schedules, because a schedule may fire in its first second. */
  readonly after: IDependable;
  /** Queue for starts that could not be delivered. */
  readonly undelivered: Queue;
  readonly schedules: readonly ScheduleEntry[];
}

export interface ScheduleEntry {
  readonly name: string;
  readonly description: string;
  /** `rate(…)` or `cron(…)`. */
  readonly expression: string;
  readonly timezone: string;
  readonly input: unknown;
  /** Later starts are skipped. */
  readonly maxDelay: Duration;
}

/** Scheduler replaces this text by the scheduled time, ISO 8601, UTC (guide, Adding context attributes). */
export const SCHEDULED_TIME = '<aws.scheduler.scheduled-time>';

/** Retries of one start within `maxDelay`. */
const MAX_RETRIES = 10;

/** Creates a schedule group, its schedules, and the role with which they start the machine. */
export function makeSchedules(scope: Construct, props: SchedulesProps): void {
  const { names, part, machine, undelivered } = props;
  const group = new CfnScheduleGroup(scope, 'Schedules', { name: names.of(part) });
  const role = new Role(scope, 'SchedulesRole', {
    description: `fsxbench: schedules that start ${machine}`,
    // Only this schedule group may use the role (EventBridge Scheduler guide, Confused deputy prevention).
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Aws.ACCOUNT_ID,
          'aws:SourceArn': makeArn('scheduler', Aws.REGION, `schedule-group/${names.of(part)}`),
        },
      },
    }),
    inlinePolicies: {
      calls: new PolicyDocument({
        statements: [...startExecutions(names, [machine]), allow(['sqs:SendMessage'], [undelivered.queueArn])],
      }),
    },
  });
  for (const entry of props.schedules) {
    const schedule = new CfnSchedule(scope, `${toPascal(entry.name)}Schedule`, {
      name: entry.name,
      description: entry.description,
      groupName: group.ref,
      scheduleExpression: entry.expression,
      scheduleExpressionTimezone: entry.timezone,
      flexibleTimeWindow: { mode: 'OFF' },
      state: 'ENABLED',
      target: {
        arn: names.machineArn(machine),
        roleArn: role.roleArn,
        input: JSON.stringify(entry.input),
        retryPolicy: { maximumRetryAttempts: MAX_RETRIES, maximumEventAgeInSeconds: entry.maxDelay.toSeconds() },
        deadLetterConfig: { arn: undelivered.queueArn },
      },
    });
    schedule.node.addDependency(props.after);
  }
}
