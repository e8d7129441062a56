/** The scripts of `database`, really executed. */
import { isFioInstalled } from '../fio/fio-host';
import { DatabaseHosts, judgeRaw, params } from './database-hosts';

const MIB = 1024 ** 2;
const real = isFioInstalled() ? describe : describe.skip;
let host: DatabaseHosts;
afterEach(() => host.remove());

const listInvalid = (of: ReturnType<typeof judgeRaw>) => of.reasons.filter(({ level }) => level === 'invalid');
const getValue = ({ reading }: ReturnType<typeof judgeRaw>, operation: string, metric: string) =>
  reading.observations.find((one) => one.operation === operation && one.metric === metric && one.host === 'aggregate')
    ?.value ?? Number.NaN;

real('load of the database workload', () => {
  it('issues reads, writes and log writes at the requested rates, and removes its data', async () => {
    host = new DatabaseHosts();
    const asked = params({ databases: 2, rate: 200, warmUp: 0, measure: '4s' });
    const data = await host.write(asked);
    const files = ['db.0', 'db.1', 'log.0', 'log.1'];
    expect(host.hosts.standing('database/jobs/load').toSorted()).toEqual(['.written', ...files]);
    const found = judgeRaw(await host.succeed(asked), asked);
    expect(listInvalid(found)).toEqual([]);
    for (const [operation, rate] of Object.entries({ db: 200, 'db-read': 120, 'db-write': 80, 'log-write': 40 })) {
      // 4 standard deviations: one run in 15,000 is beyond.
      expect(Math.abs(getValue(found, operation, 'iops') / rate - 1)).toBeLessThan(4 / Math.sqrt(4 * rate));
    }
    expect(getValue(found, 'log-write', 'latency_mean')).toBeGreaterThan(0);
    const series = found.reading.series.filter((one) => one.host === null);
    expect(series.map(({ operation, metric }) => `${operation} ${metric}`).toSorted()).toEqual([
      'db bandwidth',
      'db iops',
      ...['db-read', 'db-write', 'log-write'].flatMap((name) =>
        ['bandwidth', 'iops', 'latency_mean'].map((metric) => `${name} ${metric}`),
      ),
    ]);
    await host.runFixture(data.down);
    expect(host.hosts.standing('database').filter((name) => /jobs|db|log/.test(name))).toEqual([]);
  });

  it('runs without a limit when no rate is set, and keeps logs on the log volume', async () => {
    host = new DatabaseHosts().withLogVolume();
    const asked = params({ profile: 'sql', warmUp: 0, measure: '2s' });
    const data = await host.write(asked);
    expect(host.hosts.standing('database/jobs/load').toSorted()).toEqual(['.written', 'db.0']);
    const ran = await host.succeed(asked);
    const found = judgeRaw(ran, asked);
    expect(listInvalid(found)).toEqual([]);
    const share = getValue(found, 'db-read', 'iops') / getValue(found, 'db', 'iops');
    expect(Math.abs(share - 0.7)).toBeLessThan(0.05);
    expect(found.reading.series.some(({ metric }) => metric === 'latency_mean')).toBe(true);
    expect(ran.raw.files.find(({ name }) => name === 'raw/job.fio')?.text).toMatch(
      /\[log\]\ndirectory=\S+\/volumes\/c1\/log\/client-0\/database\/jobs\/load\n/,
    );
    await host.runFixture(data.down);
    expect(host.hosts.standing('../log/client-0/database')).toEqual([]);
  });
});

real('phases of the database workload', () => {
  const asked = params({ databases: 2, size: '16 MiB', phases: ['create', 'copy', 'checksum'], copies: 1 });

  it('creates, duplicates and checks databases, and leaves no files', async () => {
    host = new DatabaseHosts();
    const found = judgeRaw(await host.succeed(asked), asked);
    // 16 MiB are too few to time them, except on a slow or busy machine.
    expect(found.reasons.filter(({ code }) => code !== 'ShortRun')).toEqual([]);
    const bytes = { create: 32 * MIB, copy: 16 * MIB, checksum: 16 * MIB };
    for (const [phase, amount] of Object.entries(bytes)) {
      const synced = getValue(found, phase, 'elapsed_synced');
      expect(getValue(found, phase, 'throughput')).toBeCloseTo(amount / synced, 0);
      expect(synced).toBeGreaterThanOrEqual(getValue(found, phase, 'elapsed'));
    }
    expect(host.hosts.standing('database').filter((name) => /phases/.test(name))).toEqual([]);
  });

  it('runs a checksum phase without INVALID reasons when no phase creates the databases', async () => {
    host = new DatabaseHosts();
    const only = params({ databases: 2, size: '16 MiB', phases: ['checksum'] });
    expect(listInvalid(judgeRaw(await host.succeed(only), only))).toEqual([]);
  });

  it('returns VerifyFailed with the file name for one changed byte', async () => {
    const change =
      'printf x | dd of="${DATABASE_FILES[0]}" bs=1 seek=5000000 conv=notrunc status=none\n  database_fio checksum';
    host = new DatabaseHosts((script) => script.replace('  database_fio checksum', `  ${change}`));
    const text =
      'client-0: the checksum phase read data that differs from what was written: copy.0 from byte 4194304, ' +
      '1048576 bytes';
    expect(listInvalid(judgeRaw(await host.succeed(asked), asked))).toEqual([
      { level: 'invalid', code: 'VerifyFailed', text },
    ]);
  });

  it('reports ToolFailed with the cause when a phase fails, and leaves no files', async () => {
    host = new DatabaseHosts((script) => script.replace('bs=1M "${flags[@]}"', 'bs=1M no=such'));
    const ran = await host.trial(asked);
    expect(ran.code).toBe(1);
    const [reason] = listInvalid(judgeRaw(ran, asked));
    expect(reason?.code).toBe('ToolFailed');
    expect(reason?.text).toMatch(
      /^client-0: a phase ended with exit code 1: dd could not copy \S+\/db\.0 \(exit code 1\): /,
    );
    expect(host.hosts.standing('database').filter((name) => /phases/.test(name))).toEqual([]);
  });
});
