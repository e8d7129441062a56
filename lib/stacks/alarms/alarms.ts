/** The alarms of the table, and who may tell of them by the topic. */
import { Aws, Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type StackPart, toPascal } from '../../shapes/machines';
import { arn, type Names } from '../names';
import { type AlarmEntry, type AlarmMetric, listAlarms, formatAlarm, ENDING_FUNCTIONS } from './alarm-table';

export interface AlarmsProps {
  readonly names: Names;
  readonly topic: ITopic;
  /** The stack whose alarms they are. */
  readonly part: StackPart;
  /** What could not be delivered there. */
  readonly undelivered: Queue;
}

/** Makes them all. Only the raising is told: that a number is 0 again does not mean that all is well again. */
export function makeAlarms(scope: Construct, props: AlarmsProps): void {
  const { names, topic, part } = props;
  for (const entry of listAlarms(part)) {
    const { id, atLeast, fewer } = entry;
    const alarm = new Alarm(scope, `${toPascal(id)}Alarm`, {
      alarmName: names.of(id),
      alarmDescription: formatAlarm(entry),
      metric: toMetric(entry, props),
      evaluationPeriods: 1,
      threshold: atLeast ?? fewer ?? 1,
      comparisonOperator:
        fewer === undefined
          ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: fewer === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
  }
}

/**
 * Alarms of both stacks, and of rigs: a topic with a policy of its own has lost the one that lets the account's alarms
 * in.
 */
export function grantAlarmPublish(topic: Topic, names: Names): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: {
          'aws:SourceArn': [names.of('*'), `fsxbench/${names.stackName}/*`].map((name) =>
            arn('cloudwatch', Aws.REGION, `alarm:${name}`),
          ),
        },
      },
    }),
  );
}

/** The number of an entry: one metric, or the sum of some. */
export function toMetric(
  { metric, periodMinutes, title }: Pick<AlarmEntry, 'metric' | 'periodMinutes' | 'title'>,
  props: Pick<AlarmsProps, 'names' | 'undelivered'>,
): IMetric {
  const period = Duration.minutes(periodMinutes);
  const [first, ...more] = toMetrics(metric, props, period);
  if (first !== undefined && more.length === 0) return first;
  const using = Object.fromEntries(
    [first, ...more].flatMap((one, index) => (one === undefined ? [] : [[`m${index}`, one]])),
  );
  // Without FILL a sum is missing where one of its parts is.
  const expression = Object.keys(using)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics: using, period, label: title });
}

function toMetrics(
  metric: AlarmMetric,
  { names, undelivered }: Pick<AlarmsProps, 'names' | 'undelivered'>,
  period: Duration,
): Metric[] {
  switch (metric.of) {
    case 'machine': {
      const dimensionsMap = { StateMachineArn: names.machineArn(metric.machine) };
      return metric.names.map(
        (metricName) => new Metric({ namespace: 'AWS/States', metricName, dimensionsMap, statistic: 'Sum', period }),
      );
    }
    case 'functions':
      return ENDING_FUNCTIONS.map((name) => {
        const dimensionsMap = { FunctionName: names.of(name) };
        return new Metric({
          namespace: 'AWS/Lambda',
          metricName: metric.name,
          dimensionsMap,
          statistic: 'Sum',
          period,
        });
      });
    case 'queue':
      return [undelivered.metric(metric.name, { statistic: 'Maximum', period })];
  }
}
