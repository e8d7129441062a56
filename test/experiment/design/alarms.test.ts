import { readAlarms } from '../../../lib/experiment/design/alarms';
import { KINDS } from '../../../lib/experiment/kinds';

const LUSTRE = { scratch: { kind: 'fsx-lustre' } };
const read = (alarms: Record<string, string | number>, targets: Record<string, { kind: string }> = LUSTRE) =>
  readAlarms({ alarms, targets }, KINDS);

it('reads thresholds in the unit of each metric', () => {
  expect(
    read({ server_metadata_ops: '20k', server_disk_iops: '90 %', server_metadata_cpu: 80, server_read: '1 GB/s' }),
  ).toEqual({
    thresholds: { server_metadata_ops: 20_000, server_disk_iops: 90, server_metadata_cpu: 80, server_read: 1e9 },
    problems: [],
  });
  expect(readAlarms({ targets: LUSTRE }, KINDS)).toEqual({ thresholds: {}, problems: [] });
});

it('says of each that is wrong what is allowed', () => {
  const { thresholds, problems } = read({
    server_disk_iop: 90,
    server_metadata_cpu: 120,
    server_read: 5,
    server_write: '1 GB/s',
  });
  expect(thresholds).toEqual({ server_write: 1e9 });
  expect(problems.map(({ code, path, message }) => [code, path, message])).toEqual([
    ['UnknownMetric', ['alarms', 'server_disk_iop'], expect.stringContaining('server_disk_iops')],
    ['BadValue', ['alarms', 'server_metadata_cpu'], 'found 120 %; it is a share of 100 % at most'],
    ['BadValue', ['alarms', 'server_read'], expect.stringContaining('MB/s')],
  ]);
});

it('takes a metric that any target of the spec has, and none of volumes of hosts', () => {
  const both = { ...LUSTRE, shared: { kind: 'efs' } };
  expect(read({ server_io_limit: 90 }, both).problems).toEqual([]);
  expect(read({ server_io_limit: 90 }).problems).toHaveLength(1);
  const [problem] = read({ server_read: '1 GB/s' }, { disk: { kind: 'ebs' } }).problems;
  expect(problem?.message).toBe(
    '`server_read` has no alarm: it is told of volumes and their hosts, and alarms are on file systems of FSx and ' +
      'EFS that fsxbench makes: watch the page `NAME-servers` of CloudWatch (`-c dashboard=true`), which draws it; ' +
      'reports tell it afterwards',
  );
  // Of a file system beside it there is one.
  expect(read({ server_read: '1 GB/s' }, { disk: { kind: 'ebs' }, ...LUSTRE }).problems).toEqual([]);
  const [local] = read({ server_read: '1 GB/s' }, { disk: { kind: 'directory' } }).problems;
  expect(local?.message).toContain('alarms are on file systems of FSx and EFS that fsxbench makes');
});

it('says why metadata operations of disks cannot be watched, and what can', () => {
  const { thresholds, problems } = read({ server_metadata_iops: '90 %' });
  expect(thresholds).toEqual({});
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    [
      'UnknownMetric',
      '`server_metadata_iops` has no alarm: only a part of the names of disks tells it from `server_disk_iops`, and ' +
        'alarms of CloudWatch go by whole names (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/' +
        'Create-alarm-on-metric-math-expression.html): watch `server_disk_iops`, which is raised by both; reports ' +
        'tell them apart',
    ],
  ]);
});
