import { listAlarmMetrics, makeAlarms, readAlarmThresholds } from '../../../lib/experiment/design/alarms';
import { assignWaves, resolveReferences } from '../../../lib/shapes/requests';
import { toAction, getCallKind } from '../../../lib/shapes/resources';
import { TARGET_KINDS } from '../../../lib/targets/registry';

const LUSTRE = { scratch: { kind: 'fsx-lustre' } };
const read = (alarms: Record<string, string | number>, targets: Record<string, { kind: string }> = LUSTRE) =>
  readAlarmThresholds({ alarms, targets });

it('reads alarm thresholds in the unit of each metric (k, %, GB/s)', () => {
  expect(
    read({ server_metadata_ops: '20k', server_disk_iops: '90%', server_metadata_cpu: 80, server_read: '1 GB/s' }),
  ).toEqual({
    thresholds: { server_metadata_ops: 20_000, server_disk_iops: 90, server_metadata_cpu: 80, server_read: 1e9 },
    problems: [],
  });
  expect(readAlarmThresholds({ targets: LUSTRE })).toEqual({ thresholds: {}, problems: [] });
});

it('reports UnknownMetric and BadValue with allowed values, and keeps the valid thresholds', () => {
  const { thresholds, problems } = read({
    server_disk_iop: 90,
    server_metadata_cpu: 120,
    server_read: 5,
    server_write: '1 GB/s',
  });
  expect(thresholds).toEqual({ server_write: 1e9 });
  expect(problems.map(({ code, path, message }) => [code, path, message])).toEqual([
    ['UnknownMetric', ['alarms', 'server_disk_iop'], expect.stringContaining('server_disk_iops')],
    ['BadValue', ['alarms', 'server_metadata_cpu'], 'found 120%; allowed: at most 100%'],
    ['BadValue', ['alarms', 'server_read'], expect.stringContaining('MB/s')],
  ]);
});

it('accepts a metric that any target of the spec has, and refuses metrics of EBS volumes', () => {
  const both = { ...LUSTRE, shared: { kind: 'efs' } };
  expect(read({ server_io_limit: 90 }, both).problems).toEqual([]);
  expect(read({ server_io_limit: 90 }).problems).toHaveLength(1);
  const [problem] = read({ server_read: '1 GB/s' }, { disk: { kind: 'ebs' } }).problems;
  expect(problem?.message).toBe(
    'no alarm can use `server_read`: alarms use whole CloudWatch metrics of FSx and EFS file systems that ' +
      'fsxbench creates; no target of this spec has any',
  );
  // Of a file system beside it there is one.
  expect(read({ server_read: '1 GB/s' }, { disk: { kind: 'ebs' }, ...LUSTRE }).problems).toEqual([]);
});

it('refuses server_metadata_iops, whose dimensions are ambiguous, and names similar metrics', () => {
  const { thresholds, problems } = read({ server_metadata_iops: '90%' });
  expect(thresholds).toEqual({});
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/server_metadata_ops.*server_disk_iops/s),
  ]);
});

