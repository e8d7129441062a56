import { hasPhases, databaseSchema } from '../../../lib/workloads/database/schema';
import { database } from '../../../lib/workloads/database/workload';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { scriptFiles } from '../script-hosts';

const TEXTS = scriptFiles('database');

const GIB = 1024 ** 3;
const read = (more: Readonly<Record<string, unknown>>) =>
  databaseSchema.parse({ kind: 'database', databases: 4, size: '16 GiB', ...more });
const oltp = read({ rate: 1000, warmUp: '10m', measure: '2h' });
const whole = read({ phases: ['checksum', 'create', 'copy'], copies: 3 });
const issues = (more: Readonly<Record<string, unknown>>) =>
  databaseSchema
    .safeParse({ kind: 'database', databases: 4, ...more })
    .error?.issues.map(({ path, message }) => [path.join(), message]);

describe('database workload', () => {
  it('parses a timed load, or phases that run until all databases are done', () => {
    expect(hasPhases(oltp)).toBe(false);
    expect(oltp).toMatchObject({ profile: 'mail', rate: 1000, warmUp: 600, measure: 7200, size: 16 * GIB });
    expect(databaseSchema.parse({ kind: 'database' })).toMatchObject({ databases: 1, size: 8 * GIB });
    expect(read({})).toMatchObject({ rate: 'max', warmUp: 120, measure: 600 });
    expect(whole).toMatchObject({ phases: ['create', 'copy', 'checksum'], copies: 3 });
    expect(read({ phases: ['copy'] })).toMatchObject({ copies: 4 });
  });

  it('computes the duration from the requested time, or from the bytes of the phases', () => {
    expect(database.duration(oltp)).toEqual({ total: 1 + 7800, warmUp: 600, measured: 7200, until: 'time' });
    const seconds = (64 * GIB) / 200e6 + (48 * GIB) / 100e6 + (48 * GIB) / 400e6;
    expect(database.duration(whole).measured).toBeCloseTo(seconds, 6);
    const [layout, measure] = database.script(whole, TEXTS);
    expect(layout?.work?.writtenBytes).toBe(0);
    expect(measure?.work).toEqual({ writtenBytes: 112 * GIB, operations: {} });
    expect(database.script(read({ phases: ['checksum'] }), TEXTS)[0]?.work?.writtenBytes).toBe(64 * GIB);
    expect(database.script(oltp, TEXTS).map(({ name, work }) => [name, work])).toEqual([['measure', undefined]]);
  });

  it('reserves space for the largest load, and for databases and duplicates of the phases', () => {
    const fill = (count: number, gib: number) => Array<number>(count).fill(gib * GIB);
    const parts = [...fill(4, 16), ...fill(4, 0.25), ...fill(7, 16)];
    expect(database.traffic.listStoredData?.([oltp, whole])).toEqual([{ role: 'client', parts, setting: 'size' }]);
    const place = {
      copy: 'c1',
      copies: 1,
      fleet: ['client'],
      mounts: [{ slot: 'mount/c1', key: '0123456789ab', roles: ['client'] }],
      stored: null,
      cells: [oltp, whole, read({ databases: 1, size: '32 GiB' })],
      files: TEXTS,
    };
    const [tool, data] = database.fixtures(oltp, place);
    expect(tool?.slot).toBe('tool/fio');
    expect(data).toMatchObject({
      slot: 'data/c1/database',
      needs: ['tool/fio', 'mount/c1'],
      work: { writtenBytes: (4 * 32 + 1) * GIB },
      survives: true,
    });
    const other = read({ rate: 2000 });
    expect(database.fixtures(other, { ...place, cells: [...place.cells, other] })[1]?.key).toBe(data?.key);
    expect(database.fixtures(whole, place).map(({ slot }) => slot)).toEqual(['tool/fio']);
  });

  it('lists separate metrics for reads, writes and log writes, with series of their latency', () => {
    const given = database.listMetrics(oltp);
    expect(given.map(({ operation }) => operation)).toEqual(['db', 'db-read', 'db-write', 'log-write']);
    expect(given[1]?.series).toEqual({ everySeconds: 5, metrics: ['iops', 'bandwidth', 'latency_mean'] });
    expect(database.listMetrics(whole).map(({ operation }) => operation)).toEqual(['create', 'copy', 'checksum']);
    expect(database.traffic.limits(oltp)[0]?.of).toEqual(['db', 'log-write']);
    expect(database.traffic.limits(whole).map(({ of }) => of)).toEqual([['create'], ['copy'], ['checksum']]);
    expect(database.traffic.limits(whole)[0]?.operations).toBeNull();
  });

  it('models three reads per two writes of 32 KiB, and half a log write for each write', () => {
    const [measure] = listDemandPhases(database.demand(oltp)['measure']);
    expect(measure?.pace).toEqual({ loop: 'open', rate: 1000 });
    expect(measure?.unit.reads).toEqual({ count: 0.6, bytes: 32_768 });
    expect(measure?.unit.writes.count).toBeCloseTo(0.4 * 1.5, 9);
    const moved = listDemandPhases(database.demand(whole)['measure']).map(({ unit, extent }) =>
      [unit.reads, unit.writes].map(({ count }) => count * (extent.until === 'done' ? extent.units : 0)),
    );
    // 64 GiB written, 48 GiB read and written, 48 GiB read, in MiB.
    expect(moved).toEqual([
      [0, 64 * 1024],
      [48 * 1024, 48 * 1024],
      [48 * 1024, 0],
    ]);
  });

  it('refuses parameters of loads with phases, and of phases without them, each by name', () => {
    expect(issues({ phases: ['create'], rate: 500, measure: '1m', copies: 2 })).toEqual([
      ['rate', '`rate` applies only without `phases`; remove it'],
      ['measure', '`measure` applies only without `phases`; remove it'],
      ['copies', '`copies` applies only if `phases` includes `copy`; remove it'],
    ]);
    expect(issues({ copies: 2 })).toEqual([['copies', '`copies` applies only with `phases`; remove it']]);
    expect(issues({ phases: ['copy'], copies: 9 })).toEqual([['copies', 'found 9; each host has only 4 databases']]);
    expect(issues({ phases: ['copy', 'copy'] })).toEqual([['phases', 'each phase once']]);
    expect(issues({ rate: 0 })).toEqual([
      ['rate', '0 is not allowed; allowed: `max`, or I/Os a second of each host, a whole number from 1 to 2000000'],
    ]);
  });

  it('refuses sizes, times and rates that fio cannot use, each with one message', () => {
    const problems = (more: Readonly<Record<string, unknown>>) =>
      database.check(read(more)).map(({ severity, code, path, message }) => [severity, code, path.join(), message]);
    expect(problems({ size: '15 MB' })).toEqual([
      ['error', 'BadValue', 'size', 'found 14.31 MiB; allowed: multiples of 1 MiB, at least 16 MiB'],
    ]);
    expect(problems({ measure: 0.2 })).toEqual([['error', 'BadValue', 'measure', 'too short; allowed: at least 1 s']]);
    const message =
      'found 100; rounding its reads, writes and log writes of each database to whole IOPS changes one of them by ' +
      'more than 1%. Use 70 or 105';
    expect(problems({ databases: 7, rate: 100 })).toEqual([['error', 'BadValue', 'rate', message]]);
    expect(problems({ size: '512 MiB' })).toMatchObject([['advice', 'SmallDatabase', 'size', expect.any(String)]]);
    expect(database.check(oltp)).toEqual([]);
  });

  it('uses series steps of 1 s for a load of 10 minutes, and of 5 s for 2 hours', () => {
    const step = (measure: string) => database.listMetrics(read({ measure }))[0]?.series?.everySeconds;
    expect([step('10m'), step('2h')]).toEqual([1, 5]);
  });

  it('reports the rate of database I/Os without log writes as the offered load', () => {
    expect(database.traffic.load?.(oltp)).toMatchObject({ metric: 'iops', operation: 'db', rate: 1000 });
    expect([database.traffic.load?.(read({})), database.traffic.load?.(whole)]).toEqual([null, null]);
  });
});
