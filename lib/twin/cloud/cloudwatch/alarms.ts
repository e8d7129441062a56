/** CloudWatch alarms: put, list, read tags, delete. They are never evaluated and stay INSUFFICIENT_DATA. */
import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
  type PutMetricAlarmInput,
} from '@aws-sdk/client-cloudwatch';
import { getPage, type PageRules } from '../paging';
import { formatArn, ServiceError } from '../service';
import { makeAction } from '../sdk-shape';
import { readTags, ResourceStore, type StorageService, type StoreOptions, toTagList } from '../resource-store';
import { type Resource, ResourceTable } from '../resource-table';
import { MINUTE_SECONDS, validationError } from './cloudwatch';

/** API reference, DescribeAlarms, MaxRecords; DeleteAlarms, AlarmNames. */
const PAGE_RULES: PageRules = {
  least: 1,
  most: 100,
  refuseSize: (size) => validationError(`MaxRecords is 1 to 100, not ${size}`),
  refuseToken: () => new ServiceError('InvalidNextToken', 'the token is unknown'),
};
const MAX_DELETED_NAMES = 100;
const INITIAL_STATE = 'INSUFFICIENT_DATA';

/** An alarm; its name is unique in an account. */
interface Alarm extends Resource {
  readonly arn: string;
}

