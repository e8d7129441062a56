import { readSpecObject } from '../../../../lib/experiment/reading/read';

const DISK = { kind: 'directory', path: '/mnt/bench', entitled: { iops: '1000 ops/s' } };
const MANAGED = { managed: { tag: { fsxbench: 'client' } } };

const found = (fleet: object, target: object = DISK): unknown[] =>
  readSpecObject({
    experiment: 'x',
    targets: { disk: target },
    fleet,
    workloads: {
      fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime: '5s', role: Object.keys(fleet)[0] },
    },
  })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => [code, path.join('.'), message]);

describe('roles of managed hosts', () => {
  it('name them by one tag', () => {
    expect(found({ client: MANAGED })).toEqual([]);
    expect(found({ client: { count: 50, ...MANAGED } })).toEqual([]);
    expect(found({ client: { managed: { tag: { a: 'b', c: 'd' } } } })).toEqual([
      [
        'BadValue',
        'fleet.client.managed.tag',
        'found 2 tags; needed here: one key and its value, e.g. { fsxbench: client }',
      ],
    ]);
    expect(found({ client: { managed: { tag: { 'a b': 'c' } } } }).map((one) => (one as string[])[1])).toEqual([
      'fleet.client.managed.tag.a b',
    ]);
    expect(found({ client: { managed: { tag: { 'fsxbench:rig': 'c' } } } })).toHaveLength(1);
    expect(found({ client: { managed: { tag: { role: '*' } } } })).toHaveLength(1);
  });

  it('say nothing of hosts that would be made', () => {
    const message = (key: string): string =>
      `\`${key}\` stands beside \`managed\`, whose hosts exist already: it says what hosts to make; take one of them ` +
      'out';
    expect(found({ client: { instanceType: 'c5n.large', placement: 'cluster', ...MANAGED } })).toEqual([
      ['Contradiction', 'fleet.client.instanceType', message('instanceType')],
      ['Contradiction', 'fleet.client.placement', message('placement')],
    ]);
  });

  it('are at most as many as one command may name', () => {
    const most =
      'allowed: at most 50, as one command names so many ids ' +
      '(https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html)';
    expect(found({ client: { count: 51, ...MANAGED } })).toEqual([
      ['OutOfRange', 'fleet.client.count', `found 51 managed hosts; ${most}`],
    ]);
    expect(found({ a: { count: 30, ...MANAGED }, b: { count: 21, ...MANAGED } })).toEqual([
      ['OutOfRange', 'fleet', `found 51 managed hosts of \`a\`, \`b\` together; ${most}`],
    ]);
    expect(found({ a: { count: 30, ...MANAGED }, b: { count: 20, ...MANAGED } })).toEqual([]);
  });

  it('are all hosts of an experiment, or none', () => {
    expect(found({ client: MANAGED, other: { instanceType: 'c5n.large' } })).toEqual([
      [
        'MixedFleet',
        'fleet.other',
        '`other` is to be made and `client` exists already: this version has all hosts of an experiment managed, or ' +
          'none; write `managed` here too',
      ],
    ]);
  });
});

describe('targets on managed hosts', () => {
  it('exist already, too', () => {
    const nas = { kind: 'external-nfs', address: '10.0.0.5', export: '/', folder: 'bench', entitled: DISK.entitled };
    expect(found({ client: MANAGED }, nas)).toEqual([]);
    expect(found({ client: MANAGED }, { kind: 'efs', throughputMode: 'elastic', storedGiB: 1 })).toEqual([
      [
        'NotOnManaged',
        'targets.disk.kind',
        '`efs` is made in the network of the deployment, and lets in hosts that are made there; on managed hosts: ' +
          'directory, external-nfs, external-ceph',
      ],
    ]);
  });

  it('have an absolute path', () => {
    expect(found({ client: MANAGED }, { ...DISK, path: 'bench' })).toEqual([
      ['BadValue', 'targets.disk.path', "found 'bench'; on managed hosts a path is absolute, e.g. /mnt/data/bench"],
    ]);
    expect(found({ client: {} }, { ...DISK, path: 'bench' })).toEqual([]);
  });
});
