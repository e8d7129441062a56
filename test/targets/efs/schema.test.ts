import { efsMountSchema, efsSchema } from '../../../lib/targets/efs/schema';
import { CONFIG } from './config';

const problemsOf = (mount: object): string[] =>
  (efsMountSchema.safeParse(mount).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('settings of EFS', () => {
  it('are few: what is left out is as AWS recommends it', () => {
    expect(efsSchema.parse({ kind: 'efs', throughputMode: 'elastic', storedGiB: 100 })).toEqual(CONFIG);
  });

  it('need to know what would be stored: nothing says it but the spec', () => {
    const { error } = efsSchema.safeParse({ kind: 'efs', throughputMode: 'elastic' });
    expect(error?.issues).toMatchObject([{ path: ['storedGiB'], message: expect.stringContaining('EFS bills') }]);
  });
});

describe('mount options of EFS', () => {
  it('are NFS 4.1 with one connection', () => {
    expect(efsMountSchema.parse({})).toMatchObject({ nfsvers: '4.1', nconnect: 1, sync: false });
    expect(efsMountSchema.parse({ nfsvers: 4, nconnect: 1, noatime: true })).toMatchObject({
      nfsvers: '4.0',
      nconnect: 1,
    });
  });

  it('refuse more connections and other versions, each with one message that says why', () => {
    expect(problemsOf({ nconnect: 16 })).toEqual([
      expect.stringMatching(
        /^nconnect: found 16; EFS allows one connection for.*\{ <target>: \{ nconnect: … \} \} \}`/,
      ),
    ]);
    for (const nfsvers of [3, '4.2'])
      expect(problemsOf({ nfsvers })).toEqual([
        expect.stringMatching(new RegExp(`^nfsvers: found ${nfsvers}; EFS supports NFS 4.0 and 4.1`)),
      ]);
    expect(problemsOf({ nconnect: 4, nfsvers: 3 })).toHaveLength(2);
  });
});
