/** What CloudWatch refuses of an alarm, of the two forms that we send: on one metric, or on a query over some. */
import type { PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { ServiceError } from '../service';
import { MINUTE } from './values';

const NAME_MAX = 255;
const DESCRIPTION_MAX = 1024;
const ACTIONS_MAX = 5;
/** API reference, PutMetricAlarm, TreatMissingData. */
const MISSING: readonly string[] = ['breaching', 'notBreaching', 'ignore', 'missing'];
const COMPARISONS: readonly string[] = ['GreaterThanOrEqualToThreshold', 'LessThanOrEqualToThreshold'];
/** `SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) WHERE FileSystemId = 'fs-1'` */
const QUERY = /^SELECT (?:SUM|MAX|MIN)\(\w+\) FROM SCHEMA\("AWS\/\w+", (\w+)(?:, \w+)+\) WHERE \1 = '[\w-]+'$/;
/** API reference, MetricDataQuery, Id. */
const ID = /^[a-z][a-zA-Z0-9_]{0,254}$/;

/** @throws ServiceError ValidationError */
export function refuseAlarm(input: PutMetricAlarmCommandInput): void {
  const { AlarmName = '', AlarmDescription = '', AlarmActions = [], TreatMissingData = 'missing' } = input;
  const { EvaluationPeriods = 0, DatapointsToAlarm = EvaluationPeriods, ComparisonOperator } = input;
  if (AlarmName === '' || AlarmName.length > NAME_MAX) throw invalid(`a name has 1 to ${NAME_MAX} characters`);
  if (AlarmDescription.length > DESCRIPTION_MAX)
    throw invalid(`a description has ${DESCRIPTION_MAX} characters at most`);
  if (AlarmActions.length > ACTIONS_MAX) throw invalid(`an alarm has ${ACTIONS_MAX} actions at most`);
  if (!AlarmActions.every((one) => /^arn:[a-z-]+:sns:/.test(one))) throw invalid('only topics are modelled as actions');
  if (EvaluationPeriods < 1 || DatapointsToAlarm < 1 || DatapointsToAlarm > EvaluationPeriods)
    throw invalid('DatapointsToAlarm is 1 to EvaluationPeriods');
  if (ComparisonOperator === undefined || !COMPARISONS.includes(ComparisonOperator))
    throw invalid(`${String(ComparisonOperator)} is not modelled`);
  if (!MISSING.includes(TreatMissingData)) throw invalid(`TreatMissingData is one of ${MISSING.join(', ')}`);
  if (input.Metrics === undefined) refuseMetric(input);
  else refuseQuery(input, input.Metrics);
}

function refuseMetric({ Namespace, MetricName, Dimensions = [], Statistic, Period }: PutMetricAlarmCommandInput): void {
  if (Namespace === undefined || MetricName === undefined) throw invalid('either MetricName or Metrics must be given');
  if (Statistic === undefined || Period !== MINUTE) throw invalid('a statistic of a minute is modelled');
  if (Dimensions.length !== 1) throw invalid('one dimension is modelled');
}

function refuseQuery(
  { Namespace, MetricName, Dimensions, Statistic, Period }: PutMetricAlarmCommandInput,
  metrics: NonNullable<PutMetricAlarmCommandInput['Metrics']>,
): void {
  if ([Namespace, MetricName, Dimensions, Statistic, Period].some((one) => one !== undefined))
    throw invalid('beside Metrics there is no Namespace, MetricName, Dimensions, Statistic or Period');
  const [one, ...others] = metrics;
  if (one === undefined || others.length > 0) throw invalid('one query is modelled');
  if (!ID.test(one.Id ?? '')) throw invalid(`the id ${String(one.Id)} begins with a lowercase letter`);
  if (!QUERY.test(one.Expression ?? '')) throw invalid(`the query is not modelled: ${String(one.Expression)}`);
  if (one.Period !== MINUTE || one.ReturnData !== true)
    throw invalid('a query gives a point a minute, and is returned');
}

function invalid(message: string): ServiceError {
  return new ServiceError('ValidationError', message, 400);
}
