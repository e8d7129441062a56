import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { codes as codesOf, ended, HOSTS, input, left, started } from '../raw-objects';

const SLOW = 'not in time, or not at all: c1';
/** These hosts left no counters. */
const codes = (one: Parameters<typeof codesOf>[0]): readonly string[] =>
  codesOf(one).filter((code) => code !== 'SurroundingsUnknown');
const judged = (second: Readonly<Record<string, string>>) =>
  judgeTrial(
    input([
      started(1),
      ended(1),
      ...HOSTS.flatMap((host, index) =>
        left(1, host, 100, 0, { facts: index === 0 ? { synced: 'yes', caches: 'dropped' } : second }),
      ),
    ]),
  );

describe('writes of earlier trials', () => {
  it('that were still to be made make a trial SUSPECT, and it does not count', () => {
    const { row, observations } = judged({ synced: SLOW, stillToWriteBytes: String(64 * 1024 ** 2) });
    expect(row).toMatchObject({ verdict: 'SUSPECT' });
    expect(row.reasons[0]).toMatchObject({ level: 'suspect', code: 'WritebackPending' });
    expect(row.reasons[0]?.text).toBe(
      'earlier writes were not all on the storage when the trial started: client-1: not in time, or not at ' +
        'all: c1, 64 MiB were pending',
    );
    expect(observations.map(({ counts }) => counts)).toEqual([false, false, false]);
  });

  it('are suspected where a host cannot say how much it was', () => {
    expect(codes(judged({ synced: SLOW }))).toEqual(['WritebackPending']);
  });

  it('are none where all was written, or hardly anything was left: a rival that does not answer is nobody else', () => {
    expect(codes(judged({ synced: 'yes' }))).toEqual([]);
    expect(codes(judged({}))).toEqual([]);
    expect(codes(judged({ synced: SLOW, stillToWriteBytes: '4096' }))).toEqual([]);
  });
});
