/** Answers about storage that was there before: no block makes another of it, and it is no copy of anything. */
import { about, answer } from './answers';
import type { Entry, How } from '../../../checks/statistics/contest';

const MANAGED: How = { comparison: 'interleaved', made: true, given: ['ceph', 'nfs'] };
const APART: How = { ...MANAGED, comparison: 'sequential' };

const NEAR: readonly Entry[] = [
  { name: 'ceph', turns: about(105, 0.01) },
  { name: 'nfs', turns: about(100, 0.01) },
];

/** The same values in each of three blocks. */
function inBlocks(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => ({
    ...entry,
    turns: [1, 2, 3].flatMap((block) => entry.turns.map((turn) => ({ ...turn, block }))),
  }));
}

const all = ({ text, notes, reading }: ReturnType<typeof answer>): string => [text, ...notes, ...reading].join(' ');

describe('in one block', () => {
  it('is the thing itself: what little two differ by, they differ by', () => {
    const found = answer({}, NEAR, MANAGED);
    expect(found).toMatchObject({ status: 'decided', moreBlocks: false, resolution: { floor: 0, causes: [] } });
    expect(found.text).toMatch(/^ceph has the highest median bandwidth: /);
    expect(all(found)).not.toMatch(/cop(y|ies)|add blocks|the hour/);
  });

  it('its hosts and its hour may be of a rig of its own, which blocks draw anew', () => {
    const found = answer({}, NEAR, APART);
    expect(found).toMatchObject({ status: 'close', resolution: { causes: ['fleet', 'hour'] } });
    expect(found.text).toContain('that could be the fleet or the hour; add blocks.');
    expect(found.text).toContain('could be the fleet or the hour.');
    expect(found.notes.join()).toContain('Each rig had a fleet and an hour of its own');
  });

  it('beside a copy that was made only that one is a copy', () => {
    const found = answer({}, NEAR, { ...MANAGED, given: ['nfs'] });
    expect(found).toMatchObject({ status: 'close', resolution: { causes: ['copy'] } });
    expect(found.text).toContain('This copy of ceph was 1.05 times (1.03–1.07) nfs in median bandwidth, ');
    expect(found.text).toContain('10 % could be the copy.');
    expect(found.reading.join()).toContain('What was made was made once (one block)');
    const far = answer({}, [{ ...NEAR[0]!, turns: about(200, 0.01) }, NEAR[1]!], { ...MANAGED, given: ['nfs'] });
    expect(far.text).toMatch(/^This copy of ceph has the highest median bandwidth: .* nfs: .*how much copies differ/);
  });

  it('beside a limit those that keep to it are called so', () => {
    const entries = [
      { name: 'ceph', turns: about(200, 0.01), usdPerHour: 1 },
      { name: 'nfs', turns: about(100, 0.01), usdPerHour: 2 },
      { name: 'fsx', turns: about(100, 0.01), usdPerHour: 3 },
    ];
    const found = answer({ atLeast: 150e6, prefer: 'cheapest' }, entries, MANAGED);
    expect(found.text).toMatch(/^ceph is the cheapest that reaches 150 MB\/s in median bandwidth in this hour: /);
    expect(found.text).toContain('nfs (100 MB/s) and this copy of fsx (100 MB/s) do not reach it.');
  });
});

it('in several blocks figures are of hosts and hours, and never of fresh copies', () => {
  const found = answer({}, inBlocks(NEAR), MANAGED);
  expect(all(found)).not.toMatch(/cop(y|ies)/);
  expect(found.reading.join()).toContain(
    'of blocks of the same storage (each with hosts and an hour of its own): each block counts once',
  );
  const folders = answer({}, inBlocks(NEAR), { comparison: 'interleaved', made: false });
  expect(folders.reading.join()).toContain('of blocks of the same storage (each with an hour of its own): each');
});

describe('what could be instead of a difference', () => {
  const figure = (entries: readonly Entry[], how: How): string =>
    answer({}, entries, how)
      .reading.concat(answer({}, entries, how).text)
      .join(' ');

  it('is no hour between rivals that took turns', () => {
    const found = figure(NEAR, { comparison: 'interleaved', made: true });
    expect(found).toContain('; 10 % could be the copy.');
    expect(found).not.toContain('the copy or the hour');
  });

  it('is no copy between stages of one', () => {
    const stages = NEAR.map((entry, index) => ({
      ...entry,
      copy: 'c1',
      turns: entry.turns.map((turn) => ({ ...turn, period: index + 1 })),
    }));
    expect(figure(stages, { comparison: 'interleaved', made: true })).toContain(' % could be the hour.');
  });

  it('is all of them between rigs', () => {
    expect(figure(NEAR, { comparison: 'sequential', made: true })).toContain(
      ' % could be the copy, the fleet or the hour.',
    );
  });
});
