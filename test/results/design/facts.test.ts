import { blockWords, designFacts } from '../../../lib/results/design/facts';

const place = (
  rig: string,
  copy: string,
  more: { block?: number; period?: number; out?: string; given?: true } = {},
) => ({
  rig,
  cell: copy,
  copy: `${rig}/${copy}`,
  block: 1,
  period: 1,
  out: null,
  ...more,
});

it('knows where a block had several rigs', () => {
  const of = (...trials: readonly ReturnType<typeof place>[]) => designFacts(true, false, trials);
  expect(of(place('r1', 'c1'), place('r1', 'c2'))).toMatchObject({ apart: false, turns: 'interleaved' });
  expect(of(place('r1', 'c1'), place('r2', 'c2'))).toMatchObject({ apart: true, turns: 'sequential' });
  expect(of(place('r1', 'c1'), place('r2', 'c1', { block: 2 }))).toMatchObject({ apart: false, turns: null });
});

it('counts copies and periods of trials that count', () => {
  const trials = [
    place('r1', 'c1'),
    place('r1', 'c1', { period: 2 }),
    place('r1', 'c2', { period: 3, out: 'HostLost' }),
  ];
  expect(designFacts(true, false, trials)).toMatchObject({ copies: 1, periods: 2 });
  expect(designFacts(true, false, [])).toMatchObject({ copies: 0, periods: 1, turns: null, apart: false });
});

it('takes storage that was there before for no copy, in however many blocks', () => {
  const given = [place('r1', 'c1', { given: true }), place('r2', 'c1', { given: true, block: 2 })];
  const alone = designFacts(true, false, given);
  expect(alone).toMatchObject({ made: false, given: true, copies: 0 });
  const mixed = designFacts(true, false, [place('r1', 'c1', { given: true }), place('r1', 'c2')]);
  expect(mixed).toMatchObject({ made: true, given: true, copies: 1 });
});

it('calls blocks what they drew anew', () => {
  expect(blockWords({ fleets: true, made: true, given: false })).toBe('new instances in each block');
  expect(blockWords({ fleets: true, made: false, given: true })).toBe(
    'blocks of the same storage (each with hosts and an hour of its own)',
  );
  expect(blockWords({ fleets: false, made: false, given: true })).toBe(
    'blocks of the same storage (each with an hour of its own)',
  );
  expect(blockWords({ fleets: true, made: true, given: true })).toContain('fresh copies of what was made');
});
