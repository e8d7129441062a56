import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { ALARMS, listAlarms, ENDING_FUNCTIONS } from '../../../lib/stacks/alarms/alarm-table';
import { deploy, filterByType, type Properties } from '../deployed-templates';
import cases from './alarms.cases.json';

// With a scheduled spec and a budget, so that all alarms are there.
const SCHEDULED = cases.scheduled;
const deployed = deploy({ maxUsdPerMonth: '300' }, [SCHEDULED]);
const alarms = filterByType(deployed, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const findAlarm = (id: string): Properties => {
  const found = alarms.find((one) => one['AlarmName'] === `fsxbench-${id}`);
  if (found === undefined) throw new Error(`there is no alarm ${id}`);
  return found;
};

interface Part {
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions: readonly { readonly Value: string }[] };
    readonly Stat: string;
    readonly Period: number;
  };
}

/** Whether an alarm rings, as CloudWatch would evaluate it; numbers by `<machine or function> <metric>`. */
function isRinging(alarm: Properties, seen: Readonly<Record<string, number>>): boolean {
  const single = { Metric: { MetricName: alarm['MetricName'], Dimensions: alarm['Dimensions'] } };
  const metrics = alarm['Metrics'] === undefined ? [single] : listParts(alarm).flatMap((one) => one.MetricStat ?? []);
  const values = (metrics as NonNullable<Part['MetricStat']>[]).flatMap(({ Metric }) => {
    const of = /(?<=fsxbench-)[a-z-]+$/.exec(Metric.Dimensions[0]?.Value ?? '')?.[0] ?? '';
    return seen[`${of} ${Metric.MetricName}`] ?? [];
  });
  if (values.length === 0) return alarm['TreatMissingData'] === 'breaching';
  const sum = values.reduce((all, one) => all + one, 0);
  const threshold = Number(alarm['Threshold']);
  return alarm['ComparisonOperator'] === 'LessThanThreshold' ? sum < threshold : sum >= threshold;
}
const listParts = (alarm: Properties): readonly Part[] => alarm['Metrics'] as readonly Part[];

describe('CloudWatch alarm of the stacks', () => {
  it('has an entry in ALARMS, and a description of at most 1024 characters with numbered actions', () => {
    const ordered = [...listAlarms('safety', { maxUsdPerMonth: 300 }), ...listAlarms('bench')];
    expect(ordered).toHaveLength(ALARMS.length);
    expect(alarms.map((one) => one['AlarmName'])).toEqual(ordered.map(({ id }) => `fsxbench-${id}`));
    for (const one of alarms) {
      const text = String(one['AlarmDescription']);
      expect(text).toMatch(/^\S.*\. What to do: 1\. \S.* \(docs\/operate\.md\)$/);
      // CloudWatch takes no more (API reference, PutMetricAlarm).
      expect(text.length).toBeLessThanOrEqual(1024);
      for (const [, machine = ''] of text.matchAll(/machine ([a-z-]+)/g)) expect(ALL_MACHINES).toContain(machine);
    }
  });

  /** What CloudWatch saw in a quarter of an hour, or an hour, of a trouble; and who must be called, at least. */
  it.each(cases.calls as [string, Readonly<Record<string, number>>, readonly string[]][])(
    'rings exactly when expected: %s',
    (_what, seen, expected) => {
      const ringing = alarms.filter((one) => isRinging(one, seen)).map((one) => one['AlarmName']);
      expect(new Set(ringing)).toEqual(new Set(expected.map((id) => `fsxbench-${id}`)));
    },
  );

  it('notifies the SNS topic of its stack, whose policy allows alarms of this deployment', () => {
    const [[topicId] = ['']] = Object.entries(deployed.resources.safety).filter(
      ([, { Type }]) => Type === 'AWS::SNS::Topic',
    );
    const topics = { safety: `<${topicId}>`, bench: 'arn:aws:sns:xx-local-1:000000000000:fsxbench-notify' };
    expect(deployed.resources.safety[topicId]?.Properties).toMatchObject({ TopicName: 'fsxbench-notify' });
    for (const { id, part } of ALARMS) {
      expect(findAlarm(id)['AlarmActions']).toEqual([topics[part]]);
      expect(findAlarm(id)).not.toHaveProperty('OKActions');
    }
    const [policy] = filterByType(deployed, 'AWS::SNS::TopicPolicy');
    expect(policy?.Properties.PolicyDocument?.Statement).toContainEqual({
      Sid: expect.any(String),
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: `<${topicId}>`,
      Condition: {
        StringEquals: { 'aws:SourceAccount': '000000000000' },
        ArnLike: {
          'aws:SourceArn': ['fsxbench-*', 'fsxbench/fsxbench/*'].map(
            (name) => `arn:aws:cloudwatch:xx-local-1:000000000000:alarm:${name}`,
          ),
        },
      },
    });
  });
});

