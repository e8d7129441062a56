import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { lustreSpec } from '../../real-spec';

const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 640 };
const about = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => code === 'DiskOfOneHost')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
const fleet = (count: number): object => ({ client: { count, instanceType: 'c5n.2xlarge' } });

describe('a target that is a disk of a host', () => {
  it('is one of one host, beside whatever else is measured', () => {
    expect(about({ targets: { disk: EBS }, fleet: fleet(1) })).toEqual([]);
  });

  it('is refused for several hosts, which would be several targets', () => {
    expect(about({ targets: { disk: EBS }, fleet: fleet(3) })).toEqual([
      expect.stringMatching(/^error targets\.disk\.roles: found client, which have 3 hosts; a volume is a disk of one/),
    ]);
  });

  it('is refused for a role that is not there', () => {
    expect(about({ targets: { disk: { ...EBS, roles: ['broker'] } }, fleet: fleet(1) })).toEqual([
      'error targets.disk.roles: found broker; the fleet has client',
    ]);
  });
});
