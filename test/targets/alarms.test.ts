import { inWaves, withReferences } from '../../lib/shapes/requests';
import { actionOf, kindOfCall } from '../../lib/shapes/resources';
import { alarmMetrics, alarmRequests, whyNoAlarm } from '../../lib/targets/alarms';
import { targetOf, TARGET_KINDS } from '../../lib/targets/registry';
import { expected } from '../../lib/shapes/errors';

const of = (kind: string) => expected(targetOf(kind), kind);

it('is on one metric where its file system alone tells it, as CloudWatch counts it', () => {
  const [request, ...others] = alarmRequests(of('fsx-lustre'), { server_metadata_ops: 20_000 });
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
  expect([kindOfCall('cloudwatch:PutMetricAlarm'), actionOf('cloudwatch:PutMetricAlarm')]).toEqual([
    'cloudwatch:alarm',
    'PutMetricAlarm',
  ]);
});

it('asks all servers and disks of a file system, whose names nobody knows before', () => {
  const requests = alarmRequests(of('fsx-lustre'), { server_disk_iops: 90, server_metadata_cpu: 80 });
  const filled = withReferences(
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

it('comes after its file system', () => {
  const fs = { id: 'fs', input: {} };
  const alarms = alarmRequests(of('fsx-lustre'), { server_disk_iops: 90, server_read: 1e9 });
  expect(inWaves([fs, ...alarms]).map(({ wave }) => wave)).toEqual([0, 1, 1]);
});

it('tells of what runs out from below, and of EFS by the id that CloudWatch knows', () => {
  const [request] = alarmRequests(of('efs'), { server_burst_credits: 10, server_disk_iops: 90 });
  expect(request?.input).toMatchObject({
    Namespace: 'AWS/EFS',
    Dimensions: [{ Name: 'FileSystemId', Value: '@fs.fileSystemId' }],
    Statistic: 'Minimum',
    ComparisonOperator: 'LessThanOrEqualToThreshold',
    // A tenth of 2.1 TiB.
    Threshold: expect.closeTo(0.21 * 1024 ** 4, -3),
  });
});

it('is on file systems only, by names of requests that are letters and digits', () => {
  const kinds = TARGET_KINDS.filter((kind) => alarmMetrics(of(kind)).length > 0);
  expect(kinds).toEqual(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'efs']);
  for (const kind of kinds) {
    const all = Object.fromEntries(alarmMetrics(of(kind)).map(({ name }) => [name, 1]));
    const ids = alarmRequests(of(kind), all).map(({ id }) => id);
    expect(new Set(ids).size).toBe(alarmMetrics(of(kind)).length);
    for (const id of ids) expect(id).toMatch(/^alarmServer[A-Za-z0-9]+$/);
  }
});

it('is on what metadata servers count, by whatever else than their file system it is kept', () => {
  const [request] = alarmRequests(of('fsx-lustre'), { server_file_creates: 15_000 });
  expect(withReferences(request?.input['Metrics'], { fs: { id: 'fs-0123' } })).toEqual([
    expect.objectContaining({
      Expression: 'SELECT SUM(FileCreateOperations) FROM "AWS/FSx" WHERE FileSystemId = \'fs-0123\'',
    }),
  ]);
  expect(request?.input['Threshold']).toBe(900_000);
});

it('is not on what only a part of a name tells apart, but for the first, which stands for all', () => {
  const names = alarmMetrics(of('fsx-lustre')).map(({ name }) => name);
  expect(names).toContain('server_disk_iops');
  expect(names).not.toContain('server_metadata_iops');
  const [request] = alarmRequests(of('fsx-lustre'), { server_disk_iops: 90 });
  expect(request?.input['AlarmDescription']).toContain('(and of all others)');
});

it('says why there is none on what servers tell all the same', () => {
  expect(whyNoAlarm(of('fsx-lustre'), 'server_metadata_iops')).toContain('watch `server_disk_iops`');
  expect(whyNoAlarm(of('fsx-lustre'), 'server_disk_iops')).toBeNull();
  expect(whyNoAlarm(of('fsx-lustre'), 'server_nothing')).toBeNull();
  for (const { name } of of('ebs').serverMetrics ?? [])
    expect(whyNoAlarm(of('ebs'), name)).toMatch(/volumes and their hosts.*watch the page `NAME-servers`/);
  for (const kind of TARGET_KINDS)
    for (const { name } of of(kind).serverMetrics ?? [])
      expect([kind, name, whyNoAlarm(of(kind), name) === null]).toEqual([
        kind,
        name,
        alarmMetrics(of(kind)).some((one) => one.name === name),
      ]);
});
