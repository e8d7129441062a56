/**
 * Alarms of CloudWatch as far as functions call them: put, listed, their tags read, deleted. None is ever evaluated:
 * all stay as they are made, INSUFFICIENT_DATA.
 */
import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
} from '@aws-sdk/client-cloudwatch';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import type { Stored } from '../store';
import { type Alarm, type AlarmsOptions, AlarmsState } from './alarms-state';
import { refuseAlarm } from './alarm-rules';

/** API reference, DescribeAlarms, MaxRecords; DeleteAlarms, AlarmNames. */
const PAGE = 100;
const NAMES_MAX = 100;
const STATE = 'INSUFFICIENT_DATA' as const;

export function makeAlarms(options: AlarmsOptions): Stored {
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
        const missing = (state.options.requiredTags ?? []).filter((tag) => tags[tag] === undefined);
        if (missing.length > 0)
          throw new ServiceError('AccessDenied', `an alarm without ${missing.join(', ')} may not be made`, 403);
        // One that is there is set anew, and keeps the tags that it has (API reference, PutMetricAlarm, Tags).
        if (state.find(input.AlarmName) === undefined) state.make(input.AlarmName, tags);
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
          .listed()
          .filter(({ name }) => AlarmNames?.includes(name) ?? name.startsWith(AlarmNamePrefix));
        const refuse = (): Error => new ServiceError('InvalidNextToken', 'the token is not one of ours', 400);
        const { items, next } = page(shown, ({ rank }) => rank, MaxRecords, NextToken, refuse);
        const MetricAlarms = items.map(({ name, arn }) => ({ AlarmName: name, AlarmArn: arn, StateValue: STATE }));
        return { MetricAlarms, ...(next === undefined ? {} : { NextToken: next }) };
      },
    ),
    ListTagsForResource: action(ListTagsForResourceCommand, 'ResourceARN', ({ ResourceARN }) => {
      const found = state.all().find(({ arn }) => arn === ResourceARN);
      if (found === undefined) throw new ServiceError('ResourceNotFoundException', `${ResourceARN} is not there`, 404);
      return { Tags: Object.entries(found.tags).map(([Key, Value]) => ({ Key, Value })) };
    }),
  };
}

function deleting(state: AlarmsState): Service {
  return {
    DeleteAlarms: action(DeleteAlarmsCommand, 'AlarmNames', ({ AlarmNames: names }) => {
      if (names.length > NAMES_MAX) throw new ServiceError('ValidationError', 'at most 100 alarms', 400);
      // "If you specify any incorrect alarm names, the alarms you specify with correct names are still deleted."
      // (API reference, DeleteAlarms)
      const found = names.map((name) => state.find(name));
      const there = found.filter((one): one is Alarm => one !== undefined);
      for (const one of there) {
        one.deletions += 1;
        const fault = state.options.faults?.deletion?.(one.name, one.deletions);
        if (fault === 'refused') throw new ServiceError('InternalServiceFault', 'Internal service fault', 500);
        if (fault !== 'undone') state.remove(one);
      }
      if (there.length < names.length) throw new ServiceError('ResourceNotFound', 'an alarm is not there', 404);
      return {};
    }),
  };
}
