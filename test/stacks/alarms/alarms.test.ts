import { ALARMS, alarmsOf, alarmText, ENDING_FUNCTIONS } from '../../../lib/stacks/alarms/alarm-table';
import { deploy, ofType, type Properties } from '../deployed';

// With a scheduled spec, so that the alarm of the bench stack is there too.
const SCHEDULED = {
  experiment: 'nightly',
  text: 'experiment: nightly',
  expression: 'cron(0 3 * * ? *)',
  timezone: 'UTC',
};
const deployed = deploy({}, [SCHEDULED]);
const alarms = ofType(deployed, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const named = (id: string): Properties => {
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
const partsOf = (alarm: Properties): readonly Part[] => alarm['Metrics'] as readonly Part[];

describe('every alarm', () => {
  it('stands in the table, and says what it means and what to do', () => {
    const ordered = [...alarmsOf('safety'), ...alarmsOf('bench')];
    expect(ordered).toHaveLength(ALARMS.length);
    expect(alarms.map((one) => one['AlarmName'])).toEqual(ordered.map(({ id }) => `fsxbench-${id}`));
    for (const entry of ALARMS) {
      expect(named(entry.id)['AlarmDescription']).toBe(alarmText(entry));
      expect(alarmText(entry).length).toBeLessThanOrEqual(1024);
      expect(entry.todo.length).toBeGreaterThan(0);
      expect([entry.atLeast, entry.fewer].filter((one) => one !== undefined)).toHaveLength(1);
    }
  });

  it('goes to the topic, which lets alarms of this deployment in', () => {
    const [[topicId] = ['']] = Object.entries(deployed.resources.safety).filter(
      ([, { Type }]) => Type === 'AWS::SNS::Topic',
    );
    const topics = { safety: `<${topicId}>`, bench: 'arn:aws:sns:xx-local-1:000000000000:fsxbench-notify' };
    expect(deployed.resources.safety[topicId]?.Properties).toMatchObject({ TopicName: 'fsxbench-notify' });
    for (const { id, part } of ALARMS) {
      const one = named(id);
      expect(one['AlarmActions']).toEqual([topics[part]]);
      expect(one).not.toHaveProperty('OKActions');
    }
    const [policy] = ofType(deployed, 'AWS::SNS::TopicPolicy');
    expect(policy?.Properties.PolicyDocument?.Statement).toContainEqual({
      Sid: expect.any(String),
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: `<${topicId}>`,
      Condition: {
        StringEquals: { 'aws:SourceAccount': '000000000000' },
        ArnLike: { 'aws:SourceArn': 'arn:aws:cloudwatch:xx-local-1:000000000000:alarm:fsxbench-*' },
      },
    });
  });
});

describe('the machines that end, delete and tell', () => {
  it.each([
    ['guardian-failed', 'guardian'],
    ['janitor-failed', 'janitor'],
    ['teardown-failed', 'teardown'],
    ['nobody-told', 'tell'],
  ])('%s adds up all bad ends of %s', (id, machine) => {
    const alarm = named(id);
    const [sum, ...parts] = partsOf(alarm);
    expect(sum?.Expression).toBe('FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0)');
    expect(parts.map(({ MetricStat }) => MetricStat?.Metric.MetricName)).toEqual([
      'ExecutionsFailed',
      'ExecutionsTimedOut',
      'ExecutionsAborted',
    ]);
    for (const { MetricStat } of parts) {
      expect(MetricStat?.Stat).toBe('Sum');
      expect(MetricStat?.Metric.Dimensions.map((one) => one.Value)).toEqual([
        `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${machine}`,
      ]);
    }
    expect(alarm).toMatchObject({
      TreatMissingData: 'notBreaching',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
    });
  });

  it('are missed where the janitor is silent', () => {
    expect(named('janitor-silent')).toMatchObject({
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

describe('what is not delivered, and functions that fail', () => {
  it.each([
    ['undelivered', 'safety'],
    ['not-started', 'bench'],
  ] as const)('%s is raised with the first message of the queue of its stack', (id, part) => {
    const queues = Object.entries(deployed.resources[part]).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
    expect(queues).toHaveLength(1);
    expect(Object.values(deployed.resources[part]).map(({ Properties }) => Properties)).toContain(named(id));
    expect(named(id)).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Statistic: 'Maximum',
      Threshold: 1,
      Dimensions: [{ Name: 'QueueName', Value: `<${queues[0]?.[0]}.QueueName>` }],
    });
  });

  it('watches every queue that there is', () => {
    const watched = alarms.flatMap((one) =>
      ((one['Dimensions'] ?? []) as { Name: string; Value: string }[]).filter(({ Name }) => Name === 'QueueName'),
    );
    expect(watched).toHaveLength(ofType(deployed, 'AWS::SQS::Queue').length);
    const unscheduled = deploy();
    expect(ofType(unscheduled, 'AWS::SQS::Queue')).toHaveLength(1);
    expect(ofType(unscheduled, 'AWS::CloudWatch::Alarm')).toHaveLength(alarmsOf('safety').length);
  });

  it('adds up errors of the functions without which nothing ends', () => {
    const [sum, ...parts] = partsOf(named('functions-failing'));
    const names = parts.map(({ MetricStat }) => MetricStat?.Metric.Dimensions[0]?.Value);
    expect(names).toEqual(ENDING_FUNCTIONS.map((name) => `fsxbench-${name}`));
    expect(names).toContain('fsxbench-start-guardian');
    // An expression of an alarm takes ten metrics (CloudWatch guide, Using metric math).
    expect(names.length).toBeLessThanOrEqual(10);
    expect(sum?.Expression?.split(' + ')).toHaveLength(names.length);
  });
});

describe('the dashboard', () => {
  it('is made where it is asked for only, with a graph for each alarm of its stack', () => {
    expect(ofType(deployed, 'AWS::CloudWatch::Dashboard')).toEqual([]);
    const [page] = ofType(deploy({ dashboard: 'true' }), 'AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(page?.Properties['DashboardBody']);
    for (const { title } of alarmsOf('safety')) expect(body).toContain(title);
  });
});
