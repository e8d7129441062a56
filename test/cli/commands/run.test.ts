import { warnOfCpuLoad } from '../../../lib/cli/commands/run';

/** Two looks, 50 ms apart, at two CPUs: 100 ms in all. */
const warn = (busy: number, accepted: readonly string[] = []) => {
  const looks = [9000, 9000 + busy];
  return warnOfCpuLoad(accepted, { busyMs: () => looks.shift()!, count: 2, ms: 50 });
};

describe('warnOfCpuLoad', () => {
  it('says what others take where a load would wait for them, and what to do', async () => {
    expect(await warn(97)).toBe(
      'warning: other processes use 97% of the CPU; trials will probably be excluded (HostBusy). ' +
        'Stop them and rerun, or count such trials: --accept HostBusy.\n',
    );
  });

  it('warns of one program that never sleeps on one of two CPUs, and of none that leaves more than a CPU', async () => {
    expect(await warn(50)).toContain('use 50% of the CPU');
    expect(await warn(35)).toBe('');
    expect(await warn(0)).toBe('');
  });

  it('is silent where that is accepted', async () => {
    expect(await warn(97, ['HostBusy'])).toBe('');
    expect(await warn(97, ['Throttled'])).toMatch(/ --accept Throttled,HostBusy\.\n$/);
  });

  it('looks at this machine', async () => {
    expect(await warnOfCpuLoad([])).toMatch(/^$|^warning: other processes use \d+% of the CPU;/);
  });
});
