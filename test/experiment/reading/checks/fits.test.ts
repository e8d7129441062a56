import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec, persistent } from '../../real-spec';

const about = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => code === 'DataTooLarge')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('data that hosts lay out', () => {
  it('must fit on the target, all hosts and jobs together', () => {
    expect(about({ workloads: { fio: fioOf('400 GiB') } })).toEqual([
      'error workloads.fio.size: the hosts lay out 1.56 TiB (2 client x 800 GiB); target `scratch` holds 1.17 TiB. ' +
        'To stay below 90 %, make that at most 540 GiB for each host: a smaller `size`, fewer jobs or hosts, or more ' +
        'storage',
    ]);
  });

  it('should leave a tenth free', () => {
    expect(about({ workloads: { fio: fioOf('270 GiB') } })).toEqual([]);
    expect(about({ workloads: { fio: fioOf('271 GiB') } })).toEqual([
      expect.stringMatching(/^warning workloads\.fio\.size: .*more than 90 % full/),
    ]);
    expect(about({ workloads: { fio: fioOf('300 GiB') } })).toEqual([expect.stringMatching(/^warning /)]);
    expect(about({ workloads: { fio: fioOf('301 GiB') } })).toEqual([expect.stringMatching(/^error /)]);
  });

  it('of a role that the fleet lacks is not counted: that the role is missing is said', () => {
    const { problems } = readSpecObject(lustreSpec({ workloads: { fio: { ...fioOf('400 GiB'), role: 'clients' } } }));
    expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['MissingRole']);
  });

  it('is the largest file of each job, whichever workload asks for it', () => {
    const workloads = { small: fioOf('1 GiB'), large: fioOf('400 GiB'), other: fioOf('300 GiB') };
    expect(about({ workloads })).toEqual([
      expect.stringMatching(/^error workloads\.large\.size: .*2 client x 800 GiB/),
    ]);
  });

  it('is told once for each workload, not for each target', () => {
    const targets = { a: persistent(), b: persistent({ perUnitMBps: 250 }), large: persistent({ storageGiB: 9600 }) };
    expect(about({ targets, workloads: { fio: fioOf('400 GiB') } })).toEqual([
      expect.stringContaining('target `a` holds 1.17 TiB'),
    ]);
    expect(about({ targets: { large: targets.large }, workloads: { fio: fioOf('400 GiB') } })).toEqual([]);
  });

  it('must fit into the smallest stage', () => {
    const stages = { large: { storageGiB: 4800 }, small: { storageGiB: 2400 } };
    const workloads = { fio: fioOf('700 GiB') };
    expect(about({ targets: { zfs: persistent({ stages }) }, workloads })).toEqual([
      expect.stringContaining('target `zfs` holds 2.34 TiB'),
    ]);
  });

  it('is not counted where files are made by the trials, nor on a directory of this machine', () => {
    expect(about({ workloads: { fio: { kind: 'fio', ioengine: 'filecreate', nrfiles: 1000 } } })).toEqual([]);
    const targets = { here: { kind: 'directory', path: '/data' } };
    expect(about({ targets, workloads: { fio: fioOf('400 TiB') } })).toEqual([]);
  });
});
