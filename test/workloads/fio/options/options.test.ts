import { listDemandPhases } from '../../../../lib/workloads/demand';
import { formatCommand, buildFioArguments } from '../../../../lib/workloads/fio/cell/command';
import { computeDemand } from '../../../../lib/workloads/fio/cell/demand';
import { getRequestedRate, getGivenLoad, OPTION_NAMES } from '../../../../lib/workloads/fio/options/options';
import { fioSchema } from '../../../../lib/workloads/fio/schema';
import { withoutNull } from '../../../without-null';
import { dataParams } from '../recorded-outputs';
import cases from './options.cases.json';

const listAddedArguments = (changes: Readonly<Record<string, unknown>>) => {
  const plain = new Set(buildFioArguments(dataParams()));
  return buildFioArguments(dataParams(changes)).filter(
    (word) => !plain.has(word) && !/^--(?:name|write_lat_log)=/.test(word),
  );
};

describe('buildFioArguments with load options', () => {
  // What is fio's own default is no other configuration: the last row.
  it.each(cases.words as [Record<string, unknown>, string[]][])('translates %j to %j', (changes, words) =>
    expect(listAddedArguments(changes)).toEqual(words),
  );

  it('splits the rate of a mix by rwmixread', () => {
    expect(listAddedArguments({ rw: 'randrw', rwmixread: 70, rate_iops: 1000 })).toContain('--rate_iops=700,300');
    expect(listAddedArguments({ rw: 'randrw', rate: '10 MB/s' })).toContain('--rate=5000000,5000000');
  });

  it('passes fsync, fdatasync, sync, refill_buffers and bssplit on to fio', () => {
    expect(listAddedArguments({ rw: 'write', fsync: 4, fdatasync: 2, sync: 'sync', refill_buffers: true })).toEqual(
      expect.arrayContaining(['--fsync=4', '--fdatasync=2', '--sync=1', '--refill_buffers=1']),
    );
    expect(listAddedArguments({ rw: 'write', sync: 'dsync' })).toContain('--sync=dsync');
    expect(formatCommand(dataParams({ bs: undefined, bssplit: '4k/60:64k/40' }))).toContain(' --bssplit=4k/60:64k/40 ');
  });
});

describe('fioSchema of load options', () => {
  const problems = (changes: object): readonly string[] => {
    const given = withoutNull({ kind: 'fio', rw: 'randread', bs: '4k', size: '1m', ...changes });
    const issues = fioSchema.safeParse(given).error?.issues ?? [];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };
  it.each(cases.refused as [object, string][])('refuses the load options %j', (changes, message) =>
    expect(problems(changes)).toEqual([message]),
  );

  it('refuses a rate for metadata engines', () => {
    const onFiles = { rw: undefined, bs: undefined, size: undefined, ioengine: 'filestat', nrfiles: 1 };
    expect(problems({ ...onFiles, rate_iops: 5 })).toEqual([
      'rate_iops: does not apply to ioengine filestat, which only works on whole files; remove the parameter',
    ]);
    expect(OPTION_NAMES).toHaveLength(12);
  });
});

it('multiplies rate and thinktime by the jobs of a host, and averages bssplit, for the demand', () => {
  expect(getRequestedRate({ rate_iops: 100 }, 4, 4096)).toBe(400);
  expect(getRequestedRate({ rate: 8192 }, 4, 4096)).toBe(8);
  expect(getRequestedRate({}, 4, 4096)).toBeNull();
  const findFirstPhase = (changes: Readonly<Record<string, unknown>>) =>
    listDemandPhases(computeDemand(dataParams(changes))['measure'])[0];
  const pace = (changes: object) => findFirstPhase({ numjobs: 2, ...changes })?.pace;
  expect(pace({ rate_iops: 100 })).toEqual({ loop: 'open', rate: 200 });
  expect(pace({ thinktime: '10ms' })).toEqual({ loop: 'open', rate: 200 });
  const split = findFirstPhase({ bs: undefined, bssplit: '4k/50:12k/50,64k/100', rw: 'randrw' });
  expect(split?.unit).toMatchObject({ reads: { count: 0.5, bytes: 8192 }, writes: { count: 0.5, bytes: 65_536 } });
});

it('returns the load given by a rate or by thinktime, or null', () => {
  expect(getGivenLoad({ rate_iops: 4000 }, 2, 4096)).toEqual({ metric: 'iops', rate: 8000, least: 0.95, by: 'rate' });
  expect(getGivenLoad({ rate: 4_096_000, rate_process: 'poisson' }, 1, 4096)).toMatchObject({
    rate: 1000,
    least: 0.85,
  });
  expect(getGivenLoad({ thinktime: 0.001 }, 2, 4096)).toMatchObject({ rate: 2000, by: 'pauses' });
  expect(getGivenLoad({}, 2, 4096)).toBeNull();
});
