import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { makeRecords, listCodes as codesOf, HOSTS, makeInput, makeHostFiles } from '../raw-objects';

const SLOW = 'not in time, or not at all: c1';
/** These hosts left no counters. */
const listKnownCodes = (one: Parameters<typeof codesOf>[0]): readonly string[] =>
  codesOf(one).filter((code) => code !== 'SurroundingsUnknown');
const judgeSecond = (second: Readonly<Record<string, string>>) =>
  judgeTrial(
    makeInput(
      makeRecords(
        ...HOSTS.flatMap((host, index) =>
          makeHostFiles(1, host, 100, 0, { facts: index === 0 ? { synced: 'yes', caches: 'dropped' } : second }),
        ),
      ),
    ),
  );

describe('pending writes of earlier trials (WritebackPending)', () => {
  it('makes the trial SUSPECT and excludes it when 64 MiB were pending', () => {
    const { row, observations } = judgeSecond({ synced: SLOW, stillToWriteBytes: String(64 * 1024 ** 2) });
    expect(row).toMatchObject({ verdict: 'SUSPECT' });
    expect(row.reasons[0]).toMatchObject({ level: 'suspect', code: 'WritebackPending' });
    expect(row.reasons[0]?.text).toBe(
      'earlier writes were not all on the storage when the trial started: client-1: not in time, or not at ' +
        'all: c1, 64 MiB were pending',
    );
    expect(observations.map(({ counts }) => counts)).toEqual([false, false, false]);
  });

  it('reports WritebackPending when a host does not report the pending bytes', () => {
    expect(listKnownCodes(judgeSecond({ synced: SLOW }))).toEqual(['WritebackPending']);
  });

  it('reports nothing for complete writeback, an unknown state, or 4096 pending bytes', () => {
    expect(listKnownCodes(judgeSecond({ synced: 'yes' }))).toEqual([]);
    expect(listKnownCodes(judgeSecond({}))).toEqual([]);
    expect(listKnownCodes(judgeSecond({ synced: SLOW, stillToWriteBytes: '4096' }))).toEqual([]);
  });
});