describe('alarms of the guardian, janitor, teardown and notify machines', () => {
  it.each(cases.badEnds)('sums failed, timed-out and aborted executions in %s (machine %s)', (id, machine) => {
    const alarm = findAlarm(id);
    const [sum, ...parts] = listParts(alarm);
    expect(sum?.Expression).toBe('FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0)');
    expect(parts.map(({ MetricStat }) => MetricStat?.Metric.MetricName)).toEqual([
      'ExecutionsFailed',
      'ExecutionsTimedOut',
      'ExecutionsAborted',
    ]);
    const arn = `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${machine}`;
    for (const { MetricStat } of parts)
      expect(MetricStat).toMatchObject({ Stat: 'Sum', Metric: { Dimensions: [{ Value: arn }] } });
    expect(alarm).toMatchObject({
      TreatMissingData: 'notBreaching',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
    });
  });

  it('rings janitor-silent when an hour has no janitor success, and treats missing data as breaching', () => {
    expect(findAlarm('janitor-silent')).toMatchObject({
      Namespace: 'AWS/States',
      MetricName: 'ExecutionsSucceeded',
      Statistic: 'Sum',
      Period: 3600,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
      Dimensions: [{ Name: 'StateMachineArn', Value: expect.stringMatching(/:fsxbench-janitor$/) as string }],
    });
  });
});

describe('alarms of queues and of failing functions', () => {
  it.each([
    ['undelivered', 'safety'],
    ['not-started', 'bench'],
  ] as const)('raises %s on the first message in the queue of the %s stack', (id, part) => {
    const queues = Object.entries(deployed.resources[part]).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
    expect(queues).toHaveLength(1);
    expect(Object.values(deployed.resources[part]).map(({ Properties }) => Properties)).toContain(findAlarm(id));
    expect(findAlarm(id)).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Statistic: 'Maximum',
      Threshold: 1,
      Dimensions: [{ Name: 'QueueName', Value: `<${queues[0]?.[0]}.QueueName>` }],
    });
  });

  it('watches every SQS queue', () => {
    const watched = alarms.flatMap((one) =>
      ((one['Dimensions'] ?? []) as { Name: string; Value: string }[]).filter(({ Name }) => Name === 'QueueName'),
    );
    expect(watched).toHaveLength(filterByType(deployed, 'AWS::SQS::Queue').length);
    const unscheduled = deploy();
    expect(filterByType(unscheduled, 'AWS::SQS::Queue')).toHaveLength(1);
    expect(filterByType(unscheduled, 'AWS::CloudWatch::Alarm')).toHaveLength(listAlarms('safety').length);
  });

  it.each(['functions-failing', 'functions-throttled'])(
    'sums in %s the metrics of all functions that end executions and delete resources',
    (id) => {
      const [sum, ...parts] = listParts(findAlarm(id));
      const names = parts.map(({ MetricStat }) => MetricStat?.Metric.Dimensions[0]?.Value);
      expect(names).toEqual(ENDING_FUNCTIONS.map((name) => `fsxbench-${name}`));
      expect(names).toContain('fsxbench-start-guardian');
      // An expression of an alarm takes ten metrics (CloudWatch guide, Using metric math).
      expect(names.length).toBeLessThanOrEqual(10);
      expect(sum?.Expression?.split(' + ')).toHaveLength(names.length);
    },
  );
});
