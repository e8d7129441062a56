/** CloudWatch alarms: put, list, read tags, delete. They are never evaluated and stay INSUFFICIENT_DATA. */
import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
  type PutMetricAlarmInput,
} from '@aws-sdk/client-cloudwatch';
import { getPage, type PageRules } from '../paging';
import { toArn, ServiceError } from '../service';
import { action } from '../sdk-shape';
import { readTags, ResourceStore, type StorageService, type StoreOptions, toTagList } from '../resource-store';
import { type Resource, Table } from '../resource-table';
import { MINUTE } from './cloudwatch';

/** API reference, DescribeAlarms, MaxRecords; DeleteAlarms, AlarmNames. */
const PAGE: PageRules = {
  least: 1,
  most: 100,
  refuseSize: (size) => badInput(`MaxRecords is 1 to 100, not ${size}`),
  refuseToken: () => new ServiceError('InvalidNextToken', 'the token is unknown'),
};
const NAMES_MAX = 100;
const STATE = 'INSUFFICIENT_DATA';

/** By name, which is unique in an account. */
interface Alarm extends Resource {
  readonly arn: string;
}

export function makeAlarms(options: StoreOptions): StorageService {
  const state = new ResourceStore(options);
  const words = { creating: '', made: () => STATE, fails: '', misconfigured: '', deleting: '' };
  const missing = (name: string): Error => new ServiceError('ResourceNotFound', `there is no alarm ${name}`, 404);
  const alarms = new Table<Alarm>(state, { kind: 'cloudwatch:alarm', words, missing });
  return state.toService({
    PutMetricAlarm: action(PutMetricAlarmCommand, (input) => {
      refuseAlarm(input);
      const tags = readTags(input.Tags, badInput);
      const denied = (lacking: string): Error =>
        new ServiceError('AccessDenied', `an alarm without ${lacking} is not allowed`, 403);
      state.requireTags(tags, denied);
      const { AlarmName: id } = input;
      // An existing alarm is replaced and keeps its tags (API reference, PutMetricAlarm, Tags).
      if (alarms.get(id) !== undefined) return {};
      const its = { id, tags, lifecycle: STATE, arn: toArn(options.place, 'cloudwatch', `alarm:${id}`) };
      alarms.add({ ...state.newBase(), ...its });
      return {};
    }),
    DescribeAlarms: action(DescribeAlarmsCommand, ({ AlarmNames, AlarmNamePrefix = '', MaxRecords, NextToken }) => {
      const shown = alarms.list().filter(({ id }) => AlarmNames?.includes(id) ?? id.startsWith(AlarmNamePrefix));
      const { items, next } = getPage(shown, MaxRecords, NextToken, PAGE);
      const MetricAlarms = items.map((one) => ({ AlarmName: one.id, AlarmArn: one.arn, StateValue: STATE }) as const);
      return { MetricAlarms, NextToken: next };
    }),
    ListTagsForResource: action(ListTagsForResourceCommand, ({ ResourceARN }) => {
      const found = alarms.all().find((one) => one.arn === ResourceARN);
      if (found === undefined) throw new ServiceError('ResourceNotFoundException', `${ResourceARN} is not there`, 404);
      return { Tags: toTagList(found.tags) };
    }),
    DeleteAlarms: action(DeleteAlarmsCommand, ({ AlarmNames: names }) => {
      if (names.length > NAMES_MAX) throw badInput('at most 100 alarms');
      // "If you specify any incorrect alarm names, the alarms you specify with correct names are still deleted."
      // (API reference, DeleteAlarms)
      const there = names.flatMap((name) => alarms.get(name) ?? []);
      const refusal = (): Error => new ServiceError('InternalServiceFault', 'Internal service fault', 500);
      for (const one of there) if (!alarms.count(one, refusal)) alarms.drop(one);
      if (there.length < names.length) throw new ServiceError('ResourceNotFound', 'an alarm is not there', 404);
      return {};
    }),
  });
}

