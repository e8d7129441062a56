import { hasPhases, databaseSchema } from '../../../lib/workloads/database/schema';
import { database } from '../../../lib/workloads/database/workload';

const GIB = 1024 ** 3;
const read = (more: Readonly<Record<string, unknown>>) =>
  databaseSchema.parse({ kind: 'database', databases: 4, size: '16 GiB', ...more });
const oltp = read({ rate: 1000, warmUp: '10m', measure: '2h' });
const whole = read({ phases: ['checksum', 'create', 'copy'], copies: 3 });
const issues = (more: Readonly<Record<string, unknown>>) =>
  databaseSchema
    .safeParse({ kind: 'database', databases: 4, ...more })
    .error?.issues.map(({ path, message }) => [path.join(), message]);

describe('database', () => {
  it('loads for a time, or works on whole databases until it is done', () => {
    expect(hasPhases(oltp)).toBe(false);
    expect(oltp).toMatchObject({ profile: 'mail', rate: 1000, warmUp: 600, measure: 7200, size: 16 * GIB });
    expect(databaseSchema.parse({ kind: 'database' })).toMatchObject({ databases: 1, size: 12 * GIB });
    expect(read({})).toMatchObject({ rate: 'max', warmUp: 120, measure: 600 });
    expect(whole).toMatchObject({ phases: ['create', 'copy', 'checksum'], copies: 3 });
    expect(read({ phases: ['copy'] })).toMatchObject({ copies: 4 });
  });

  it('lasts as long as it is asked, or as its bytes need', () => {
    expect(database.duration(oltp)).toEqual({ total: 2 + 7800, warmUp: 600, measured: 7200, until: 'time' });
    const seconds = (64 * GIB) / 200e6 + (48 * GIB) / 100e6 + (64 * GIB) / 400e6;
    expect(database.duration(whole).measured).toBeCloseTo(seconds, 6);
    expect(database.script(whole)[0]?.work).toEqual({ writtenBytes: 112 * GIB, operations: {} });
    expect(database.script(oltp)[0]?.work).toBeUndefined();
  });

  it('lays the largest databases of all cells out once, and leaves room for copies', () => {
    expect(database.listStoredData?.([oltp, whole])).toEqual([
      { role: 'client', parts: Array(7).fill(16 * GIB), setting: 'size' },
    ]);
    const place = {
      copy: 'c1',
      copies: 1,
      fleet: ['client'],
      mounts: [{ slot: 'mount/c1', key: '0123456789ab', roles: ['client'] }],
      stored: null,
      cells: [oltp, whole, read({ databases: 1, size: '32 GiB' })],
    };
    const [tool, data] = database.fixtures(oltp, place);
    expect(tool?.slot).toBe('tool/fio');
    expect(data).toMatchObject({
      slot: 'data/c1/database',
      needs: ['tool/fio', 'mount/c1'],
      work: { writtenBytes: (32 + 3 * 16) * GIB },
      survives: true,
    });
  });

  it('tells reads, writes and the log apart, and knows their latency by the second', () => {
    const given = database.listMetrics(oltp);
    expect(given.map(({ operation }) => operation)).toEqual(['db', 'db-read', 'db-write', 'log-write']);
    expect(given[1]?.series).toEqual({ everySeconds: 1, metrics: ['iops', 'bandwidth', 'latency_mean'] });
    expect(database.listMetrics(whole).map(({ operation }) => operation)).toEqual(['create', 'copy', 'checksum']);
    expect(database.limits(oltp)[0]?.of).toEqual(['db', 'log-write']);
    expect(database.limits(whole).map(({ of }) => of)).toEqual([['create'], ['copy'], ['checksum']]);
    expect(database.limits(whole)[0]?.operations).toBeNull();
  });

  it('asks three reads for two writes of 32 KiB, and half a write of the log for each of them', () => {
    const { measure } = database.demand(oltp);
    expect(measure?.pace).toEqual({ loop: 'open', rate: 1000 });
    expect(measure?.unit.reads).toEqual({ count: 0.6, bytes: 32_768 });
    expect(measure?.unit.writes.count).toBeCloseTo(0.4 * 1.5, 9);
    const moved = database.demand(whole)['measure'];
    const units = moved?.extent.until === 'done' ? moved.extent.units : 0;
    // 64 GiB made, 48 GiB read and written, 64 GiB read.
    expect(units * (moved?.unit.writes.count ?? 0) * 1024 ** 2).toBeCloseTo(112 * GIB, 0);
    expect(units * (moved?.unit.reads.count ?? 0) * 1024 ** 2).toBeCloseTo(112 * GIB, 0);
  });

  it('refuses settings of the one beside the other, each by its name', () => {
    expect(issues({ phases: ['create'], rate: 500, measure: '1m', copies: 2 })).toEqual([
      ['rate', '`rate` applies only without `phases`; remove it'],
      ['measure', '`measure` applies only without `phases`; remove it'],
      ['copies', '`copies` applies only if `phases` includes `copy`; remove it'],
    ]);
    expect(issues({ copies: 2 })).toEqual([['copies', '`copies` applies only with `phases`; remove it']]);
    expect(issues({ phases: ['copy'], copies: 9 })).toEqual([['copies', 'found 9; each host has only 4 databases']]);
    expect(issues({ phases: ['copy', 'copy'] })).toEqual([['phases', 'each phase once']]);
    expect(issues({ rate: 0 })).toEqual([
      ['rate', '0 is not allowed; allowed: `max`, or I/Os a second of each host, a whole number from 1 to 10000000'],
    ]);
  });

  it('refuses what caches alone would answer', () => {
    expect(database.check({ ...oltp, size: GIB / 2 })).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['size'],
        message: 'too small: caches could hold the whole database; allowed: at least 1 GiB',
      },
    ]);
    expect(database.check(read({ measure: 0.2 }))).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['measure'],
        message: 'too short; allowed: at least 1 s',
      },
    ]);
    expect(database.check(oltp)).toEqual([]);
  });
});
