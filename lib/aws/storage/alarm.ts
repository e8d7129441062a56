/**
 * Alarms on server-side metrics of a rig. Alarms have no client token and no id: names are unique, and a create with an
 * existing name updates the alarm (API reference, PutMetricAlarm).
 */
import type { MetricAlarm, PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { TAG_KEYS } from '../../shapes/tags';
import { mapInBatches } from '../pages';
import type { AwsCalls } from '../calls';
import { type ListedResource, toTagMap } from '../ledger/resource';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** Prefix of all alarm names, before the stack name; grants and listings use it. */
const PREFIX = 'fsxbench/';
/** Concurrent calls for tags, which listings omit; CloudWatch allows at least nine such calls a second. */
const CONCURRENCY = 4;

export const alarm: StorageResource<'cloudwatch:alarm'> = {
  absent: ['ResourceNotFound', 'ResourceNotFoundException'],
  sends: {
    'cloudwatch:PutMetricAlarm': async ({ cloudwatch }, input: PutMetricAlarmCommandInput) => {
      await cloudwatch.putMetricAlarm(input);
      return toStatus(requireValue(input.AlarmName, 'the name of an alarm'), {});
    },
  },
  // A missing alarm is no error: the returned list is empty.
  describe: async ({ cloudwatch }, id) => {
    const { MetricAlarms = [] } = await cloudwatch.describeAlarms({ AlarmNames: [id] });
    return toStatus(id, MetricAlarms[0]);
  },
  page: async (aws, { tags, token }) => {
    const { MetricAlarms = [], NextToken } = await aws.cloudwatch.describeAlarms({
      AlarmNamePrefix: toNamePrefix(tags),
      ...(token === undefined ? {} : { NextToken: token }),
    });
    const found = await mapInBatches(MetricAlarms, CONCURRENCY, (one) => readAlarm(aws, one));
    return { found: found.flat(), NextToken };
  },
  remove: ({ cloudwatch }, id) => cloudwatch.deleteAlarms({ AlarmNames: [id] }),
};

/** Name prefix of all alarms with these tags, because alarm names contain the target instance's tag. */
function toNamePrefix(tags: Readonly<Record<string, string>>): string {
  const { [TAG_KEYS.stack]: stack, [TAG_KEYS.copy]: copy, [TAG_KEYS.rig]: rig, [TAG_KEYS.execution]: execution } = tags;
  return stack === undefined ? PREFIX : `${PREFIX}${stack}/${copy ?? rig ?? execution ?? ''}`;
}

/** Empty if the alarm was deleted meanwhile. */
async function readAlarm(aws: AwsCalls, { AlarmName, AlarmArn, StateValue }: MetricAlarm): Promise<ListedResource[]> {
  const ResourceARN = requireValue(AlarmArn, `the ARN of the alarm ${AlarmName ?? ''}`);
  try {
    const { Tags } = await aws.cloudwatch.listTagsForResource({ ResourceARN });
    const of = { living: true, deletable: true, parent: null, type: null };
    return [{ ...of, id: AlarmName, state: StateValue ?? 'unknown', tags: toTagMap(Tags) }];
  } catch (error) {
    if (!alarm.absent.includes((error as Error).name)) throw error;
    return [];
  }
}

function toStatus(id: string, found: Pick<MetricAlarm, 'StateValue'> | undefined): ResourceState {
  if (found === undefined)
    return {
      id,
      state: 'busy',
      lifecycle: 'NOT_FOUND',
      why: 'it does not exist',
      values: {},
      changedAt: null,
      gone: true,
    };
  const lifecycle = found.StateValue ?? 'PUT';
  return { id, state: 'ready', lifecycle, why: '', values: pickKnown({ id }), changedAt: null };
}