describe('makeAlarms', () => {
  it('creates a PutMetricAlarm on one metric by FileSystemId, with the threshold per minute', () => {
    const [request, ...others] = makeAlarms('fsx-lustre', { server_metadata_ops: 20_000 });
    expect(others).toEqual([]);
    expect(request).toEqual({
      id: 'alarmServerMetadataOps',
      call: 'cloudwatch:PutMetricAlarm',
      input: {
        Namespace: 'AWS/FSx',
        MetricName: 'MetadataOperations',
        Dimensions: [{ Name: 'FileSystemId', Value: '@fs.id' }],
        Statistic: 'Sum',
        Period: 60,
        AlarmDescription: expect.stringContaining('at least 20000 ops/s for 3 minutes'),
        // Of a minute.
        Threshold: 1_200_000,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        EvaluationPeriods: 3,
        DatapointsToAlarm: 3,
        TreatMissingData: 'notBreaching',
        AlarmActions: ['@topic.arn'],
      },
      expectedSeconds: 1,
      timeoutSeconds: 60,
    });
    expect([getCallKind('cloudwatch:PutMetricAlarm'), toAction('cloudwatch:PutMetricAlarm')]).toEqual([
      'cloudwatch:alarm',
      'PutMetricAlarm',
    ]);
  });

  it('queries all file servers and disks of a file system by Metrics Insights, filtered by FileSystemId', () => {
    const requests = makeAlarms('fsx-lustre', { server_disk_iops: 90, server_metadata_cpu: 80 });
    const filled = resolveReferences(
      requests.map(({ input }) => input['Metrics']),
      { fs: { id: 'fs-0123' } },
    );
    expect(filled).toEqual([
      [
        expect.objectContaining({
          Expression:
            'SELECT MAX(CPUUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, FileServer) ' +
            "WHERE FileSystemId = 'fs-0123'",
        }),
      ],
      [
        expect.objectContaining({
          Expression:
            'SELECT MAX(DiskIopsUtilization) FROM SCHEMA("AWS/FSx", FileSystemId, StorageTargetId) ' +
            "WHERE FileSystemId = 'fs-0123'",
        }),
      ],
    ]);
    expect(requests.map(({ input }) => input['Threshold'])).toEqual([80, 90]);
  });

  it('places alarms in the wave after the request that creates the file system', () => {
    const fs = { id: 'fs', input: {} };
    const alarms = makeAlarms('fsx-lustre', { server_disk_iops: 90, server_read: 1e9 });
    expect(assignWaves([fs, ...alarms]).map(({ wave }) => wave)).toEqual([0, 1, 1]);
  });

  it('alarms on the minimum of EFS burst credits, with LessThanOrEqualToThreshold', () => {
    const [request] = makeAlarms('efs', { server_burst_credits: 10, server_disk_iops: 90 });
    expect(request?.input).toMatchObject({
      Namespace: 'AWS/EFS',
      Dimensions: [{ Name: 'FileSystemId', Value: '@fs.fileSystemId' }],
      Statistic: 'Minimum',
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      // A tenth of 2.1 TiB.
      Threshold: expect.closeTo(0.21 * 1024 ** 4, -3),
    });
  });

  it('supports Lustre, ONTAP, OpenZFS and EFS only, with request ids of letters and digits', () => {
    const kinds = TARGET_KINDS.filter((kind) => listAlarmMetrics(kind).length > 0);
    expect(kinds).toEqual(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'efs']);
    for (const kind of kinds) {
      const all = Object.fromEntries(listAlarmMetrics(kind).map(({ name }) => [name, 1]));
      const ids = makeAlarms(kind, all).map(({ id }) => id);
      expect(new Set(ids).size).toBe(listAlarmMetrics(kind).length);
      for (const id of ids) expect(id).toMatch(/^alarmServer[A-Za-z0-9]+$/);
    }
  });

  it('sums creates of all Lustre metadata servers without naming their dimensions', () => {
    const [request] = makeAlarms('fsx-lustre', { server_file_creates: 15_000 });
    expect(resolveReferences(request?.input['Metrics'], { fs: { id: 'fs-0123' } })).toEqual([
      expect.objectContaining({
        Expression: 'SELECT SUM(FileCreateOperations) FROM "AWS/FSx" WHERE FileSystemId = \'fs-0123\'',
      }),
    ]);
    expect(request?.input['Threshold']).toBe(900_000);
  });

  it('covers all disks with an alarm on server_disk_iops, and offers none on server_metadata_iops', () => {
    const names = listAlarmMetrics('fsx-lustre').map(({ name }) => name);
    expect(names).toContain('server_disk_iops');
    expect(names).not.toContain('server_metadata_iops');
    const [request] = makeAlarms('fsx-lustre', { server_disk_iops: 90 });
    expect(request?.input['AlarmDescription']).toContain(
      'server_disk_iops: operations of its disks in use (and all other servers or disks of this kind), at least ' +
        '90% for 3 minutes. Deleted with its rig.',
    );
  });
});
