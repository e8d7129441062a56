import { warnOfCpuLoad } from '../../../lib/cli/commands/run';

/** Two looks, 50 ms apart, at two CPUs: 100 ms in all. */
const warn = (busy: number, accepted: readonly string[] = []) => {
  const looks = [9000, 9000 + busy];
  return warnOfCpuLoad(accepted, { busyMs: () => looks.shift()!, count: 2, ms: 50 });
};

describe('warnOfCpuLoad', () => {
  it('warns when other processes use 97% of the CPU, and suggests --accept HostBusy', async () => {
    expect(await warn(97)).toBe(
      'warning: other processes use 97% of the CPU; trials will probably be excluded (HostBusy). ' +
        'Stop them and rerun, or count such trials: --accept HostBusy.\n',
    );
  });

  it('warns at 50% CPU use of two CPUs, but not at 35%', async () => {
    expect(await warn(50)).toContain('use 50% of the CPU');
    expect(await warn(35)).toBe('');
    expect(await warn(0)).toBe('');
  });

  it('prints no warning when HostBusy is accepted', async () => {
    expect(await warn(97, ['HostBusy'])).toBe('');
    expect(await warn(97, ['Throttled'])).toMatch(/ --accept Throttled,HostBusy\.\n$/);
  });

  it('measures the CPU use of this machine by default', async () => {
    expect(await warnOfCpuLoad([])).toMatch(/^$|^warning: other processes use \d+% of the CPU;/);
  });
});
