/**
 * Alarms of CloudWatch as far as functions call them: put, listed, their tags read, deleted. None is ever evaluated:
 * all stay as they are made, INSUFFICIENT_DATA.
 */
import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
  type PutMetricAlarmInput,
} from '@aws-sdk/client-cloudwatch';
import { page } from '../paging';
import { arn } from '../ids';
import { type Service, ServiceError, type Tags } from '../service';
import { action } from '../shape';
import { type Birth, Store, type Stored, type StoreOptions, tagList } from '../store';
import { MINUTE } from './values';

/** API reference, DescribeAlarms, MaxRecords; DeleteAlarms, AlarmNames. */
const PAGE = 100;
const NAMES_MAX = 100;
const STATE = 'INSUFFICIENT_DATA' as const;

interface Alarm extends Birth {
  readonly name: string;
  readonly arn: string;
  tags: Tags;
}

/** By their names, of which an account has no two alike. */
class AlarmsState extends Store {
  readonly alarms = new Map<string, Alarm>();

  all(): readonly Alarm[] {
    return [...this.alarms.values()];
  }

  make(name: string, tags: Tags): void {
    const its = { name, tags, arn: arn(this.options.place, 'cloudwatch', `alarm:${name}`) };
    this.alarms.set(name, { ...this.birth(), ...its });
  }
}

export function makeAlarms(options: StoreOptions): Stored {
  const state = new AlarmsState(options);
  return {
    service: { ...putting(state), ...looking(state), ...deleting(state) },
    left: () =>
      state.all().map(({ name, tags }) => ({
        kind: 'cloudwatch:alarm' as const,
        id: name,
        state: STATE,
        tags,
        fileSystemId: name,
      })),
    retag: (change) => {
      for (const one of state.all()) one.tags = change(one.tags);
    },
  };
}

function putting(state: AlarmsState): Service {
  return {
    PutMetricAlarm: action(
      PutMetricAlarmCommand,
      'AlarmName AlarmDescription AlarmActions Namespace MetricName Dimensions Statistic Period Metrics(Id ' +
        'Expression Period ReturnData) EvaluationPeriods! DatapointsToAlarm Threshold! ComparisonOperator! ' +
        'TreatMissingData Tags',
      (input) => {
        refuseAlarm(input);
        const tags = Object.fromEntries((input.Tags ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));
        const missing = state.missingTags(tags);
        if (missing.length > 0)
          throw new ServiceError('AccessDenied', `an alarm without ${missing.join(', ')} may not be made`, 403);
        // One that is there is set anew, and keeps the tags that it has (API reference, PutMetricAlarm, Tags).
        if (!state.alarms.has(input.AlarmName)) state.make(input.AlarmName, tags);
        return {};
      },
    ),
  };
}

function looking(state: AlarmsState): Service {
  return {
    DescribeAlarms: action(
      DescribeAlarmsCommand,
      'AlarmNames AlarmNamePrefix MaxRecords NextToken',
      ({ AlarmNames, AlarmNamePrefix = '', MaxRecords = PAGE, NextToken }) => {
        const shown = state
          .listed(state.all())
          .filter(({ name }) => AlarmNames?.includes(name) ?? name.startsWith(AlarmNamePrefix));
        const refuse = (): Error => new ServiceError('InvalidNextToken', 'the token is not one of ours', 400);
        const { items, next } = page(shown, ({ rank }) => rank, MaxRecords, NextToken, refuse);
        const MetricAlarms = items.map(({ name, arn }) => ({ AlarmName: name, AlarmArn: arn, StateValue: STATE }));
        return { MetricAlarms, NextToken: next };
      },
    ),
    ListTagsForResource: action(ListTagsForResourceCommand, 'ResourceARN', ({ ResourceARN }) => {
      const found = state.all().find(({ arn }) => arn === ResourceARN);
      if (found === undefined) throw new ServiceError('ResourceNotFoundException', `${ResourceARN} is not there`, 404);
      return { Tags: tagList(found.tags) };
    }),
  };
}

function deleting(state: AlarmsState): Service {
  return {
    DeleteAlarms: action(DeleteAlarmsCommand, 'AlarmNames', ({ AlarmNames: names }) => {
      if (names.length > NAMES_MAX) throw new ServiceError('ValidationError', 'at most 100 alarms', 400);
      // "If you specify any incorrect alarm names, the alarms you specify with correct names are still deleted."
      // (API reference, DeleteAlarms)
      const found = names.map((name) => state.alarms.get(name));
      const there = found.filter((one): one is Alarm => one !== undefined);
      for (const one of there) {
        const refusal = (): Error => new ServiceError('InternalServiceFault', 'Internal service fault', 500);
        if (!state.beginDeletion(one, one.name, refusal)) state.alarms.delete(one.name);
      }
      if (there.length < names.length) throw new ServiceError('ResourceNotFound', 'an alarm is not there', 404);
      return {};
    }),
  };
}

/** What CloudWatch refuses of an alarm, of the two forms that we send: on one metric, or on a query over some. */
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
function refuseAlarm(input: PutMetricAlarmInput): void {
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

function refuseMetric({ Namespace, MetricName, Dimensions = [], Statistic, Period }: PutMetricAlarmInput): void {
  if (Namespace === undefined || MetricName === undefined) throw invalid('either MetricName or Metrics must be given');
  if (Statistic === undefined || Period !== MINUTE) throw invalid('a statistic of a minute is modelled');
  if (Dimensions.length !== 1) throw invalid('one dimension is modelled');
}

function refuseQuery(
  { Namespace, MetricName, Dimensions, Statistic, Period }: PutMetricAlarmInput,
  metrics: NonNullable<PutMetricAlarmInput['Metrics']>,
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
