import type { RigMark } from '../../../lib/shapes/outcomes';
import { computeOverlap, type RigTimes, splitIntoPhases } from '../../../lib/twin/rehearsal/segments';
import cases from './segments.cases.json';

const iso = (moment: number): string => new Date(moment).toISOString();

/** A rig from 0 to 1000 whose marks stand at these moments. */
function rig(at: Readonly<Partial<Record<RigMark, number>>>, more: Partial<RigTimes> = {}): RigTimes {
  const marks = Object.entries(at).map(([mark, moment]) => ({ mark: mark as RigMark, at: iso(moment) }));
  const outcome = { rig: 'r1', status: 'SUCCEEDED', reason: null, marks } as const;
  return { from: 0, until: 1000, outcome, trials: [], changes: [], ...more };
}

const MARKS = { creating: 10, launching: 200, preparing: 250, measuring: 300, deleting: 800, done: 990 };
const short = (times: RigTimes): string[] =>
  splitIntoPhases(times).map(({ phase, from, until }) => `${phase} ${from}-${until}`);

describe('splitIntoPhases', () => {
  it('returns phases between the recorded times of a rig, with preparing from the launch of hosts on', () => {
    expect(short(rig(MARKS))).toEqual(['creating 0-200', 'preparing 200-300', 'idle 300-800', 'deleting 800-1000']);
  });

  it('inserts trials and changes into the phases, and returns the time between them as idle', () => {
    const trials = [
      { from: 310, until: 400 },
      { from: 400, until: 450 },
      { from: 600, until: 790 },
    ];
    expect(short(rig(MARKS, { trials, changes: [{ from: 460, until: 590 }] }))).toEqual(cases.changing);
  });

  it('covers the whole time without gaps or overlaps, even when trials and changes overlap', () => {
    const trials = [
      { from: -50, until: 320 },
      { from: 310, until: 500 },
      { from: 700, until: 1200 },
    ];
    // A change is a change, even where a trial that was stopped had not been closed.
    expect(short(rig(MARKS, { trials, changes: [{ from: 450, until: 720 }] }))).toEqual([
      'measuring 0-450',
      'changing 450-720',
      'measuring 720-1000',
    ]);
  });

  it('splits a rig without outcome by its trials', () => {
    const trials = [
      { from: 300, until: 400 },
      { from: 420, until: 500 },
    ];
    const measuring = ['measuring 300-400', 'idle 400-420', 'measuring 420-500'];
    const expected = ['creating 0-300', ...measuring, 'deleting 500-1000'];
    expect(short(rig({}, { outcome: null, trials }))).toEqual(expected);
  });

  it('counts a rig without outcome and trials as deleting, and one without hosts as creating, then deleting', () => {
    expect(short(rig({}, { outcome: null }))).toEqual(['deleting 0-1000']);
    expect(short(rig({ creating: 10, deleting: 150, done: 900 }))).toEqual(['creating 0-150', 'deleting 150-1000']);
  });

  it('returns an empty list for a rig of zero length', () => {
    expect(splitIntoPhases({ from: 5, until: 5, outcome: null, trials: [], changes: [] })).toEqual([]);
  });
});

it.each([
  [5, 20, 5],
  [2, 3, 1],
  [10, 20, 0],
  [15, 20, 0],
])('computes the overlap of 0 to 10 with %d to %d as %d', (from, until, common) => {
  const [a, b] = [
    { from: 0, until: 10 },
    { from, until },
  ];
  expect([computeOverlap(a, b), computeOverlap(b, a)]).toEqual([common, common]);
});
