import { bottleneckOf } from '../../../lib/results/bottleneck/bottleneck';
import type { RoleUse, TrialRow } from '../../../lib/shapes/verdict';

const GBIT = 1e9 / 8;

/** The line of a cell of which only its hosts tell, c5n.9xlarge (50 Gbit/s). */
function line(use: Partial<RoleUse>): string {
  const uses: readonly RoleUse[] = [{ role: 'client', cpu: [0.1], network: [0], held: 0, ...use }];
  const row = { trial: 't0001', started: null, ended: null, reasons: [], uses } as unknown as TrialRow;
  const roles = [{ role: 'client', instanceType: 'c5n.9xlarge' }];
  return bottleneckOf({ rows: [row], measures: [], entitled: {}, held: [], roles, local: false }).text;
}

it.each<readonly [change: Partial<RoleUse>, told: string]>([
  [{ cpu: [0.5, 0.97] }, 'host CPU: 50 % busy on the middle one of 2 hosts, at most 97 %'],
  [{ cpu: [0.3, 0.3, 0.95, 0.97] }, 'host CPU: 30 % busy on the middle one of 4 hosts, at most 97 %'],
  [
    { network: [1, 49, 1, 1].map((gbits) => gbits * GBIT) },
    'client network: 2 % of 50 Gbit/s on the middle one of 4 hosts, at most 98 %',
  ],
])('is not said that nothing was at its limit where a host was: %j', (change, told) => {
  expect(line(change)).toBe(
    `not known: of what was looked at only some hosts were at a limit, half of them at most (${told}); lacking: what ` +
      'the storage is entitled to',
  );
});

it('shows the most that a host used also where none was at a limit', () => {
  expect(line({ cpu: [0.2, 0.3, 0.4] })).toContain(
    'nothing that was looked at was at its limit (host CPU: 30 % busy on the middle one of 3 hosts, at most 40 %;',
  );
});
