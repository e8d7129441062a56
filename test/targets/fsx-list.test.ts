import { fsxList, ofDeployment } from '../../lib/targets/fsx-list';

const row = (usageType: string, unit: string, also: Readonly<Record<string, string>> = {}) => ({
  usageType,
  unit,
  usd: 2,
  operation: 'CreateFileSystem:Tape',
  attribute: (name: string) => also[name] ?? '',
});
const of = (code: string): string | null => ({ MAZ: 'TWO_ZONES' })[code] ?? null;

it('takes rows of its own type of file system, in units that it knows', () => {
  const list = fsxList('fsx-tape', 'TAPE', () => ['reels']);
  expect(list.read(row('Storage', 'GB-Mo'))).toEqual([{ dimension: 'reels', unit: 'GiB-month', usd: 2 }]);
  expect(list.read(row('Storage', 'PB-Mo'))).toEqual([]);
  expect(list.read(row('Storage', 'GB-Mo', { 'File system type': 'Disk' }))).toEqual([]);
});

it.each([
  ['Storage.MAZ:SSD', 'GB-Mo', ['storage.ssd.TWO_ZONES']],
  ['Storage.MAZ:HDD', 'GB-Mo', []],
  ['Storage.MAZ', 'GB-Mo', []],
  ['ThroughputCapacity.MAZ', 'MiBps-Mo', ['throughput.TWO_ZONES']],
  ['ThroughputCapacity.MAZ', 'GB-Mo', []],
  ['ProvisionedIOPS.MAZ', 'IOPS-Mo', ['ssd_iops_above_3_per_gib.TWO_ZONES']],
  ['ProvisionedSSDIOPS.MAZ', 'GB-Mo', []],
  ['ProvisionedSSDIOPS.MAZ9', 'IOPS-Mo', []],
  ['BackupUsage', 'GB-Mo', []],
])('%s by the %s', (usageType, unit, dimensions) => {
  expect(ofDeployment(row(usageType, unit), of)).toEqual(dimensions);
});
