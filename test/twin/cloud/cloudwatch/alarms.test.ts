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
const { Namespace: _n, MetricName: _m, Dimensions: _d, Statistic: _s, Period: _p, ...REST } = INPUT;
const Expression =
  'SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) WHERE FileSystemId = \'fs-1\'';
const ON_QUERY = {
  ...REST,
  AlarmName: 'fsxbench/s/two',
  Metrics: [{ Id: 'q', Expression, Period: 60, ReturnData: true }],
};

function setUp() {
  const services = makeServices();
  const call = <T>(action: string, input: object) => services.call<T>('cloudwatch', action, input);
  const names = async (input: object): Promise<(string | undefined)[]> => {
    const { MetricAlarms } = await call<{ MetricAlarms: { AlarmName: string }[] }>('DescribeAlarms', input);
    return MetricAlarms.map(({ AlarmName }) => AlarmName);
  };
  return { services, call, names };
}

describe('CloudWatch alarms in the simulated account', () => {
  it('keeps one alarm per name, with the tags of its first PutMetricAlarm', async () => {
    const { services, call, names } = setUp();
    await call('PutMetricAlarm', INPUT);
    await call('PutMetricAlarm', { ...INPUT, Tags: [] }).catch(() => undefined);
    await call('PutMetricAlarm', ON_QUERY);
    await services.pass(60_000);
    expect(await names({})).toEqual(['fsxbench/s/one', 'fsxbench/s/two']);
    const { MetricAlarms } = await call<{ MetricAlarms: { AlarmArn: string; StateValue: string }[] }>(
      'DescribeAlarms',
      { AlarmNames: ['fsxbench/s/one'] },
    );
    expect(MetricAlarms).toEqual([
      expect.objectContaining({
        AlarmArn: expect.stringMatching(/^arn:aws:cloudwatch:.*:alarm:fsxbench\/s\/one$/),
        StateValue: 'INSUFFICIENT_DATA',
      }),
    ]);
    expect(await call('ListTagsForResource', { ResourceARN: MetricAlarms[0]?.AlarmArn })).toEqual({ Tags });
    await expectRefusal(call('ListTagsForResource', { ResourceARN: 'arn:other' }), 'ResourceNotFoundException');
  });

  it('lists alarms by name prefix, in pages', async () => {
    const { services, call } = setUp();
    for (const AlarmName of ['fsxbench/s/one', 'other', 'fsxbench/s/two'])
      await call('PutMetricAlarm', { ...INPUT, AlarmName });
    await services.pass(60_000);
    const asked = { AlarmNamePrefix: 'fsxbench/', MaxRecords: 1 };
    const pages = await readPages<{ AlarmName: string }>(
      services,
      ['cloudwatch', 'DescribeAlarms'],
      'MetricAlarms',
      asked,
    );
    expect(pages.map((page) => page.map(({ AlarmName }) => AlarmName))).toEqual([
      ['fsxbench/s/one'],
      ['fsxbench/s/two'],
    ]);
    await expectRefusal(call('DescribeAlarms', { NextToken: 'not ours' }), 'InvalidNextToken');
  });

  it('deletes existing alarms even when another name in the same DeleteAlarms does not exist', async () => {
    const { services, call, names } = setUp();
    await call('PutMetricAlarm', INPUT);
    await services.pass(60_000);
    const both = { AlarmNames: [INPUT.AlarmName, 'fsxbench/s/none'] };
    await expectRefusal(call('DeleteAlarms', both), 'ResourceNotFound');
    expect(await names({})).toEqual([]);
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
    ['both a metric and a query', { Metrics: ON_QUERY.Metrics }],
  ])('refuses an alarm with %s', async (_what, change) => {
    const { call } = setUp();
    await expectRefusal(call('PutMetricAlarm', { ...INPUT, ...change }), 'ValidationError');
  });

  it.each<[string, object]>([
    ['an id in capitals', { Id: 'Q' }],
    ['a SEARCH expression', { Expression: "SEARCH('{AWS/FSx,FileSystemId} MetricName=\"X\"', 'Sum', 60)" }],
    ['ReturnData false', { ReturnData: false }],
  ])('refuses an alarm on a query with %s', async (_what, change) => {
    const { call } = setUp();
    const Metrics = [{ ...ON_QUERY.Metrics[0], ...change }];
    await expectRefusal(call('PutMetricAlarm', { ...ON_QUERY, Metrics }), 'ValidationError');
  });
});

it.each(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'efs', 'ebs'])(
  'accepts every alarm that a spec can request for %s',
  async (kind) => {
    const { call, names } = setUp();
    const thresholds = Object.fromEntries(listAlarmMetrics(kind).map(({ name }) => [name, 50]));
    const requests = makeAlarms(kind, thresholds);
    for (const { id, input } of requests) {
      const text = JSON.stringify(input)
        .replaceAll('{@', '@')
        .replaceAll(/@topic\.arn/g, 'arn:aws:sns:us-east-1:0:t');
      const sent = JSON.parse(text.replaceAll(/@[\w.]+\}?/g, 'fs-1')) as object;
      await call('PutMetricAlarm', { ...sent, AlarmName: `fsxbench/s/${id}`, Tags });
    }
    expect(await names({})).toHaveLength(requests.length);
  },
);
