import { besideItems, besideUsd, type Counted } from '../../lib/pricing/requests';
import { alarmRequests } from '../../lib/experiment/design/alarms';
import { rigOf } from '../results/fixtures/rig';

/** Trials of two commands on so many hosts, in an hour. */
const plan = (trials: number, hosts: number): Counted =>
  ({
    rigs: [],
    trials: Array.from({ length: trials }, () => ({ steps: [{ hosts }, { hosts }] })),
    estimate: { seconds: 3600 },
  }) as unknown as Counted;

const TRANSITIONS = 370 + 170 + 36 * (17 + 2 * 15);

describe('what is beside hosts and storage', () => {
  it('is cents for a small experiment, a line for each thing that is paid for, with its source', () => {
    const items = besideItems(plan(36, 1));
    expect(items.map(({ item, quantity, unit, usdPerUnit }) => [item, Math.round(quantity), unit, usdPerUnit])).toEqual(
      [
        ['state transitions', TRANSITIONS, 'transition', 0.000025],
        ['calls of functions', Math.round(TRANSITIONS / 7), 'call', 0.0000002],
        ['time of functions', Math.round((1.5 * TRANSITIONS) / 7), 'GB-second', 0.0000133334],
        ['log lines of functions', 0, 'GB', 0.5],
        ['writes to the bucket', 720 + TRANSITIONS / 4, 'request', 0.000005],
        ['reads from the bucket', Math.round(0.7 * TRANSITIONS), 'request', 0.0000004],
      ],
    );
    for (const { quantity, usdPerUnit, usd, source } of items) {
      expect(usd).toBeCloseTo(quantity * usdPerUnit, 12);
      expect(usd).toBeGreaterThan(0);
      expect(source).toMatch(/^aws\.amazon\.com\/[a-z0-9-]+\/pricing, us-east-1, .*2026/);
    }
    expect(besideUsd(plan(36, 1))).toBeCloseTo(
      items.reduce((sum, { usd }) => sum + usd, 0),
      12,
    );
    expect(besideUsd(plan(36, 1))).toBeLessThan(0.08);
  });

  it('grows with hosts, since each stores what it has seen', () => {
    expect(besideUsd(plan(20, 200)) - besideUsd(plan(20, 1))).toBeCloseTo(0.398, 9);
  });

  it('has what servers are asked once that is a cent, each server and disk that a search finds for itself', () => {
    const metrics = (kind: string, count: number): readonly number[] => {
      const copies = Array.from({ length: count }, (_, index) => ({
        copy: `c${index}`,
        kind,
        target: kind,
        requests: [],
      }));
      const rigs = [{ ...rigOf('r1', kind, 1, 1), copies }] as unknown as Counted['rigs'];
      const items = besideItems({ ...plan(1, 1), rigs });
      return items.flatMap(({ item, quantity }) => (item === 'metrics of servers' ? [quantity] : []));
    };
    expect(metrics('directory', 500)).toEqual([]);
    expect(metrics('ebs', 83)).toEqual([]);
    expect(metrics('ebs', 84)).toEqual([1008]);
    expect(metrics('fsx-lustre', 10)).toEqual([10 * (5 + 12 * 20)]);
  });

  it('has alarms by the hour for as long as their rig stands, each metric that a query finds for itself', () => {
    const requests = alarmRequests('fsx-lustre', {
      server_metadata_ops: 1000,
      server_disk_iops: 90,
      server_file_creates: 90,
    });
    const copies = [{ copy: 'c1', kind: 'fsx-lustre', target: 'scratch', requests }];
    const rigs = [{ ...rigOf('r1', 'fsx-lustre', 1, 1), copies, expectedSeconds: 2 * 3600 }];
    const items = besideItems({ ...plan(1, 1), rigs: rigs as unknown as Counted['rigs'] });
    expect(items.filter(({ unit }) => unit === 'metric-month')).toEqual([
      {
        item: 'alarms on file systems',
        of: 'hosts',
        quantity: expect.closeTo((2 * (1 + 2 * 20)) / 730, 9) as unknown,
        unit: 'metric-month',
        usdPerUnit: 0.1,
        usd: expect.closeTo((0.1 * (2 * (1 + 2 * 20))) / 730, 9) as unknown,
        source: expect.stringContaining('aws.amazon.com/cloudwatch/pricing') as unknown,
      },
    ]);
  });
});
