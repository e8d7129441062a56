/** Creates the alarms of the table, and allows them to publish to the topic. */
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
import type { DeploymentLimits } from '../../shapes/deployment-limits';
import { METRICS, METRICS_NAMESPACE } from '../../shapes/deployment-metrics';
import { type StackPart, toPascal } from '../../shapes/machines';
import { makeArn, type Names } from '../names';
import { type AlarmEntry, type AlarmMetric, listAlarms, formatAlarm, ENDING_FUNCTIONS } from './alarm-table';

export interface AlarmsProps {
  readonly names: Names;
  readonly topic: ITopic;
  readonly part: StackPart;
  /** Dead-letter queue of the stack. */
  readonly undelivered: Queue;
  /** Limits of the deployment, which some thresholds follow. */
  readonly limits?: DeploymentLimits | undefined;
}

/** Creates all alarms. They report ALARM, not OK: a metric of 0 does not mean that the cause is gone. */
export function makeAlarms(scope: Construct, props: AlarmsProps): void {
  const { names, topic, part, limits } = props;
  for (const entry of listAlarms(part, limits)) {
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

/** Allows alarms of stacks and rigs to publish: a custom topic policy replaces the default, which allows them. */
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
            makeArn('cloudwatch', Aws.REGION, `alarm:${name}`),
          ),
        },
      },
    }),
  );
}

/** The metric of an entry: one metric, or a sum of several. */
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
  // Without FILL, one missing part would make the whole sum missing.
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
    case 'deployment': {
      const dimensionsMap = { stack: names.stackName };
      const { statistic } = METRICS[metric.name];
      return [new Metric({ namespace: METRICS_NAMESPACE, metricName: metric.name, dimensionsMap, statistic, period })];
    }
  }
}
