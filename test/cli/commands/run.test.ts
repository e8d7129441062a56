import { type CpuTicks, warnOfCpuLoad } from '../../../lib/cli/commands/run';

/** Two looks, 50 ms apart, at two CPUs: ten ticks in all. */
const warn = (user: number, own: number, steal: number, accepted: readonly string[] = []) => {
  const looks: CpuTicks[] = [
    { all: [500, 0, 40, 900, 7, 0, 0, 3], own: 20 },
    { all: [500 + user, 0, 40, 900 + 10 - user - steal, 7, 0, 0, 3 + steal], own: 20 + own },
  ];
  return warnOfCpuLoad(accepted, () => looks.shift()!, 50);
};

describe('warnOfCpuLoad', () => {
  it('says what others take where a load would wait for them, and what to do', async () => {
    expect(await warn(9.7, 0, 0)).toBe(
      'warning: other processes take 97 % of the CPU; trials will probably not count (HostBusy). ' +
        'Stop them and start again, or count such trials with --accept HostBusy.\n',
    );
  });

  it('warns of one program that never sleeps on one of two CPUs', async () => {
    expect(await warn(5, 0, 0)).toContain('take 50 % of the CPU');
  });

  it.each([
    ['a third of the time, which leaves more than a CPU', 3.5, 0, 0],
    ['this process alone', 9.9, 9.7, 0],
    ['a hypervisor that gives the time to others', 0.3, 0, 9],
  ])('is silent of %s', async (_what, user, own, steal) => {
    expect(await warn(user, own, steal)).toBe('');
  });

  it('is silent where that is accepted, and where nothing can be read', async () => {
    expect(await warn(9.7, 0, 0, ['HostBusy'])).toBe('');
    const fails = (): CpuTicks => {
      throw new Error('ENOENT');
    };
    expect(await warnOfCpuLoad([], fails, 1)).toBe('');
  });
});
