import { checkFixtures } from '../../../lib/results/trial/fixtures';
import { makeMountCheck } from '../../../lib/results/trial/mount-check';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import type { HostRaw } from '../../../lib/workloads/contract';
import { makeStatus } from '../raw-objects';

const config = { kind: 'fsx-openzfs' };
const mounts = { client: { nconnect: 16, sync: true } };
const makeKernelMount = (options: string, type = 'nfs4') => ({ source: '10.0.0.1:/fsx/volume1', type, options });
/** As Linux 6.1 has the mount that was asked for. */
const ASKED =
  'rw,sync,relatime,vers=4.1,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,nconnect=16,timeo=600,retrans=2';

describe('makeMountCheck', () => {
  const mountCheck = makeMountCheck({ kind: 'fsx-openzfs', config, mounts });

  it('accepts a kernel mount with the requested options', () => {
    const { nfsvers } = fsxOpenZfs.mounting.schema.parse({});
    expect(mountCheck?.(makeKernelMount(ASKED.replace('vers=4.1', `vers=${nfsvers}`)), 'client')).toBeNull();
  });

  it('makes a trial INVALID (WrongFixture) when nconnect or sync differ from the request', () => {
    const mount = makeKernelMount(ASKED.replace('nconnect=16,', '').replace('sync,', ''));
    const host: HostRaw = {
      host: 'client-0',
      command: 'measure',
      status: { ...makeStatus('client-0'), mount },
      files: [],
    };
    const [reason] = checkFixtures({ mounted: mountCheck }, [host]);
    expect(reason).toMatchObject({ level: 'invalid', code: 'WrongFixture' });
    expect(reason?.text).toContain('client-0: mount: ');
    expect(reason?.text).toContain('requested nconnect 16, but the kernel has 1');
    expect(reason?.text).toContain('requested sync, but the kernel lacks it');
  });

  it('skips roles without mounts, simulated hosts and plans without mount options', () => {
    expect(mountCheck?.(makeKernelMount('', ''), 'controller')).toBeNull();
    expect(mountCheck?.(makeKernelMount('simulated', 'modelled'), 'client')).toBeNull();
    expect(makeMountCheck(undefined)).toBeUndefined();
    expect(makeMountCheck({ kind: 'tape', config: {}, mounts: {} })).toBeUndefined();
    expect(
      makeMountCheck({ kind: 'directory', config: {}, mounts: { client: {} } })?.(makeKernelMount('ro'), 'client'),
    ).toBeNull();
  });
});
