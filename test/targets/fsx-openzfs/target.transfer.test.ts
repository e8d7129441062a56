import { nfsMountSchema } from '../../../lib/targets/nfs-mount';
import { checkMount } from '../../../lib/targets/fsx-openzfs/target';
import { CONFIG } from './config';

const SMALL = { ...CONFIG, deploymentType: 'SINGLE_AZ_1' as const };
const told = (throughputMBps: number, mount: object): string[] =>
  checkMount({ ...SMALL, throughputMBps }, nfsMountSchema.parse(mount)).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('what one request carries', () => {
  it('is warned of where a small server was said to agree to less', () => {
    expect(told(64, { rsize: 1_048_576, wsize: 262_144 })).toEqual([
      'warning TransferSize rsize: found 1048576; a server of 64 MB/s was said to agree to 262144 bytes at most, ' +
        'and a trial whose mount is not as it was asked for does not count: write 256k, leave it out for what the ' +
        'server agrees to, or take more throughputMBps',
    ]);
    expect(told(128, { wsize: 1_048_576 })).toEqual([
      'warning TransferSize wsize: found 1048576; a server of 128 MB/s was said to agree to 524288 bytes at most, ' +
        'and a trial whose mount is not as it was asked for does not count: write 512k, leave it out for what the ' +
        'server agrees to, or take more throughputMBps',
    ]);
  });

  it.each([
    [64, { rsize: 262_144, wsize: 262_144 }],
    [64, {}],
    [128, { rsize: 524_288 }],
    [256, { rsize: 1_048_576, wsize: 1_048_576 }],
  ])('is taken by a server of %d MB/s with %j', (throughputMBps, mount) => {
    expect(told(throughputMBps, mount)).toEqual([]);
  });
});
