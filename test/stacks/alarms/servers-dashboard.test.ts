import { formatSearch } from '../../../lib/stacks/alarms/servers-dashboard';
import { SERVER_METRICS } from '../../../lib/shapes/server-metrics';
import { deploy, filterByType, type Properties } from '../deployed-templates';

const page = filterByType(deploy({ dashboard: 'true' }), 'AWS::CloudWatch::Dashboard')
  .map(({ Properties }) => Properties)
  .find((one) => one['DashboardName'] === 'fsxbench-servers') as Properties;

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly markdown?: string;
    readonly metrics?: readonly (readonly [{ readonly expression: string; readonly label?: string }])[];
  };
}

// References as `<…>`: the Region, in each widget.
const { widgets } = JSON.parse(String(page['DashboardBody'])) as { readonly widgets: readonly Widget[] };
const expressions = widgets.flatMap(({ properties }) =>
  (properties.metrics ?? []).map(([{ expression }]) => expression),
);

const EXPRESSION =
  /^SEARCH\('\{AWS\/\w+(,[A-Za-z]+){1,2}\} MetricName="\w+%?"', '(Sum|Average|Minimum|Maximum)', (60|300)\)$/;

describe('CloudWatch dashboard of servers', () => {
  it('exists only when the setting dashboard is true, and is named fsxbench-servers', () => {
    expect(filterByType(deploy({ dashboard: 'false' }), 'AWS::CloudWatch::Dashboard')).toEqual([]);
    expect(page['DashboardName']).toBe('fsxbench-servers');
  });

  it('searches for every server metric that reports use', () => {
    for (const metric of SERVER_METRICS) {
      // Of these, whichever dimensions they are kept by: both graphs are asked for below.
      const dimensions = metric.anyDimensions === true ? ['FileSystemId', 'FileServer'] : metric.dimensions;
      expect(expressions).toContain(formatSearch({ ...metric, dimensions }));
    }
  });

  it('searches for metadata operations by StorageTargetId and FileServer, in one graph per operation', () => {
    for (const operation of ['FileCreate', 'FileOpen', 'FileDelete', 'Stat', 'Rename']) {
      const title = `${operation}Operations, by StorageTargetId or FileServer`;
      const found = widgets.filter(({ properties }) => properties.title === title);
      expect(found.map(({ properties }) => properties.metrics?.map(([{ expression }]) => expression))).toEqual([
        ['StorageTargetId', 'FileServer'].map(
          (by) => `SEARCH('{AWS/FSx,FileSystemId,${by}} MetricName="${operation}Operations"', 'Sum', 60)`,
        ),
      ]);
    }
  });

  it('shows metrics of EBS volumes and of hosts', () => {
    expect(expressions).toContain(
      `SEARCH('{AWS/EBS,VolumeId} MetricName="VolumeThroughputPercentage"', 'Average', 60)`,
    );
    for (const metric of ['CPUCreditBalance', 'EBSByteBalance%', 'EBSIOBalance%'])
      expect(expressions).toContain(`SEARCH('{AWS/EC2,InstanceId} MetricName="${metric}"', 'Minimum', 300)`);
    for (const metric of ['InstanceEBSThroughputExceededCheck', 'InstanceEBSIOPSExceededCheck'])
      expect(expressions).toContain(`SEARCH('{AWS/EC2,InstanceId} MetricName="${metric}"', 'Maximum', 300)`);
  });

  it('has each search expression once, in the syntax of CloudWatch', () => {
    expect(new Set(expressions).size).toBe(expressions.length);
    for (const expression of expressions) expect(expression).toMatch(EXPRESSION);
    // Lines are called after what tells them apart, not all the same.
    const labels = widgets.flatMap(({ properties }) => (properties.metrics ?? []).map(([{ label }]) => label));
    expect(new Set(labels)).toEqual(new Set([undefined]));
  });

  it('states in its text that it includes external resources', () => {
    expect(widgets[0]?.properties.markdown).toContain('**fsxbench**');
    expect(widgets[0]?.properties.markdown).toContain('including external ones');
  });
});
