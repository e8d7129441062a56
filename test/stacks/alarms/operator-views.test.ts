import { METRICS } from '../../../lib/shapes/deployment-metrics';
import { deploy, filterByType, type Properties } from '../deployed-templates';

const deployed = deploy({ dashboard: 'true' });
const find = (name: string): Properties | undefined =>
  filterByType(deployed, 'AWS::CloudWatch::Dashboard')
    .map(({ Properties }) => Properties)
    .find((one) => one['DashboardName'] === name);
const body = String(find('fsxbench-executions')?.['DashboardBody']);

describe('CloudWatch dashboard of executions', () => {
  it('exists, like the dashboard of servers, only when the setting dashboard is true', () => {
    expect(find('fsxbench-servers')).toBeDefined();
    expect(find('fsxbench-executions')).toBeDefined();
    expect(filterByType(deploy({ dashboard: 'false' }), 'AWS::CloudWatch::Dashboard')).toEqual([]);
  });

  it.each(Object.keys(METRICS))('shows the metric %s', (name) => {
    expect(body).toMatch(new RegExp(`MetricName=."${name}." stack=."fsxbench."`));
  });

  it('shows the state of each alarm of the deployment', () => {
    const names = filterByType(deployed, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties['AlarmName']);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(body).toContain(`:alarm:${String(name)}"`);
  });
});

describe('saved query of Logs Insights', () => {
  it('searches the log groups of all functions of both stacks', () => {
    const [query] = filterByType(deployed, 'AWS::Logs::QueryDefinition').map(({ Properties }) => Properties);
    const groups = filterByType(deployed, 'AWS::Logs::LogGroup').map(({ Properties }) =>
      String(Properties['LogGroupName']),
    );
    expect(query?.['Name']).toBe('fsxbench/execution');
    const ofFunctions = groups.filter((name) => name.startsWith('/aws/lambda/'));
    expect(ofFunctions).toHaveLength(filterByType(deployed, 'AWS::Lambda::Function').length);
    expect(new Set(query?.['LogGroupNames'] as string[])).toEqual(new Set(ofFunctions));
  });
});
