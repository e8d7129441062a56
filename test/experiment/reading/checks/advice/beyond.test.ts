import { readSpecObject } from '../../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec } from '../../../real-spec';

const GP3 = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 };
const ONTAP = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 2048 };

function said(decide: object, more: { targets?: object; fio?: object; count?: number } = {}): string[] {
  const { targets = { small: GP3, large: { ...GP3, iops: 6000 } }, fio = {}, count = 1 } = more;
  const load = { ...fioOf('1 GiB'), rw: 'randread', bs: '4k', iodepth: 32, numjobs: 4, ...fio };
  const fleet = { client: { count, instanceType: 'c5n.18xlarge' } };
  return readSpecObject(lustreSpec({ targets, fleet, workloads: { fio: load }, factors: {}, decide }))
    .problems.filter(({ code }) => code === 'BeyondReach')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
}

describe('what is asked for and nothing reaches', () => {
  it('is said before it is paid for, with the most of all that compete', () => {
    expect(said({ metric: 'iops', atLeast: '20k ops/s', prefer: 'cheapest' })).toEqual([
      'advice decide.atLeast: asked for are 20,000 I/Os a second, and as hosts and targets are modelled none reaches ' +
        'more than 6,000 I/Os a second (`large`): the answer would be that nothing does. Provision more, take more ' +
        'or larger hosts, keep more in flight, or ask for less',
    ]);
    expect(said({ metric: 'iops', atLeast: '6k ops/s', prefer: 'cheapest' })).toEqual([]);
    expect(said({ metric: 'iops', atLeast: '6k ops/s', where: { target: 'small' } })).toHaveLength(1);
  });

  it('is known of bytes a second, and of one operation', () => {
    const fio = { rw: 'rw', rwmixread: 50, bs: '1m' };
    expect(said({ metric: 'bandwidth', operation: 'read', atLeast: '500 MB/s' }, { fio })[0]).toMatch(
      /^advice decide\.atLeast: asked for are 476\.84 MiB a second of read, .* than 62\.5 MiB a second of read/,
    );
  });

  it('is not said where memory of servers may answer, and too few in flight count elsewhere', () => {
    expect(said({ metric: 'iops', atLeast: '20k ops/s' }, { targets: { ontap: ONTAP } })).toEqual([]);
    expect(said({ metric: 'iops', atLeast: '5k ops/s' }, { fio: { iodepth: 1, numjobs: 1 } })).toHaveLength(1);
  });

  it('is not known of storage of others, of latency, nor of what nobody modelled', () => {
    const nas = {
      kind: 'external-nfs',
      address: '10.0.0.1',
      export: '/',
      folder: '.',
      entitled: { iops: '100 ops/s' },
    };
    expect(said({ metric: 'iops', atLeast: '20k ops/s' }, { targets: { nas } })).toEqual([]);
    expect(said({ metric: 'latency_p99', atMost: '1us' })).toEqual([]);
  });
});