/** Rules of CloudWatch for the two forms of alarms in use: on one metric, or on a query over several. */
const NAME_MAX = 255;
const DESCRIPTION_MAX = 1024;
const ACTIONS_MAX = 5;
/** API reference, PutMetricAlarm, TreatMissingData. */
const MISSING_DATA: readonly string[] = ['breaching', 'notBreaching', 'ignore', 'missing'];
const COMPARISONS: readonly string[] = ['GreaterThanOrEqualToThreshold', 'LessThanOrEqualToThreshold'];
/** `SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) WHERE FileSystemId = 'fs-1'` */
const QUERY = /^SELECT (?:SUM|MAX|MIN)\(\w+\) FROM (?:SCHEMA\("AWS\/\w+"(?:, \w+)+\)|"AWS\/\w+") WHERE \w+ = '[\w-]+'$/;
/** API reference, MetricDataQuery, Id. */
const ID = /^[a-z][a-zA-Z0-9_]{0,254}$/;

/** @throws ServiceError ValidationError */
function refuseAlarm(input: PutMetricAlarmInput): void {
  const { AlarmName = '', AlarmDescription = '', AlarmActions = [], TreatMissingData = 'missing' } = input;
  const { EvaluationPeriods = 0, DatapointsToAlarm = EvaluationPeriods, ComparisonOperator } = input;
  if (AlarmName === '' || AlarmName.length > NAME_MAX) throw badInput(`a name has 1 to ${NAME_MAX} characters`);
  if (AlarmDescription.length > DESCRIPTION_MAX)
    throw badInput(`a description has ${DESCRIPTION_MAX} characters at most`);
  if (AlarmActions.length > ACTIONS_MAX) throw badInput(`an alarm has ${ACTIONS_MAX} actions at most`);
  if (!AlarmActions.every((one) => /^arn:[a-z-]+:sns:/.test(one)))
    throw badInput('only topics are simulated as actions');
  if (EvaluationPeriods < 1 || DatapointsToAlarm < 1 || DatapointsToAlarm > EvaluationPeriods)
    throw badInput('DatapointsToAlarm is 1 to EvaluationPeriods');
  if (ComparisonOperator === undefined || !COMPARISONS.includes(ComparisonOperator))
    throw badInput(`${String(ComparisonOperator)} is not simulated`);
  if (!MISSING_DATA.includes(TreatMissingData)) throw badInput(`TreatMissingData is one of ${MISSING_DATA.join(', ')}`);
  if (input.Metrics === undefined) refuseMetric(input);
  else refuseQuery(input, input.Metrics);
}

function refuseMetric({ Namespace, MetricName, Dimensions = [], Statistic, Period }: PutMetricAlarmInput): void {
  if (Namespace === undefined || MetricName === undefined) throw badInput('either MetricName or Metrics must be given');
  if (Statistic === undefined || Period !== MINUTE) throw badInput('only statistics of one minute are simulated');
  if (Dimensions.length !== 1) throw badInput('only one dimension is simulated');
}

function refuseQuery(
  { Namespace, MetricName, Dimensions, Statistic, Period }: PutMetricAlarmInput,
  metrics: NonNullable<PutMetricAlarmInput['Metrics']>,
): void {
  if ([Namespace, MetricName, Dimensions, Statistic, Period].some((one) => one !== undefined))
    throw badInput('Metrics excludes Namespace, MetricName, Dimensions, Statistic and Period');
  const [one, ...others] = metrics;
  if (one === undefined || others.length > 0) throw badInput('only one query is simulated');
  if (!ID.test(one.Id ?? '')) throw badInput(`the id ${String(one.Id)} must begin with a lowercase letter`);
  if (!QUERY.test(one.Expression ?? '')) throw badInput(`the query is not simulated: ${String(one.Expression)}`);
  if (one.Period !== MINUTE || one.ReturnData !== true)
    throw badInput('a query needs one point a minute, and ReturnData');
}

function badInput(message: string): ServiceError {
  return new ServiceError('ValidationError', message);
}