export function makeAlarms(options: StoreOptions): StorageService {
  const state = new ResourceStore(options);
  const words = { creating: '', made: () => INITIAL_STATE, fails: '', misconfigured: '', deleting: '' };
  const missing = (name: string): Error => new ServiceError('ResourceNotFound', `there is no alarm ${name}`, 404);
  const alarms = new ResourceTable<Alarm>(state, { kind: 'cloudwatch:alarm', words, missing });
  return state.toService({
    PutMetricAlarm: makeAction(PutMetricAlarmCommand, (input) => {
      requireValidAlarm(input);
      const tags = readTags(input.Tags, validationError);
      const denied = (lacking: string): Error =>
        new ServiceError('AccessDenied', `an alarm without ${lacking} is not allowed`, 403);
      state.requireTags(tags, denied);
      const { AlarmName: id } = input;
      // An existing alarm is replaced and keeps its tags (API reference, PutMetricAlarm, Tags).
      if (alarms.get(id) !== undefined) return {};
      const its = { id, tags, lifecycle: INITIAL_STATE, arn: formatArn(options.place, 'cloudwatch', `alarm:${id}`) };
      alarms.add({ ...state.newBase(), ...its });
      return {};
    }),
    DescribeAlarms: makeAction(DescribeAlarmsCommand, ({ AlarmNames, AlarmNamePrefix = '', MaxRecords, NextToken }) => {
      const shown = alarms.list().filter(({ id }) => AlarmNames?.includes(id) ?? id.startsWith(AlarmNamePrefix));
      const { items, next } = getPage(shown, MaxRecords, NextToken, PAGE_RULES);
      const MetricAlarms = items.map(
        (one) => ({ AlarmName: one.id, AlarmArn: one.arn, StateValue: INITIAL_STATE }) as const,
      );
      return { MetricAlarms, NextToken: next };
    }),
    ListTagsForResource: makeAction(ListTagsForResourceCommand, ({ ResourceARN }) => {
      const found = alarms.all().find((one) => one.arn === ResourceARN);
      if (found === undefined) throw new ServiceError('ResourceNotFoundException', `${ResourceARN} is not there`, 404);
      return { Tags: toTagList(found.tags) };
    }),
    DeleteAlarms: makeAction(DeleteAlarmsCommand, ({ AlarmNames: names }) => {
      if (names.length > MAX_DELETED_NAMES) throw validationError('at most 100 alarms');
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
const MAX_NAME_CHARACTERS = 255;
const MAX_DESCRIPTION_CHARACTERS = 1024;
const MAX_ACTIONS = 5;
/** API reference, PutMetricAlarm, TreatMissingData. */
const MISSING_DATA_TREATMENTS: readonly string[] = ['breaching', 'notBreaching', 'ignore', 'missing'];
const COMPARISON_OPERATORS: readonly string[] = ['GreaterThanOrEqualToThreshold', 'LessThanOrEqualToThreshold'];
/** `SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) WHERE FileSystemId = 'fs-1'` */
const QUERY_PATTERN =
  /^SELECT (?:SUM|MAX|MIN)\(\w+\) FROM (?:SCHEMA\("AWS\/\w+"(?:, \w+)+\)|"AWS\/\w+") WHERE \w+ = '[\w-]+'$/;
/** API reference, MetricDataQuery, Id. */
const METRIC_ID_PATTERN = /^[a-z][a-zA-Z0-9_]{0,254}$/;

/** @throws ServiceError ValidationError */
function requireValidAlarm(input: PutMetricAlarmInput): void {
  const { AlarmName = '', AlarmDescription = '', AlarmActions = [], TreatMissingData = 'missing' } = input;
  const { EvaluationPeriods = 0, DatapointsToAlarm = EvaluationPeriods, ComparisonOperator } = input;
  if (AlarmName === '' || AlarmName.length > MAX_NAME_CHARACTERS)
    throw validationError(`a name has 1 to ${MAX_NAME_CHARACTERS} characters`);
  if (AlarmDescription.length > MAX_DESCRIPTION_CHARACTERS)
    throw validationError(`a description has ${MAX_DESCRIPTION_CHARACTERS} characters at most`);
  if (AlarmActions.length > MAX_ACTIONS) throw validationError(`an alarm has ${MAX_ACTIONS} actions at most`);
  if (!AlarmActions.every((one) => /^arn:[a-z-]+:sns:/.test(one)))
    throw validationError('only topics are simulated as actions');
  if (EvaluationPeriods < 1 || DatapointsToAlarm < 1 || DatapointsToAlarm > EvaluationPeriods)
    throw validationError('DatapointsToAlarm is 1 to EvaluationPeriods');
  if (ComparisonOperator === undefined || !COMPARISON_OPERATORS.includes(ComparisonOperator))
    throw validationError(`${String(ComparisonOperator)} is not simulated`);
  if (!MISSING_DATA_TREATMENTS.includes(TreatMissingData))
    throw validationError(`TreatMissingData is one of ${MISSING_DATA_TREATMENTS.join(', ')}`);
  if (input.Metrics === undefined) requireValidMetric(input);
  else requireValidQuery(input, input.Metrics);
}

function requireValidMetric({ Namespace, MetricName, Dimensions = [], Statistic, Period }: PutMetricAlarmInput): void {
  if (Namespace === undefined || MetricName === undefined)
    throw validationError('either MetricName or Metrics must be given');
  if (Statistic === undefined || Period !== MINUTE_SECONDS)
    throw validationError('only statistics of one minute are simulated');
  if (Dimensions.length !== 1) throw validationError('only one dimension is simulated');
}

function requireValidQuery(
  { Namespace, MetricName, Dimensions, Statistic, Period }: PutMetricAlarmInput,
  metrics: NonNullable<PutMetricAlarmInput['Metrics']>,
): void {
  if ([Namespace, MetricName, Dimensions, Statistic, Period].some((one) => one !== undefined))
    throw validationError('Metrics excludes Namespace, MetricName, Dimensions, Statistic and Period');
  const [one, ...others] = metrics;
  if (one === undefined || others.length > 0) throw validationError('only one query is simulated');
  if (!METRIC_ID_PATTERN.test(one.Id ?? ''))
    throw validationError(`the id ${String(one.Id)} must begin with a lowercase letter`);
  if (!QUERY_PATTERN.test(one.Expression ?? ''))
    throw validationError(`the query is not simulated: ${String(one.Expression)}`);
  if (one.Period !== MINUTE_SECONDS || one.ReturnData !== true)
    throw validationError('a query needs one point a minute, and ReturnData');
}
