import { readSpecObject } from '../../../../lib/experiment/reading/read';

const NAS = { kind: 'external-nfs', address: '10.0.0.5', export: '/', folder: 'bench' };
const EFS = { kind: 'efs', throughputMode: 'elastic', storedGiB: 1 };
const found = (parallelRigs: number, target: object): unknown[] =>
  readSpecObject({
    experiment: 'x',
    targets: { nas: target },
    fleet: { client: { instanceType: 'c5n.large' } },
    workloads: { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime: '5s' } },
    limits: { parallelRigs },
  })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => [code, path.join('.'), message]);

describe('rigs at once', () => {
  it('are not wanted of a store that is there once', () => {
    expect(found(2, NAS)).toEqual([
      [
        'SharedStore',
        'limits.parallelRigs',
        'found 2; rigs at once would measure each other on `nas`, which is there once: write 1, or leave it out',
      ],
    ]);
    expect([found(1, NAS), found(2, EFS)]).toEqual([[], []]);
  });
});
