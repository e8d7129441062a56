import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { externalCeph } from '../../../lib/targets/external-ceph/target';
import cases from './target.cases.json';

const MONITORS = ['10.20.0.12', '10.20.0.11'];
const FILES = { kind: 'external-ceph', monitors: MONITORS, folder: 'bench' };
const BLOCKS = { kind: 'external-ceph', protocol: 'rbd', monitors: MONITORS, pool: 'bench', sizeGiB: 100 };
const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';

const messages = (entry: object): string[] => {
  const found = checkSchema(externalCeph.schema, entry, []);
  const problems = 'value' in found ? externalCeph.check(found.value) : found.problems;
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('validation of external-ceph', () => {
  // A key that somebody wrote in place of the ARN of a secret is not said again.
  it.each(cases.entries as [object, string[]][])('reports for %j the errors %j', (entry, expected) => {
    expect(messages(entry)).toEqual(expected);
  });
});

describe('target external-ceph', () => {
  const files = externalCeph.schema.parse({ ...FILES, secret: SECRET, servers: ['10.20.0.21'] });

  it('identifies CephFS and RBD as the same stores by monitors, in any order', () => {
    const blocks = externalCeph.schema.parse({ ...BLOCKS, monitors: MONITORS.toReversed() });
    expect(externalCeph.external?.stores(files)).toEqual(['ceph:10.20.0.11', 'ceph:10.20.0.12']);
    expect(externalCeph.external?.stores(blocks)).toEqual(externalCeph.external?.stores(files));
  });

  it('opens the ports of monitors and servers, and leaves the secret out of the identity', () => {
    expect(externalCeph.external?.reaches(files, { noatime: false })).toEqual([
      { address: '10.20.0.12', ports: [6789] },
      { address: '10.20.0.11', ports: [6789] },
      { address: '10.20.0.21', ports: ['6800-7568'] },
    ]);
    expect(externalCeph.external?.secrets?.(files)).toEqual([
      { secret: SECRET, servers: ['10.20.0.12', '10.20.0.11'] },
    ]);
    expect(JSON.stringify(externalCeph.identity?.(files))).not.toContain('secretsmanager');
  });

  it('reports a different mount option or file system type in the kernel', () => {
    const kernel = { source: '10.20.0.11:6789:/', type: 'ceph', options: 'rw,noatime,name=fsxbench,secret=<hidden>' };
    expect(externalCeph.mounting.diffMount(files, { noatime: true }, kernel)).toEqual([]);
    expect(externalCeph.mounting.diffMount(files, { noatime: false }, kernel)).toEqual([
      'the mount has option noatime, which was not requested',
    ]);
    expect(externalCeph.mounting.diffMount(files, { noatime: true }, { ...kernel, type: 'xfs' })).toEqual([
      'requested ceph, but the kernel has xfs',
    ]);
  });

  it('gives each host an image of its size; CephFS has no known size', () => {
    const blocks = externalCeph.schema.parse(BLOCKS);
    const options = { noatime: false };
    expect(externalCeph.mounting.volumes?.(blocks, options)).toMatchObject({ each: true, bytes: 100 * 1024 ** 3 });
    expect(externalCeph.mounting.volumes?.(files, options)).toEqual({ count: 1, bytes: null });
    expect(externalCeph.performance.capacity?.(blocks)).toEqual({ bytes: null });
  });
});
