import { efsMountSchema, efsSchema } from '../../../lib/targets/efs/schema';
import { CONFIG } from './config';

const listProblems = (mount: object): string[] =>
  (efsMountSchema.safeParse(mount).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('settings of EFS', () => {
  it('uses the defaults that AWS recommends', () => {
    expect(efsSchema.parse({ kind: 'efs', throughputMode: 'elastic', storedGiB: 100 })).toEqual(CONFIG);
  });

  it('requires storedGiB, since EFS bills it', () => {
    const { error } = efsSchema.safeParse({ kind: 'efs', throughputMode: 'elastic' });
    expect(error?.issues).toMatchObject([{ path: ['storedGiB'], message: expect.stringContaining('EFS bills') }]);
  });
});

describe('mount options of EFS', () => {
  it('uses NFS 4.1 with one connection by default', () => {
    expect(efsMountSchema.parse({})).toMatchObject({ nfsvers: '4.1', nconnect: 1, sync: false });
    expect(efsMountSchema.parse({ nfsvers: 4, nconnect: 1, noatime: true })).toMatchObject({
      nfsvers: '4.0',
      nconnect: 1,
    });
  });

  it('refuses nconnect above 1 and NFS versions 3 and 4.2, with one message each', () => {
    expect(listProblems({ nconnect: 16 })).toEqual([
      expect.stringMatching(
        /^nconnect: found 16; EFS allows one connection for.*\{ <target>: \{ nconnect: … \} \} \}`/,
      ),
    ]);
    for (const nfsvers of [3, '4.2'])
      expect(listProblems({ nfsvers })).toEqual([
        expect.stringMatching(new RegExp(`^nfsvers: found ${nfsvers}; EFS supports NFS 4.0 and 4.1`)),
      ]);
    expect(listProblems({ nconnect: 4, nfsvers: 3 })).toHaveLength(2);
  });
});
