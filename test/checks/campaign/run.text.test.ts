import { formatTally } from '../../../checks/campaign/run';

const tally = (runs: number, missed: number) => ({
  runs,
  hours: 3,
  violations: [],
  redrawn: 4,
  operations: new Map([
    ['redrive', 3],
    ['down', 1],
  ]),
  countStruck: () => runs - missed,
  byClass: () => [
    {
      class: 'several' as const,
      runs,
      places: runs,
      missed,
      violations: 0,
      worstLateUsd: 0,
      worst: null,
      worstPersonUsd: 0,
    },
  ],
});
const last = (runs: number, missed: number, drawn: boolean, all: number | null) =>
  formatTally(tally(runs, missed), 60, 's', { drawn, all })
    .split('\n')
    .find((line) => line.includes('virtual hours'));

it('prints a 95 % upper bound of the violation rate, from the random campaigns that applied', () => {
  // 1 − 0.05^(1/5) = 45.07%: seven of twelve runs say nothing.
  expect(last(12, 7, true, null)).toContain(
    '0 violations (at most 45% of campaigns drawn this way from these experiments, 95%)',
  );
  expect(last(2000, 0, true, null)).toContain('(at most 0.15% of campaigns');
  expect(last(12, 12, true, null)).toMatch(/0 violations\. Seed/);
});

it('prints no bound of the violation rate for listed or mixed campaigns', () => {
  expect(last(12, 7, false, 40)).toContain('0 violations (applied in 5 of 40 representatives). Seed');
  expect(last(12, 0, false, null)).toMatch(/0 violations\. Seed/);
});

it('prints in how many runs every rule applied, the operations, and runs per minute', () => {
  const text = formatTally(tally(12, 2), 60, 's', { drawn: true, all: null });
  expect(text).toContain('\nstruck 10 of 12 (83%), 4 drawn again; 16.0 runs a minute. Applied: redrive 3, down 1\n');
});
