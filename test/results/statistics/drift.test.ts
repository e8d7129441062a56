import { driftOf } from '../../../lib/results/statistics/drift';

const START = Date.parse('2026-03-02T09:00:00Z');
/** Values of one rig, a minute apart. */
const inTurn = (values: readonly number[], rig = 'r1') =>
  values.map((value, index) => ({ value, rig, started: new Date(START + index * 60_000).toISOString() }));
const drift = (...values: number[]) => driftOf(inTurn(values), 'higher');

it('sees that later trials are much lower than earlier ones', () => {
  expect(drift(600, 590, 610, 400, 150, 160, 150)).toEqual({ earlier: 600, later: 150 });
  expect(drift(600, 600, 600, 419, 419, 419)).toEqual({ earlier: 600, later: 419 });
});

it('takes noise, a rise and a single bad trial among many for none', () => {
  expect(drift(600, 600, 600, 421, 421, 421)).toBeNull();
  expect(drift(150, 150, 150, 600, 600, 600)).toBeNull();
  expect(drift(600, 590, 610, 600, 590, 150)).toBeNull();
});

it('believes few trials only where they cannot be mistaken', () => {
  expect(drift(600, 300, 150)).toEqual({ earlier: 600, later: 150 });
  expect(drift(600, 590, 200, 150)).toEqual({ earlier: 595, later: 175 });
  // Less than half, but the trial between is higher than before: that is noise.
  expect(drift(600, 700, 150)).toBeNull();
  expect(drift(600, 500, 310)).toBeNull();
  expect(drift(600, 310, 200, 150)).toBeNull();
  expect(drift(600, 100)).toBeNull();
  expect(drift(600)).toBeNull();
  expect(driftOf([], 'higher')).toBeNull();
});

it('goes by the time of trials, not by their order in the plan', () => {
  const values = inTurn([600, 590, 610, 160, 150, 140]);
  expect(driftOf(values.toReversed(), 'higher')).toEqual({ earlier: 600, later: 150 });
  const untimed = values.map((one) => ({ ...one, started: null }));
  expect(driftOf(untimed, 'higher')).toEqual({ earlier: 600, later: 150 });
});

it('compares trials of one rig with each other: a slow copy after a fast one is no drift', () => {
  const copies = [...inTurn([600, 600, 600, 600], 'r1'), ...inTurn([150, 150, 150, 150], 'r2')];
  expect(driftOf(copies, 'higher')).toBeNull();
  const both = [...inTurn([600, 600, 150, 150], 'r1'), ...inTurn([620, 620, 160, 160], 'r2')];
  expect(driftOf(both, 'higher')).toEqual({ earlier: 610, later: 155 });
});

it('knows that times get worse upwards', () => {
  expect(driftOf(inTurn([1, 1, 1, 4, 4, 4]), 'lower')).toEqual({ earlier: 1, later: 4 });
  expect(driftOf(inTurn([4, 4, 4, 1, 1, 1]), 'lower')).toBeNull();
});
