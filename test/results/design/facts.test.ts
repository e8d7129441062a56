import { describeBlocks, getDesignFacts } from '../../../lib/results/design/facts';

const makePlace = (
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

it('reports cells as apart (sequential) only when one block has several rigs', () => {
  const getFacts = (...trials: readonly ReturnType<typeof makePlace>[]) => getDesignFacts(true, false, trials);
  expect(getFacts(makePlace('r1', 'c1'), makePlace('r1', 'c2'))).toMatchObject({ apart: false, turns: 'interleaved' });
  expect(getFacts(makePlace('r1', 'c1'), makePlace('r2', 'c2'))).toMatchObject({ apart: true, turns: 'sequential' });
  expect(getFacts(makePlace('r1', 'c1'), makePlace('r2', 'c1', { block: 2 }))).toMatchObject({
    apart: false,
    turns: null,
  });
});

it('counts target instances and periods of valid trials only', () => {
  const trials = [
    makePlace('r1', 'c1'),
    makePlace('r1', 'c1', { period: 2 }),
    makePlace('r1', 'c2', { period: 3, out: 'HostLost' }),
  ];
  expect(getDesignFacts(true, false, trials)).toMatchObject({ copies: 1, periods: 2 });
  expect(getDesignFacts(true, false, [])).toMatchObject({ copies: 0, periods: 1, turns: null, apart: false });
});

it('counts existing storage as given, not as a created target instance, in however many blocks', () => {
  const given = [makePlace('r1', 'c1', { given: true }), makePlace('r2', 'c1', { given: true, block: 2 })];
  const alone = getDesignFacts(true, false, given);
  expect(alone).toMatchObject({ made: false, given: true, copies: 0 });
  const mixed = getDesignFacts(true, false, [makePlace('r1', 'c1', { given: true }), makePlace('r1', 'c2')]);
  expect(mixed).toMatchObject({ made: true, given: true, copies: 1 });
});

it('describes whether blocks have new instances, or the same storage with new hosts or at another hour', () => {
  expect(describeBlocks({ fleets: true, made: true, given: false })).toBe('new instances in each block');
  expect(describeBlocks({ fleets: true, made: false, given: true })).toBe(
    'blocks of the same storage (each with hosts and an hour of its own)',
  );
  expect(describeBlocks({ fleets: false, made: false, given: true })).toBe(
    'blocks of the same storage (each with an hour of its own)',
  );
  expect(describeBlocks({ fleets: true, made: true, given: true })).toContain('fresh copies of what was made');
});
