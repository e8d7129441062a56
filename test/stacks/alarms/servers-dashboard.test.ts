import { formatSearch } from '../../../lib/stacks/alarms/servers-dashboard';
import { SERVER_METRICS } from '../../../lib/shapes/server-metrics';
import { deploy } from '../deployed-templates';

const pages = (setting: 'true' | 'false'): readonly unknown[] =>
  Object.values(deploy({ dashboard: setting }).resources.bench)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Dashboard')
    .map(({ Properties }) => Properties);

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly markdown?: string;
    readonly metrics?: readonly (readonly [{ readonly expression: string; readonly label?: string }])[];
  };
}

const [page] = pages('true') as readonly { readonly DashboardName: string; readonly DashboardBody: unknown }[];
const text = page?.DashboardBody;
// References as `<…>`: the Region, in each widget.
const { widgets } = JSON.parse(String(text)) as { readonly widgets: readonly Widget[] };
const expressions = widgets.flatMap(({ properties }) =>
  (properties.metrics ?? []).map(([{ expression }]) => expression),
);

const EXPRESSION =
  /^SEARCH\('\{AWS\/\w+(,[A-Za-z]+){1,2}\} MetricName="\w+%?"', '(Sum|Average|Minimum|Maximum)', (60|300)\)$/;

describe('the page of servers', () => {
  it('is made with the dashboard of operators only, under a name of its own', () => {
    expect(pages('false')).toEqual([]);
    expect(pages('true')).toHaveLength(1);
    expect(page?.DashboardName).toBe('fsxbench-servers');
  });

  it('looks for every metric that reports read of servers', () => {
    for (const metric of SERVER_METRICS) {
      // Of these, whichever dimensions they are kept by: both graphs are asked for below.
      const dimensions = metric.anyDimensions === true ? ['FileSystemId', 'FileServer'] : metric.dimensions;
      expect(expressions).toContain(formatSearch({ ...metric, dimensions }));
    }
  });

  it('looks for the operations of metadata servers by both dimensions, in one graph each', () => {
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

  it('shows volumes and hosts too', () => {
    expect(expressions).toContain(
      `SEARCH('{AWS/EBS,VolumeId} MetricName="VolumeThroughputPercentage"', 'Average', 60)`,
    );
    for (const metric of ['CPUCreditBalance', 'EBSByteBalance%', 'EBSIOBalance%'])
      expect(expressions).toContain(`SEARCH('{AWS/EC2,InstanceId} MetricName="${metric}"', 'Minimum', 300)`);
    for (const metric of ['InstanceEBSThroughputExceededCheck', 'InstanceEBSIOPSExceededCheck'])
      expect(expressions).toContain(`SEARCH('{AWS/EC2,InstanceId} MetricName="${metric}"', 'Maximum', 300)`);
  });

  it('asks nothing twice, and in expressions that CloudWatch takes', () => {
    expect(new Set(expressions).size).toBe(expressions.length);
    for (const expression of expressions) {
      expect(expression).toMatch(EXPRESSION);
    }
    // Lines are called after what tells them apart, not all the same.
    const labels = widgets.flatMap(({ properties }) => (properties.metrics ?? []).map(([{ label }]) => label));
    expect(new Set(labels)).toEqual(new Set([undefined]));
  });

  it('says that it cannot tell what is of this deployment', () => {
    expect(widgets[0]?.properties.markdown).toContain('**fsxbench**');
    expect(widgets[0]?.properties.markdown).toContain('including external ones');
  });
});
