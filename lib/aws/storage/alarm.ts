/**
 * Alarms on what servers of a rig tell CloudWatch. They have no token and no id: a name is taken once, and a create
 * with the same name sets the same alarm again (API reference, PutMetricAlarm).
 */
import type { MetricAlarm, PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { TAG } from '../../shapes/layout';
import { mapInBatches } from '../pages';
import type { AwsCalls } from '../calls';
import { type ListedResource, toTagMap } from '../ledger/resource';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** All of ours begin so, and then with their stack: what roles may touch, and what is listed. */
const PREFIX = 'fsxbench/';
/** Listings tell no tags, which are asked for one by one; CloudWatch takes nine such calls a second and more. */
const CONCURRENCY = 4;

export const alarm: StorageResource<'cloudwatch:alarm'> = {
  absent: ['ResourceNotFound', 'ResourceNotFoundException'],
  sends: {
    'cloudwatch:PutMetricAlarm': async ({ cloudwatch }, input: PutMetricAlarmCommandInput) => {
      await cloudwatch.putMetricAlarm(input);
      return toStatus(requireValue(input.AlarmName, 'the name of an alarm'), {});
    },
  },
  // One that is not there is no error: the list is empty.
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

/** The beginning of the names of all that can carry some tags: names are made of the tag of a copy. */
function toNamePrefix(tags: Readonly<Record<string, string>>): string {
  const { [TAG.stack]: stack, [TAG.copy]: copy, [TAG.rig]: rig, [TAG.execution]: execution } = tags;
  return stack === undefined ? PREFIX : `${PREFIX}${stack}/${copy ?? rig ?? execution ?? ''}`;
}

/** None where it was deleted meanwhile. */
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
      why: 'it is not there',
      values: {},
      changedAt: null,
      gone: true,
    };
  const lifecycle = found.StateValue ?? 'PUT';
  return { id, state: 'ready', lifecycle, why: '', values: pickKnown({ id }), changedAt: null };
}
