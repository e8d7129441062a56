/** Schedules of EventBridge Scheduler that start executions of a machine. */
import { Aws, type Duration } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IDependable } from 'constructs';
import { startExecutions } from '../grants/executions';
import { allow } from '../grants/allow';
import { arn, type Names } from '../names';
import { type MachineName, type StackPart, toPascal } from '../../shapes/machines';

export interface SchedulesProps {
  readonly names: Names;
  readonly part: StackPart;
  /** The one machine that the schedules start. */
  readonly machine: MachineName;
  /** All that the machine needs: a schedule may fire in its first second. */
  readonly after: IDependable;
  /** Where starts go that could not be delivered. */
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
  /** A start that is later than this is not made up for. */
  readonly maxDelay: Duration;
}

/**
 * Scheduler puts the moment in its place, ISO 8601 in UTC (EventBridge Scheduler guide, Adding context attributes).
 */
export const SCHEDULED_TIME = '<aws.scheduler.scheduled-time>';

/** Tries of one start within its time. */
const MAX_RETRIES = 10;

/** Makes a group with its schedules, and the one role that they start the machine with. */
export function makeSchedules(scope: Construct, props: SchedulesProps): void {
  const { names, part, machine, undelivered } = props;
  const group = new CfnScheduleGroup(scope, 'Schedules', { name: names.of(part) });
  const role = new Role(scope, 'SchedulesRole', {
    description: `fsxbench: schedules that start ${machine}`,
    // Only for this group (EventBridge Scheduler guide, Confused deputy prevention).
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Aws.ACCOUNT_ID,
          'aws:SourceArn': arn('scheduler', Aws.REGION, `schedule-group/${names.of(part)}`),
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
