import { listAlarmMetrics, makeAlarms } from '../../../../lib/experiment/design/alarms';
import { makeServices, RIG_TAGS, tagList, expectRefusal, readPages } from '../services';

const Tags = tagList(RIG_TAGS);
const INPUT = {
  AlarmName: 'fsxbench/s/one',
  Namespace: 'AWS/FSx',
  MetricName: 'MetadataOperations',
  Dimensions: [{ Name: 'FileSystemId', Value: 'fs-1' }],
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 3,
  Threshold: 1,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Tags,
};
/** For an alarm on a query instead. */
const NO_METRIC = Object.fromEntries(
  ['Namespace', 'MetricName', 'Dimensions', 'Statistic', 'Period'].map((name) => [name, undefined]),
);
const Expression =
  'SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) WHERE FileSystemId = \'fs-1\'';
const QUERY = { Id: 'q', Expression, Period: 60, ReturnData: true };
const changeQuery = (change: object): object => ({ ...NO_METRIC, Metrics: [{ ...QUERY, ...change }] });

function setUp() {
  const services = makeServices();
  const call = <T>(action: string, input: object) => services.call<T>('cloudwatch', action, input);
  return {
    services,
    call,
    put: (change: object = {}) => call('PutMetricAlarm', { ...INPUT, ...change }),
    list: async (input: object = {}): Promise<string[][]> => {
      const action = ['cloudwatch', 'DescribeAlarms'] as const;
      const pages = await readPages<{ AlarmName: string }>(services, action, 'MetricAlarms', input);
      return pages.map((page) => page.map(({ AlarmName }) => AlarmName));
    },
  };
}

describe('CloudWatch alarms in the simulated account', () => {
  it('keeps one alarm per name, with the tags of its first PutMetricAlarm', async () => {
    const { services, call, put, list } = setUp();
    await put();
    await put({ Tags: [] }).catch(() => undefined);
    await put({ ...changeQuery({}), AlarmName: 'fsxbench/s/two' });
    await services.pass(60_000);
    expect(await list()).toEqual([['fsxbench/s/one', 'fsxbench/s/two']]);
    const { MetricAlarms } = await call<{ MetricAlarms: { AlarmArn: string }[] }>('DescribeAlarms', {
      AlarmNames: ['fsxbench/s/one'],
    });
    const AlarmArn = expect.stringMatching(/^arn:aws:cloudwatch:.*:alarm:fsxbench\/s\/one$/) as string;
    expect(MetricAlarms).toEqual([expect.objectContaining({ AlarmArn, StateValue: 'INSUFFICIENT_DATA' })]);
    expect(await call('ListTagsForResource', { ResourceARN: MetricAlarms[0]?.AlarmArn })).toEqual({ Tags });
    await expectRefusal(call('ListTagsForResource', { ResourceARN: 'arn:other' }), 'ResourceNotFoundException');
  });

  it('lists alarms by name prefix, in pages', async () => {
    const { services, put, list } = setUp();
    for (const AlarmName of ['fsxbench/s/one', 'other', 'fsxbench/s/two']) await put({ AlarmName });
    await services.pass(60_000);
    const pages = await list({ AlarmNamePrefix: 'fsxbench/', MaxRecords: 1 });
    expect(pages).toEqual([['fsxbench/s/one'], ['fsxbench/s/two']]);
    await expectRefusal(list({ NextToken: 'not ours' }), 'InvalidNextToken');
  });

  it('deletes existing alarms even when another name in the same DeleteAlarms does not exist', async () => {
    const { services, call, put, list } = setUp();
    await put();
    await services.pass(60_000);
    await expectRefusal(call('DeleteAlarms', { AlarmNames: [INPUT.AlarmName, 'none'] }), 'ResourceNotFound');
    expect(await list()).toEqual([[]]);
  });

  it.each<[string, object]>([
    ['a long name', { AlarmName: 'x'.repeat(256) }],
    ['a long description', { AlarmDescription: 'x'.repeat(1025) }],
    ['an action that is not an SNS topic', { AlarmActions: ['arn:aws:automate:us-east-1:ec2:terminate'] }],
    ['more DatapointsToAlarm than periods', { DatapointsToAlarm: 4 }],
    ['LessThanThreshold', { ComparisonOperator: 'LessThanThreshold' }],
    ['an unknown TreatMissingData', { TreatMissingData: 'never' }],
    ['no metric', { MetricName: undefined }],
    ['a period of 300 s', { Period: 300 }],
    ['two dimensions', { Dimensions: [...INPUT.Dimensions, { Name: 'FileServer', Value: 'MDS0000' }] }],
    ['both a metric and a query', { Metrics: [QUERY] }],
    ['a query with an id in capitals', changeQuery({ Id: 'Q' })],
    [
      'a query with a SEARCH expression',
      changeQuery({ Expression: "SEARCH('{AWS/FSx,FileSystemId} MetricName=\"X\"', 'Sum', 60)" }),
    ],
    ['a query with ReturnData false', changeQuery({ ReturnData: false })],
  ])('refuses an alarm with %s', async (_what, change) => {
    await expectRefusal(setUp().put(change), 'ValidationError');
  });
});

it.each(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'efs', 'ebs'])(
  'accepts every alarm that a spec can request for %s',
  async (kind) => {
    const { put, list } = setUp();
    const thresholds = Object.fromEntries(listAlarmMetrics(kind).map(({ name }) => [name, 50]));
    const requests = makeAlarms(kind, thresholds);
    for (const { id, input } of requests) {
      const text = JSON.stringify(input)
        .replaceAll('{@', '@')
        .replaceAll(/@topic\.arn/g, 'arn:aws:sns:us-east-1:0:t');
      const sent = JSON.parse(text.replaceAll(/@[\w.]+\}?/g, 'fs-1')) as object;
      await put({ ...NO_METRIC, ...sent, AlarmName: `fsxbench/s/${id}` });
    }
    expect((await list()).flat()).toHaveLength(requests.length);
  },
);
