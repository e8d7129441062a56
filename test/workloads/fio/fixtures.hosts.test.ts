import { execFileSync } from 'node:child_process';
import type { Fixture } from '../../../lib/shapes/fixture';
import { listFixtures, listStoredData } from '../../../lib/workloads/fio/fixtures';
import type { FioParams } from '../../../lib/workloads/fio/schema';
import { dataParams, parseParams } from './recorded-outputs';
import { scriptFiles } from '../script-hosts';

const FILES = scriptFiles('fio');
const MIB = 1024 ** 2;
const MOUNTS = [
  { slot: 'mount/c1', key: '0', roles: ['client'] },
  { slot: 'mount/c1', key: '1', roles: ['broker'] },
];

/** Fixtures of the first of some cells. */
function createFixtures(cells: readonly FioParams[], stored: unknown = null, copies = 1): readonly Fixture[] {
  const [params] = cells;
  if (params === undefined) throw new Error('no cell');
  return listFixtures(params, { copy: 'c1', copies, fleet: ['client'], mounts: MOUNTS, stored, cells, files: FILES });
}
const createDataFixture = (cells: readonly FioParams[], stored: unknown = null): Fixture | undefined =>
  createFixtures(cells, stored)[1];

/** Values of exported variables, as a shell reads them. */
function readExported({ up }: Pick<Fixture, 'up'> = { up: '' }, name: string): string {
  const head = up.slice(0, up.indexOf('# --- '));
  return execFileSync('bash', ['-c', `${head}\nprintf %s "$${name}"`], { encoding: 'utf8' });
}
const metadata = (ioengine: string, nrfiles = 100, numjobs = 2) =>
  parseParams({ kind: 'fio', ioengine, nrfiles, numjobs });

describe('listFixtures of fio', () => {
  it('returns the tool, and data with the largest size of each job file over all cells', () => {
    const cells = [
      dataParams({ size: '64 MiB', numjobs: 1 }),
      dataParams({ size: '16 MiB', numjobs: 3, ioengine: 'io_uring' }),
      dataParams({ size: '1000 B', bs: '512 B', numjobs: 2 }),
    ];
    const [tool, data, ...others] = createFixtures(cells);
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ slot: 'tool/fio', roles: ['client'], needs: [], stays: true });
    expect(data).toMatchObject({
      slot: 'data/c1/fio',
      roles: ['client'],
      needs: ['tool/fio', 'mount/c1'],
      survives: true,
      stays: true,
    });
    expect(readExported(data, 'FIO_FILES')).toBe(`0:${64 * MIB} 1:${16 * MIB} 2:${16 * MIB}`);
    expect(readExported(data, 'FIO_IOENGINES')).toBe('auto io_uring');
    expect(readExported(data, 'FIO_STAT_FILES')).toBe('');
    expect(readExported(data, 'FSXBENCH_COPY')).toBe('c1');
  });

  it('uses one data key for all cells, and another key for another size or record size', () => {
    const [small, large] = [dataParams({ size: '8 MiB' }), dataParams({ size: '64 MiB' })];
    const key = createDataFixture([small, large])?.key;
    expect(createDataFixture([large, small])?.key).toBe(key);
    expect(createDataFixture([small])?.key).not.toBe(key);
    expect(createDataFixture([small, large], { recordSizeKiB: 8 })?.key).not.toBe(key);
  });

  it('uses separate files for compressible data, and counts their bytes and time', () => {
    const plain = dataParams({ size: '64 MiB', numjobs: 1 });
    const half = (size: string, rw = 'randread') =>
      dataParams({ size, rw, numjobs: 2, buffer_compress_percentage: 50 });
    const cells = [half('16 MiB'), plain, half('8 MiB', 'randwrite')];
    const data = createDataFixture(cells);
    expect(readExported(data, 'FIO_FILES')).toBe(`0:${64 * MIB} c50.0:${16 * MIB} c50.1:${16 * MIB}`);
    expect(data?.key).not.toBe(createDataFixture([plain])?.key);
    expect(data?.work?.writtenBytes).toBe(96 * MIB);
    expect(data?.expectedSeconds).toBeGreaterThan(createDataFixture([plain])?.expectedSeconds ?? 0);
    expect(listStoredData(cells)).toEqual([
      { role: 'client', parts: [64, 16, 16].map((size) => size * MIB), setting: 'size' },
    ]);
  });

  it('creates files for filestat, and no data for filecreate', () => {
    const cells = [metadata('filestat'), metadata('filestat', 300, 1), metadata('filecreate', 900, 4)];
    expect(readExported(createDataFixture(cells), 'FIO_STAT_FILES')).toBe('300 100');
    expect(readExported(createDataFixture(cells), 'FIO_FILES')).toBe('');
    expect(createFixtures(cells.toReversed()).map(({ slot }) => slot)).toEqual(['tool/fio']);
  });

  it("creates files only for cells of the fixture's role, with the same tool key for each role", () => {
    const cells = [dataParams(), dataParams({ role: 'broker', size: '1m', numjobs: 1 })];
    const [client, broker] = [createFixtures(cells), createFixtures(cells.toReversed())];
    expect(client.map(({ roles }) => roles.join())).toEqual(['client', 'client']);
    expect(broker.map(({ roles }) => roles.join())).toEqual(['broker', 'broker']);
    expect(readExported(broker[1], 'FIO_FILES')).toBe(`0:${MIB}`);
    expect(broker[0]?.key).toBe(client[0]?.key);
  });

  it('expects more time for more bytes, but the same time for deletion', () => {
    const [small, large] = ['16 MiB', '100 GiB'].map((size) => createDataFixture([dataParams({ size })]));
    expect(large?.expectedSeconds).toBeGreaterThan((small?.expectedSeconds ?? 0) + 500);
    for (const one of [small, large]) expect(one?.timeoutSeconds).toBeGreaterThan(one?.expectedSeconds ?? 0);
    expect(large?.downSeconds).toBe(small?.downSeconds);
  });

  it('extends the timeout when the same hosts fill four target instances', () => {
    const [one, four] = [1, 4].map(
      (copies) => createFixtures([dataParams({ size: '10 GiB', numjobs: 1 })], null, copies)[1],
    );
    const bytes = one?.work?.writtenBytes ?? 0;
    expect((four?.timeoutSeconds ?? 0) - (one?.timeoutSeconds ?? 0)).toBeCloseTo((3 * bytes) / 10e6, -1);
    expect(readExported(four, 'FIO_LIMIT')).toBe(String((four?.timeoutSeconds ?? 0) - 360));
    expect(four?.expectedSeconds).toBe(one?.expectedSeconds);
  });

  it('counts bytes to write and files to create, and lists the stored bytes and file names per role', () => {
    const cells = [
      dataParams({ size: '64 MiB', numjobs: 1 }),
      dataParams({ size: '1048577 B', numjobs: 2 }),
      metadata('filestat'),
    ];
    expect(createDataFixture(cells)?.work).toEqual({
      writtenBytes: 66 * MIB,
      operations: { create: 200 },
      inFlight: 16,
    });
    const names = { count: 200, setting: 'nrfiles' };
    const parts = [64 * MIB, 2 * MIB];
    expect(listStoredData(cells)).toEqual([{ role: 'client', parts, setting: 'size', names }]);
    expect(listStoredData([])).toEqual([]);
  });
});
