import { findBottleneck } from '../../../lib/results/bottleneck/bottleneck';
import type { RoleUsage, TrialRow } from '../../../lib/shapes/verdict';

const GBIT = 1e9 / 8;

/** The line of a cell of which only its hosts tell: by default c5n.9xlarge (50 Gbit/s). */
function describeLimit(use: Partial<RoleUsage>, instanceType = 'c5n.9xlarge', flows?: number): string {
  const uses: readonly RoleUsage[] = [{ role: 'client', cpu: [0.1], network: [0], delayedHosts: 0, ...use }];
  const row = { trial: 't0001', started: null, ended: null, reasons: [], usage: uses } as unknown as TrialRow;
  const roles = [{ role: 'client', instanceType, flows }];
  return findBottleneck({ rows: [row], measures: [], provisioned: {}, held: [], roles, local: false }).text;
}

it.each<readonly [change: Partial<RoleUsage>, told: string]>([
  [{ cpu: [0.5, 0.97] }, 'host CPU: 50% busy on the median of 2 hosts, max 97%'],
  [{ cpu: [0.3, 0.3, 0.95, 0.97] }, 'host CPU: 30% busy on the median of 4 hosts, max 97%'],
  [
    { network: [1, 49, 1, 1].map((gbits) => gbits * GBIT) },
    'client network: 2% of 50 Gbit/s on the median of 4 hosts, max 98%',
  ],
])('reports that at most half of the hosts were at a limit: %j', (change, told) => {
  expect(describeLimit(change)).toBe(
    `not known: at most half of the hosts or trials were at a limit (${told}); ` +
      'missing: provisioned rates of the storage',
  );
});

it('names one CPU busy in the kernel while the host as a whole is idle', () => {
  expect(describeLimit({ kernel: [0.99] })).toBe('one CPU of the host: 99% in the kernel on 1 of 1 hosts');
  expect(describeLimit({ cpu: [0.1, 0.1, 0.1], kernel: [0.97, 0.2, 0.95] })).toBe(
    'one CPU of the host: 95% in the kernel on 2 of 3 hosts',
  );
  expect(describeLimit({ kernel: [0.85] })).not.toContain('kernel');
});

it('shows the busiest host also when no host was at a limit', () => {
  expect(describeLimit({ cpu: [0.2, 0.3, 0.4] })).toContain(
    'no checked limit was reached (host CPU: 30% busy on the median of 3 hosts, max 40%;',
  );
});

it('names a network that delayed packets in half of the trials as a limit of some trials only', () => {
  const rows = [3, 0, 3, 0].map((delayedHosts, index) => {
    const usage: readonly RoleUsage[] = [{ role: 'broker', cpu: [0.1, 0.1, 0.1], network: null, delayedHosts }];
    return { trial: `t000${index}`, started: null, ended: null, reasons: [], usage } as unknown as TrialRow;
  });
  const roles = ['broker', 'worker'].map((role) => ({ role, instanceType: 'i3en.2xlarge' }));
  const describeRows = (some: readonly TrialRow[]): string =>
    findBottleneck({ rows: some, measures: [], provisioned: {}, held: [], roles, local: false }).text;
  const delayed = 'client network (broker): an allowance of the instance type (8.40 Gbit/s baseline) delayed packets';
  expect(describeRows(rows)).toContain(
    `at most half of the hosts or trials were at a limit (${delayed} in 2 of 4 trials)`,
  );
  expect(describeRows(rows.slice(0, 3))).toBe(`${delayed} on 3 of 3 hosts`);
  expect(describeRows(rows.slice(1, 2))).not.toContain('delayed');
});

/** c5n.2xlarge: 10 Gbit/s, and 25 as long as credits last. */
describe('an instance network with burst credits', () => {
  const describeNetwork = (gbits: number, held: number | null): string =>
    describeLimit({ network: [gbits * GBIT], delayedHosts: held }, 'c5n.2xlarge');

  it('is named as the limit at its baseline when packets were delayed', () => {
    expect(describeNetwork(10, 1)).toBe('client network: 100% of 10 Gbit/s baseline on 1 of 1 hosts');
  });

  it('reports delayed packets, not the baseline, when the rate was 1.5× the baseline', () => {
    const told = describeNetwork(15, 1);
    expect(told).toBe(
      'client network: an allowance of the instance type (10 Gbit/s baseline) delayed packets on 1 of 1 hosts',
    );
    // As those say it that were not held back.
    expect(describeNetwork(15, 0)).toContain('client network: 60% of 25 Gbit/s burst on 1 host');
  });

  it('reports missing throttling data at the baseline only when delayed packets were not counted', () => {
    expect(describeNetwork(10, 0)).toMatch(
      /client network: 40% of 25 Gbit\/s burst on 1 host.*; missing: provisioned rates of the storage$/,
    );
    expect(describeNetwork(10, null)).toContain('whether hosts were throttled to their network baseline of 10 Gbit/s');
  });
});

/** Each TCP connection carries 5 Gbit/s at most, and the network of c5n.9xlarge 50. */
describe('TCP flows of a host as a limit', () => {
  const describeFlows = (gbits: number, flows?: number, type?: string): string =>
    describeLimit({ network: [gbits * GBIT] }, type, flows);

  it('names TCP flows as the limit when their number is known and they are full', () => {
    expect(describeFlows(4.9, 1)).toBe('client TCP flows: 98% of 5 Gbit/s (1 flow per host) on 1 of 1 hosts');
    expect(describeFlows(9.5, 2)).toBe('client TCP flows: 95% of 10 Gbit/s (2 flows per host) on 1 of 1 hosts');
  });

  it('lists TCP flows among the limits that were not reached', () => {
    expect(describeFlows(3, 1)).toContain(
      '(client TCP flows: 60% of 5 Gbit/s (1 flow per host) on 1 host; host CPU: 10% busy',
    );
  });

  it.each([
    ['their number is unknown', describeFlows(4.9)],
    ['the network carries less than the flows can', describeFlows(4.9, 16)],
    ['hosts moved more than the flows can carry', describeFlows(5.6, 1)],
    ['the instance type is unknown', describeFlows(4.9, 1, 'z9.large')],
  ])('does not mention TCP flows when %s', (_, text) => expect(text).not.toContain('TCP'));
});
