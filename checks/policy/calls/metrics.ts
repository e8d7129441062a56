/** Checks of CloudWatch (Service authorization reference). */
import { type Around, type Check, check, type Checks, anyResource, toArn, requestTags, resourceTags } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

const SERVICE = 'cloudwatch';

export const METRICS: Readonly<Record<string, Checks>> = {
  GetMetricData: anyResource(`${SERVICE}:GetMetricData`),
  DescribeAlarms: anyResource(`${SERVICE}:DescribeAlarms`),
  PutMetricAlarm: ({ input }, around) => {
    const { AlarmName, Tags, AlarmActions = [] } = input as Input;
    const tags = requestTags(byName(Tags as TagList | undefined));
    const resource = alarm(AlarmName, around);
    return [
      check(`${SERVICE}:PutMetricAlarm`, resource, { ...tags, 'cloudwatch:AlarmActions': AlarmActions as string[] }),
      check(`${SERVICE}:TagResource`, resource, tags),
    ];
  },
  // The reference has no tag keys for it.
  DeleteAlarms: ({ input }, around) =>
    ((input as Input)['AlarmNames'] as readonly string[]).map(
      (name): Check => check(`${SERVICE}:DeleteAlarms`, alarm(name, around)),
    ),
  ListTagsForResource: ({ input }, { ledger }) => {
    const id = String((input as Input)['ResourceARN']);
    return [check(`${SERVICE}:ListTagsForResource`, id, resourceTags(ledger.of(id)))];
  },
};

function alarm(name: unknown, around: Around): string {
  return toArn(around, SERVICE, `alarm:${String(name)}`);
}
