import { readSpecObject } from '../../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec } from '../../../real-spec';

const ONTAP = {
  kind: 'fsx-ontap',
  deploymentType: 'SINGLE_AZ_1',
  storageGiB: 1024,
  throughputMBps: 2048,
  diskIops: 20_000,
};
const CODES = ['LoadBelowTarget', 'HostsBelowTarget'];

function said(fio: object, client: object = {}, more: object = {}): string[] {
  const fleet = { client: { count: 1, instanceType: 'c5n.large', ...client } };
  const workloads = { fio: { ...fioOf('1 GiB'), ...fio } };
  return readSpecObject(lustreSpec({ targets: { ontap: ONTAP }, fleet, workloads, factors: {}, ...more }))
    .problems.filter(({ code }) => CODES.includes(code))
    .map(({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`);
}

describe('a load that cannot reach what is paid for', () => {
  it('is said, with what is in flight', () => {
    // A read takes 500 us, and 4 KiB at 3 Gbit/s another 11.
    expect(said({ rw: 'randread', bs: '4k', iodepth: 1, numjobs: 1 })).toEqual([
      'advice LoadBelowTarget workloads.fio: 1 host of role `client` keeps 1 I/O in flight, which makes 1,957 I/Os ' +
        '(7.65 MiB) a second as the target is modelled, of 20,000 I/Os (78.13 MiB) a second that are paid for of ' +
        '`ontap`: latency is measured, not what it can do. 10 times as much in flight (hosts, jobs, depth) would ' +
        'reach it',
    ]);
    expect(said({ rw: 'randread', bs: '4k', iodepth: 16, numjobs: 4 })).toEqual([]);
  });

  it('is said of hosts whose network is too slow', () => {
    expect(said({ rw: 'read', bs: '1m', iodepth: 16, numjobs: 4 })).toEqual([
      'advice HostsBelowTarget fleet.client.count: over the network 1 host of role `client` moves 358 I/Os ' +
        '(357.63 MiB) a second at all times, of 1,953 I/Os (1.91 GiB) a second that are paid for of `ontap`: ' +
        'workload `fio` measures the hosts. 5.5 times as many, or larger ones, would reach it',
    ]);
    expect(said({ rw: 'read', bs: '1m', iodepth: 16, numjobs: 4 }, { count: 8 })).toEqual([]);
  });

  it('is said of no sweep, one level of which reaches it', () => {
    const sweep = { factors: { depth: [1, 64] } };
    expect(said({ rw: 'randread', bs: '4k', iodepth: '$depth', numjobs: 4 }, {}, sweep)).toEqual([]);
    expect(said({ rw: 'randread', bs: '4k', iodepth: '$depth' }, {}, { factors: { depth: [1, 2] } })).toHaveLength(1);
  });

  it('is no matter where nobody knows the type, or memory of the host answers', () => {
    const few = { rw: 'randread', bs: '4k', iodepth: 1, numjobs: 1 };
    expect(said(few, { instanceType: 'x9z.large' })).toEqual([]);
    expect(said({ ...few, direct: false })).toEqual([]);
  });
});
