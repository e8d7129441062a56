import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { externalS3Files } from '../../../lib/targets/external-s3-files/target';
import { s3FilesMountSchema } from '../../../lib/targets/s3-files-mount';

const ID = 'fs-0123456789abcdef0';
const BASE = { kind: 'external-s3-files', fileSystemId: ID, address: '10.20.0.15', folder: 'bench' } as const;
const RULE = "an id of S3 Files in the deployment's Region, e.g. fs-0123456789abcdef0";

const listErrors = (more: object): string[] => {
  const found = checkSchema(externalS3Files.schema, { ...BASE, ...more }, []);
  const problems = 'value' in found ? externalS3Files.check(found.value) : found.problems;
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const listMountErrors = (mount: object): string[] =>
  s3FilesMountSchema.safeParse(mount).error?.issues.map(({ message }) => message) ?? [];

describe('validation of external-s3-files', () => {
  it.each([
    [{}, []],
    [{ fileSystemId: 'fs-0123456789abcdef0123456789abcdef01234567' }, []],
    [{ fileSystemId: 'fs-01234567' }, [`fileSystemId: found 'fs-01234567'; ${RULE}`]],
    [
      { address: 'files.example.com' },
      ['address: needed here: the IPv4 address of a mount target, because the mount helper takes no other name'],
    ],
    [{ address: '127.0.0.1' }, [expect.stringContaining('address: found 127.0.0.1; hosts cannot reach')]],
  ])('reports for %j the errors %j', (more, expected) => {
    expect(listErrors(more)).toEqual(expected);
  });

  it.each([
    [{ nfsvers: '4.0' }, [expect.stringContaining('found 4.0; S3 Files supports NFS 4.1 and 4.2 (https:')]],
    [{ nfsvers: 3 }, [expect.stringContaining('found 3; S3 Files supports NFS 4.1 and 4.2')]],
    [{ nconnect: 16 }, [expect.stringContaining('found 16; a host has one connection to the proxy')]],
    [{ nfsvers: 4.1, nconnect: 1, rsize: '64k' }, []],
  ])('reports for the mount %j the errors %j', (mount, expected) => {
    expect(listMountErrors(mount)).toEqual(expected);
  });
});

describe('target external-s3-files', () => {
  const config = externalS3Files.schema.parse({ ...BASE, usdPerHour: 2, provisioned: { bandwidth: '1 GB/s' } });
  const mount = s3FilesMountSchema.parse({});

  it('locks the file system by its id, and reaches TCP 2049 of its mount target', () => {
    expect(externalS3Files.external?.stores(config)).toEqual([`s3files:${ID}`]);
    expect(externalS3Files.external?.reaches(config, mount)).toEqual([
      { address: '10.20.0.15', ports: [2049], fileSystemId: ID },
    ]);
  });

  it('creates no resources, charges only usdPerHour, and limits a host to 3 GiB/s', () => {
    expect(externalS3Files.resources).toBeUndefined();
    expect([externalS3Files.prices.lineItems(config), externalS3Files.prices.usdPerHour?.(config)]).toEqual([[], 2]);
    expect(externalS3Files.performance.model(config)).toMatchObject({
      hostBytes: 3 * 1024 ** 3,
      read: { baseline: 1e9 },
    });
    expect(externalS3Files.identity?.(config)).toEqual(BASE);
    expect(externalS3Files.performance.remarks?.(config)).toEqual([expect.stringContaining('128 KiB come directly')]);
  });

  it('refuses images other than Amazon Linux, which lack the mount helper', () => {
    expect(externalS3Files.mounting.checkImage?.('ubuntu-24.04', config)).toMatchObject({ sure: true });
    expect(externalS3Files.mounting.checkImage?.('al2023', config)).toBeUndefined();
  });

  it('reports a mount that bypasses the mount helper, and another NFS version', () => {
    const options = 'rw,vers=4.2,rsize=1048576,wsize=1048576,hard,proto=tcp'.split(',');
    const kernel = { type: 'nfs4', source: '127.0.0.1:/', options: options.join(',') };
    const diff = (found: object) => externalS3Files.mounting.diffMount(config, mount, { ...kernel, ...found });
    expect(diff({})).toEqual([]);
    expect(diff({ source: '10.20.0.15:/' })).toEqual([
      'the kernel mounts 10.20.0.15:/, which is not the proxy of the mount helper',
    ]);
    expect(diff({ options: kernel.options.replace('4.2', '4.1') })).toEqual([expect.stringContaining('4.1')]);
  });
});
