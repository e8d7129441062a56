import { check } from '../../../lib/experiment/language/schema-problems';
import { externalCeph } from '../../../lib/targets/external-ceph/target';

const MONITORS = ['10.20.0.12', '10.20.0.11'];
const FILES = { kind: 'external-ceph', monitors: MONITORS, folder: 'bench' };
const BLOCKS = { kind: 'external-ceph', protocol: 'rbd', monitors: MONITORS, pool: 'bench', sizeGiB: 100 };
const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';

const messages = (entry: object): string[] => {
  const found = check(externalCeph.schema, entry, []);
  const problems = 'value' in found ? externalCeph.check(found.value) : found.problems;
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const without = (entry: Readonly<Record<string, unknown>>, key: string): object =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key));

describe('rules of external-ceph', () => {
  it.each([
    [FILES, []],
    [BLOCKS, []],
    [{ ...FILES, secret: SECRET, fsname: 'cephfs', path: '/volumes', servers: ['osd1'] }, []],
    [without(FILES, 'folder'), ['folder: `folder` is missing; protocol cephfs needs it']],
    [without(BLOCKS, 'pool'), ['pool: `pool` is missing; protocol rbd needs it']],
    [without(BLOCKS, 'sizeGiB'), ['sizeGiB: `sizeGiB` is missing; protocol rbd needs it']],
    [{ ...FILES, pool: 'x' }, ['pool: `pool` is of protocol rbd, and this is cephfs; take it out']],
    [{ ...BLOCKS, path: '/x' }, ['path: `path` is of protocol cephfs, and this is rbd; take it out']],
    [
      { ...FILES, secret: 'AQD0bWVgAAAAABAAqVUJ3c0zKbqQe2rW1w8sGA==' },
      [
        // A key that somebody wrote there is not said again.
        'secret: needed here: the ARN of a secret whose text is the key of the user, e.g. ' +
          'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf; a key itself does not belong into a spec',
      ],
    ],
    [
      { ...FILES, monitors: '10.20.0.11' },
      [
        "monitors: found '10.20.0.11'; needed here: the monitors of the cluster, e.g. " +
          '[10.20.0.11, 10.20.0.12, 10.20.0.13]',
      ],
    ],
    [
      { ...FILES, monitors: Array.from({ length: 10 }, (_, index) => `10.20.0.${index + 1}`) },
      ['monitors: found 10 monitors; name at most 9, those to ask'],
    ],
    [{ ...FILES, monitors: [] }, ['monitors: needed here: at least one monitor, e.g. [10.20.0.11]']],
    [
      { ...FILES, monitors: ['127.0.0.1'] },
      [
        'monitors.0: found 127.0.0.1; hosts would ask themselves, or nobody: write the address at which they reach ' +
          'the server',
      ],
    ],
  ])('%j', (entry, expected) => {
    expect(messages(entry)).toEqual(expected);
  });
});

describe('what external-ceph is to others', () => {
  const files = externalCeph.schema.parse({ ...FILES, secret: SECRET, servers: ['10.20.0.21'] });

  it('is one store for files and blocks, in whatever order its monitors are written', () => {
    const blocks = externalCeph.schema.parse({ ...BLOCKS, monitors: MONITORS.toReversed() });
    expect(externalCeph.foreign?.stores(files)).toEqual(['ceph:10.20.0.11', 'ceph:10.20.0.12']);
    expect(externalCeph.foreign?.stores(blocks)).toEqual(externalCeph.foreign?.stores(files));
  });

  it('is reached at its monitors and its servers, by a secret that is no part of what it is', () => {
    expect(externalCeph.foreign?.reaches(files, { noatime: false })).toEqual([
      { address: '10.20.0.12', ports: [6789] },
      { address: '10.20.0.11', ports: [6789] },
      { address: '10.20.0.21', ports: ['6800-7568'] },
    ]);
    expect(externalCeph.foreign?.secrets?.(files)).toEqual([SECRET]);
    expect(JSON.stringify(externalCeph.identity?.(files))).not.toContain('secretsmanager');
  });

  it('is not as it was asked for where the kernel has another type', () => {
    const kernel = { source: '10.20.0.11:6789:/', type: 'ceph', options: 'rw,noatime,name=fsxbench,secret=<hidden>' };
    expect(externalCeph.mounted(files, { noatime: true }, kernel)).toEqual([]);
    expect(externalCeph.mounted(files, { noatime: false }, kernel)).toEqual([
      'the kernel has noatime, which nobody asked for',
    ]);
    expect(externalCeph.mounted(files, { noatime: true }, { ...kernel, type: 'xfs' })).toEqual([
      'ceph was asked for, the kernel has xfs',
    ]);
  });
});
