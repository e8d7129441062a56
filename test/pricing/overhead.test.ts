import { computeOverheadUsd, type OverheadPlan } from '../../lib/pricing/overhead';
import { makeAlarms } from '../../lib/experiment/design/alarms';
import { makeRig } from '../results/fixtures/rig';

/** Trials of two commands on so many hosts, in an hour. */
const plan = (trials: number, hosts: number): OverheadPlan =>
  ({
    rigs: [],
    trials: Array.from({ length: trials }, () => ({ steps: [{ hosts }, { hosts }] })),
    estimate: { seconds: 3600 },
  }) as unknown as OverheadPlan;

const TRANSITIONS = 370 + 170 + 36 * (17 + 2 * 15);
/** US dollars for a transition with its share of functions, logs and the bucket. */
const PER_TRANSITION =
  0.000025 + (0.0000002 + 1.5 * 0.0000133334 + 0.000001 * 0.5) / 7 + 0.25 * 0.000005 + 0.7 * 0.0000004;

describe('computeOverheadUsd', () => {
  it('returns less than $0.08 for 36 trials on one host', () => {
    // 36 trials of two commands, of each of which a host stores ten files.
    expect(computeOverheadUsd(plan(36, 1))).toBeCloseTo(TRANSITIONS * PER_TRANSITION + 720 * 0.000005, 12);
    expect(computeOverheadUsd(plan(36, 1))).toBeLessThan(0.08);
  });

  it('adds the cost of storing result files for each additional host', () => {
    expect(computeOverheadUsd(plan(20, 200)) - computeOverheadUsd(plan(20, 1))).toBeCloseTo(0.398, 9);
  });

  /** What rigs add to an experiment. */
  const more = (rigs: object): number =>
    computeOverheadUsd({ ...plan(1, 1), rigs: rigs as OverheadPlan['rigs'] }) - computeOverheadUsd(plan(1, 1));

  it('charges CloudWatch metrics per volume, and per server and disk that a search finds', () => {
    const metrics = (kind: string, count: number): number => {
      const copies = Array.from({ length: count }, (_, index) => ({ copy: `c${index}`, kind, requests: [] }));
      const all = more([{ ...makeRig('r1', kind, 1, 1), copies }]);
      return Math.round((all - count * 110 * PER_TRANSITION) / 0.00001);
    };
    expect(metrics('directory', 500)).toBe(0);
    expect(metrics('ebs', 84)).toBe(1008);
    expect(metrics('fsx-lustre', 10)).toBe(10 * (5 + 17 * 20));
  });

  it('charges CloudWatch alarms per hour of the rig and per metric that a query finds', () => {
    const requests = makeAlarms('fsx-lustre', {
      server_metadata_ops: 1000,
      server_disk_iops: 90,
      server_file_creates: 90,
    });
    const rig = { ...makeRig('r1', 'fsx-lustre', 1, 1), expectedSeconds: 2 * 3600 };
    const copies = (some: object) => [{ ...rig, copies: [{ copy: 'c1', kind: 'fsx-lustre', requests: some }] }];
    expect(more(copies(requests)) - more(copies([]))).toBeCloseTo((0.1 * (2 * (1 + 2 * 20))) / 730, 9);
  });
});
