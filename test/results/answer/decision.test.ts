import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { answerOf } from '../../../lib/results/answer/decision';
import { about, answer, FACTORS, FAST, MB, SLOW } from './answers';
import {
  APART,
  contest,
  COPIES,
  decide,
  type Entry,
  FOLDERS,
  type How,
  turns,
} from '../../../checks/statistics/contest';

describe('the best', () => {
  it('is decided where it beats every rival, and the ratio stands with its interval', () => {
    const found = answer({}, [SLOW, FAST], COPIES);
    expect(found).toMatchObject({ status: 'decided', met: 'yes', tied: [], open: [] });
    expect(found.winner).toMatchObject({ cell: 'cell-4GBps', n: 3, interval: { level: 0.95, method: 'log-normal' } });
    expect(found.text).toBe(
      'This copy of 4GBps has the highest median bandwidth of these copies: 1.34 GB/s (95 % interval 1.27–1.41, ' +
        'n = 3) at $14.20 an hour. It was 1.51 times (1.45–1.58) this copy of 2GBps: 884 MB/s (95 % interval ' +
        '841–929, n = 3) at $9.10 an hour; how much copies differ is not known.',
    );
  });

  it('says nothing of copies where there are none, or all was measured on one', () => {
    const bare = [SLOW, FAST].map((entry) => ({ ...entry, usdPerHour: 0 }));
    expect(answer({}, bare).text).toBe(
      '4GBps has the highest median bandwidth: 1.34 GB/s (95 % interval 1.27–1.41, n = 3). It was 1.51 times ' +
        '(1.45–1.58) 2GBps: 884 MB/s (95 % interval 841–929, n = 3).',
    );
    const one = answer(
      {},
      bare.map((entry) => ({ ...entry, copy: 'c1' })),
      COPIES,
    );
    expect(one.text).not.toContain('copy');
    expect(one.notes.join()).toContain('All of it was measured on one copy');
  });

  it('is the lowest where that is asked', () => {
    const a: Entry = { name: 'a', turns: turns([100, 110, 105]), unit: 'us' };
    const b: Entry = { name: 'b', turns: turns([500, 550, 540]), unit: 'us' };
    const found = answer({ prefer: 'lowest' }, [b, a]);
    expect(found.winner?.cell).toBe('cell-a');
    expect(found.text).toContain('b was 5.05 times (4.51–5.64) that: 540 µs');
  });

  it('is close where chance may do it, and says what so few tell apart', () => {
    const found = answer({}, [
      { name: 'a', turns: about(105, 0.05) },
      { name: 'b', turns: about(100, 0.05) },
      { name: 'c', turns: about(99, 0.05) },
      { name: 'd', turns: about(3, 0.05) },
    ]);
    expect(found).toMatchObject({ status: 'close', met: 'open', tied: ['cell-b', 'cell-c'], moreBlocks: false });
    expect(found.text).toContain('a and b cannot be told apart in median bandwidth: 105 MB/s');
    expect(found.text).toContain('a was 1.05 times (0.937–1.18) b. 1 more cannot be told from it either.');
    // s = 0.05: the figures of resolution.test.
    expect(found.text).toContain(
      'With 3 replicates differences between two show from 20 % on, with 10 from 7 % on; telling these takes about ' +
        '18 replicates, if the difference is as measured.',
    );
    expect(found.unitsNeeded).toBe(18);
  });

  it('admits that no reasonable number would do', () => {
    const [a, b]: Entry[] = [
      { name: 'a', turns: about(100.1, 0.1) },
      { name: 'b', turns: about(100, 0.1) },
    ];
    const found = answer({}, [a!, b!]);
    expect(found.unitsNeeded).toBeNull();
    expect(found.text).toContain('not even 100 would be likely to tell these');
  });

  it('is equal where the difference surely does not matter', () => {
    const entries = [100.5, 100, 50].map(
      (mean, index): Entry => ({ name: 'abc'[index]!, turns: about(mean, 0.001, 5) }),
    );
    const found = answer({}, entries);
    expect(found).toMatchObject({ status: 'equal', met: 'yes', tied: ['cell-b'], winner: { cell: 'cell-a' } });
    expect(found.text).toContain('a and b are equal in median bandwidth to within 2 %: 101 MB/s');
    expect(answer({ margin: 0.004 }, entries).status).toBe('decided');
    expect(answer({ margin: 0.006 }, entries).status).toBe('close');
  });

  it('could be the copy, or the hour too, where it is little', () => {
    const entries: Entry[] = [
      { name: 'a', turns: about(105, 0.01) },
      { name: 'b', turns: about(100, 0.01) },
    ];
    const interleaved = answer({}, entries, COPIES);
    expect(interleaved).toMatchObject({ status: 'close', met: 'open', moreBlocks: true, unitsNeeded: null });
    expect(interleaved.text).toContain(
      'This copy of a was 1.05 times (1.03–1.07) this copy of b in median bandwidth, ',
    );
    expect(interleaved.text).toContain(': that could be the copy; add blocks.');
    const apart = answer({}, entries, APART);
    expect(apart.text).toContain('that could be the copy, the fleet or the hour; add blocks.');
    const folders = answer({}, entries, { comparison: 'sequential', made: false });
    expect(folders.text).toContain('a was 1.05 times');
    expect(folders.text).toContain('that could be the hour, since they were measured one after the other.');
    expect(answer({}, entries, FOLDERS).status).toBe('decided');
  });

  it('is left open by what rose or fell meanwhile, be it ever so far apart, and says that', () => {
    const entries: Entry[] = [
      { name: 'a', turns: about(987, 0.005, 5) },
      { name: 'b', turns: about(100, 0.005, 5) },
    ];
    const found = answer({}, entries, APART);
    expect(found).toMatchObject({ status: 'close', met: 'open', moreBlocks: true, unitsNeeded: null });
    expect(found.text).toMatch(
      /^This copy of a was 9\.87 times .* in median bandwidth, .*: but the trials of their rigs /,
    );
    expect(found.text).toContain('rose or fell meanwhile');
    expect(found.text).toContain('one rig for both, or blocks, would tell.');
    for (const wrong of ['the copy, the fleet', 'differences between two show'])
      expect(found.text).not.toContain(wrong);
    const folders = answer({}, entries, { comparison: 'sequential', made: false });
    expect(folders.text).toContain('taking turns would tell.');
  });

  it('says what shows beside a limit by what hours may differ by, where nothing is compared', () => {
    const entries: Entry[] = [
      { name: 'a', turns: about(100, 0.1), usdPerHour: 1 },
      { name: 'b', turns: about(200, 0.1), usdPerHour: 2 },
    ];
    const floor = (place: How) => answer({ prefer: 'cheapest', atLeast: 10 * MB }, entries, place).resolution?.floor;
    expect(floor(APART)).toBeGreaterThan(0.2);
    expect(floor(COPIES)).toBe(0.1);
    expect(floor(FOLDERS)).toBe(0);
  });

  it('counts fresh copies, not trials, where there are several blocks', () => {
    const blocks = (means: readonly number[]): Entry['turns'] =>
      means.flatMap((mean, index) => about(mean, 0.001, 5).map((turn) => ({ ...turn, block: index + 1 })));
    const found = answer({}, [
      { name: 'a', turns: blocks([110, 100]) },
      { name: 'b', turns: blocks([90, 92]) },
    ]);
    expect(found).toMatchObject({ status: 'close', resolution: { unit: 'block', n: 3 }, moreBlocks: true });
    expect(found.text).toContain('n = 10 in 2 blocks');
    expect(found.text).toContain('With 3 blocks differences between two show from');
  });

  it('does not decide over the head of what was not measured', () => {
    const lost: Entry = { name: 'c', turns: [{ value: 1, out: 'CopyFailed' }] };
    const found = answer({}, [SLOW, FAST, lost]);
    expect(found).toMatchObject({ status: 'close', met: 'open', open: ['cell-c'], winner: { cell: 'cell-4GBps' } });
    expect(found.text).toContain('That holds of what was measured: nothing is known of c (no trial of it counts).');
    const single = answer({}, [SLOW, FAST, { name: 'c', turns: about(5, 0, 1) }]);
    expect(single).toMatchObject({ status: 'close', tied: ['cell-c'] });
    expect(single.text).toContain('too few replicates of c count to compare them');
  });

  it('passes over what is not feasible, and workloads that never give the metric', () => {
    const entries = [SLOW, FAST, { name: 'c', turns: [{ value: 1, out: 'TooLarge' }] }];
    const [candidates, circumstances] = contest(entries, FOLDERS);
    const trials = new Map(
      [...circumstances.trials].map(([key, one]) => [
        key,
        one.cell === 'cell-c' ? { ...one, verdict: 'INFEASIBLE' as const } : one,
      ]),
    );
    const infeasible = answerOf(decide(), candidates, FACTORS, METRICS, { ...circumstances, trials });
    expect(infeasible).toMatchObject({ status: 'decided', leftOut: [{ why: 'it is not feasible', open: false }] });
    const other = answer({}, [SLOW, FAST, { name: 'c', turns: about(1) }], FOLDERS, (one) =>
      one.label === 'c'
        ? { ...one, workload: 'tree', measures: one.measures.map((measure) => ({ ...measure, metric: 'files' })) }
        : { ...one, workload: 'fio' },
    );
    expect(other).toMatchObject({ status: 'decided', leftOut: [{ why: 'no trial measured bandwidth', open: false }] });
  });
});
