import { waitForIdleCpu } from '../../../lib/cli/run/idle-cpu';

/** Two CPUs; other processes use these shares, the first for half a second, the others for a second each. */
const look = async (shares: readonly number[], options: { accepted?: readonly string[]; wait?: boolean } = {}) => {
  const left = [...shares];
  const lines: string[] = [];
  let [busy, slept, share] = [9000, 0, 0];
  const view = {
    busyMs: () => busy,
    count: 2,
    processes: () =>
      new Map([
        [812, { name: 'java', ms: busy }],
        // A kernel thread that has a new name: only its time since the first look counts.
        [7, { name: `kworker/${slept}`, ms: 1e9 }],
      ]),
    pause: async (ms: number) => {
      share = left.shift() ?? share;
      busy += share * ms * 2;
      slept += ms;
    },
  };
  const report = (line: string): void => void lines.push(line);
  const refusal = await waitForIdleCpu({ accepted: [], wait: false, report, ...options }, view).then(
    () => null,
    (error: Error) => error,
  );
  return { refusal, lines, slept };
};

describe('waitForIdleCpu', () => {
  it('starts after half a second when 35% of two CPUs are used, and takes longer at 50%', async () => {
    expect(await look([0.35])).toEqual({ refusal: null, lines: [], slept: 500 });
    expect((await look([0.5])).lines).toEqual(['other processes use the CPU; measuring their use for 10 s']);
  });

  it('starts as soon as the CPUs were idle for three seconds', async () => {
    expect(await look([0.97, 0.97, 0.97, 0])).toMatchObject({ refusal: null, slept: 5500 });
  });

  it('refuses with exit code 3 after ten busy seconds, and names the busiest process and both options', async () => {
    const { refusal, slept } = await look([0.97]);
    expect(refusal).toMatchObject({
      name: 'MachineBusy',
      exitCode: 3,
      message:
        'other processes use 97% of the CPU, most of it java (process 812); trials would be excluded (HostBusy, ' +
        'CpuStolen). Stop them, wait until they end with --wait, or count such trials: --accept HostBusy,CpuStolen.',
    });
    expect(slept).toBe(10_500);
    expect((await look([0.97], { accepted: ['Throttled'] })).refusal?.message).toMatch(
      / --accept Throttled,HostBusy,CpuStolen\.$/,
    );
  });

  it('waits as long as it takes with --wait, and reports every 30 s', async () => {
    const { refusal, lines, slept } = await look([...Array.from({ length: 45 }, () => 0.97), 0], { wait: true });
    expect([refusal, slept]).toEqual([null, 500 + 1000 * 47]);
    expect(lines.slice(1)).toEqual(
      Array.from({ length: 2 }, () => 'waiting for idle CPUs: other processes use 97% of the CPU'),
    );
  });

  it('returns at once when HostBusy is accepted', async () => {
    expect(await look([0.97], { accepted: ['HostBusy'] })).toEqual({ refusal: null, lines: [], slept: 0 });
  });
});
