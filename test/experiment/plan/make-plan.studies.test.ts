/** The files of published studies in `experiments/`: what each comes to, and why. */
import { soundReal } from '../real-spec';
import { formatPlan } from '../../../lib/cli/text/plan-text';
import { readFileSync } from 'node:fs';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { readScripts } from '../../../lib/aws/scripts';
import type { Plan } from '../../../lib/shapes/plan';
import type { Problem } from '../../../lib/shapes/problem';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import cases from './make-plan.studies.cases.json';

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function planStudy(name: string): {
  readonly plan: Plan;
  readonly advice: readonly Problem[];
} {
  const text = readFileSync(`experiments/${name}.yaml`, 'utf8');
  const { plan, advice } = soundReal(text, scripts, { startedAt: Date.UTC(2026, 10, 22) });
  return { plan, advice };
}

/** Workloads whose trials are too short for what servers tell. */
function listShortWorkloads(name: string): readonly unknown[] {
  return planStudy(name).advice.flatMap(({ code, path }) => (code === 'TooShortForServers' ? [path[1]] : []));
}

/** Copies of each target in all rigs. */
function countInstances({ rigs }: Plan): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { target } of rigs.flatMap((rig) => rig.copies)) found[target] = (found[target] ?? 0) + 1;
  return found;
}

function countParts(plan: Plan): object {
  return { cells: plan.cells.length, trials: plan.trials.length, rigs: plan.rigs.length, copies: countInstances(plan) };
}

describe('makePlan for shipped studies', () => {
  it('plans local-tree-copy as 5 cells and 15 trials on two directories', () => {
    const { plan } = planStudy('local-tree-copy');
    // 2 folders x 3 workers, without eight in memory.
    expect(countParts(plan)).toEqual({ cells: 5, trials: 15, rigs: 1, copies: { disk: 1, tmpfs: 1 } });
  });

  it('plans local-kafka as 6 cells and 30 trials, with a broker kill in 10 of them', () => {
    const { plan } = planStudy('local-kafka');
    // 2 folders x 2 flushes, and the loss once on each folder; all of it five times.
    expect(countParts(plan)).toEqual({ cells: 6, trials: 30, rigs: 1, copies: { disk: 1, tmpfs: 1 } });
    const lost = plan.trials.filter(({ events }) => events !== undefined);
    expect(lost).toHaveLength(10);
    for (const { events } of lost) expect(events).toEqual(cases.kills);
    // 20 trials of 44 s, 10 of 132 s, and brokers that start anew for another folder or driver.
    expect(plan.estimate.seconds).toBeGreaterThan(20 * 44 + 10 * 132);
    expect(plan.estimate.seconds).toBeLessThan(3000);
    expect(plan.estimate.usd).toBe(0);
  });

  it('plans web-content-on-openzfs as 14 cells in 2 rigs for less than 8 USD', () => {
    const { plan } = planStudy('web-content-on-openzfs');
    // The base, the disk, nine other levels (of nine settings), three pairs; another host needs another rig.
    expect(countParts(plan)).toEqual({ cells: 14, trials: 112, rigs: 2, copies: { zfs: 2, ebs: 1 } });
    expect(plan.estimate.usd).toBeLessThan(8);
  });

  it('uses the published times of 5 configurations as expected times, and prints that in one line', () => {
    const { plan } = planStudy('web-content-on-openzfs');
    const seconds = plan.cells.flatMap(({ cellId, publishedSeconds }) => {
      const steps = plan.trials.find(({ cell }) => cell === cellId)?.steps ?? [];
      const measured = steps.find(({ measures }) => measures)?.expectedSeconds;
      return publishedSeconds === undefined ? [] : [[publishedSeconds, measured]];
    });
    expect(seconds.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([5, 100, 840, 900, 1020].map((one) => [one, one]));
    expect(plan.estimate.seconds / 3600).toBeGreaterThan(15);
    expect(formatPlan(plan, 'x.yaml')).toContain(
      '5 configurations as long as published, 5s to 17m: SCSK, Amazon FSx for OpenZFS for WordPress content\n',
    );
  });

  it('ignores published times above the time limit of the workload', () => {
    const { plan } = planStudy('database-on-foreign-cluster');
    const published = plan.cells.flatMap((cell) => cell.publishedSeconds ?? []);
    expect(published).toEqual([60 * (144 + 257 + 38), 60 * (129 + 222 + 37) + 20]);
    const steps = plan.trials.flatMap((trial) => trial.steps).filter(({ measures }) => measures);
    expect(steps.filter(({ expectedSeconds }) => published.includes(expectedSeconds))).toEqual([]);
    expect(formatPlan(plan, 'x.yaml')).not.toContain('as long as published');
  });

  it('plans lustre-scalable-metadata as 4 file systems in one rig, with modeled metadata times', () => {
    const { plan } = planStudy('lustre-scalable-metadata');
    // 4 file systems x 2 loads, four times.
    const each = { 'p250-automatic': 1, 'p250-192k': 1, 'p1000-automatic': 1, 'p1000-192k': 1 };
    expect(countParts(plan)).toEqual({ cells: 8, trials: 32, rigs: 1, copies: each });
    // 3 x 3.2 million files: 12,000 operations a second make 24,000 of them and remove 12,000; 192,000 do 16 times so;
    // and of instances alike the slow ones are planned with.
    const seconds = (target: string, workload: string): number => {
      const its = plan.cells.find((cell) => cell.target === target && cell.workload === workload)?.cellId;
      return plan.trials.find(({ cell }) => cell === its)?.expectedSeconds ?? 0;
    };
    const files = 9.6e6;
    for (const workload of ['published', 'honest'])
      expect(seconds('p250-automatic', workload)).toBeCloseTo(1.05 * ((3 * files) / 24_000 + files / 12_000) + 45, -1);
    // As in the study; and so long that servers tell of it.
    expect(seconds('p250-192k', 'published')).toBeLessThan(300);
    expect(seconds('p250-192k', 'honest')).toBeGreaterThan(300);
    expect(listShortWorkloads('lustre-scalable-metadata')).toEqual(['published']);
    expect(listShortWorkloads('lustre-scalable-small')).toEqual([]);
    expect(plan.cells[0]?.mounts?.['client']).toMatchObject({ lctl: { 'osc.*OST*.max_rpcs_in_flight': 32 } });
    // 200 hosts of 1.53 dollars for less than eleven hours, and four file systems beside them.
    expect(plan.estimate.usd).toBeGreaterThan(3500);
    expect(plan.estimate.usd).toBeLessThan(4000);
  });

  it('plans kafka-on-ontap as 13 cells, with one change in a trial, broker kills and a standby host', () => {
    const { plan } = planStudy('kafka-on-ontap');
    // ONTAP: 2 stages x 2 drivers x 2 factors; own disks: 2 drivers, replicated; one change and two losses beside.
    expect(countParts(plan)).toEqual({ cells: 13, trials: 55, rigs: 1, copies: { ontap: 1, local: 1 } });
    const [rig] = plan.rigs;
    expect(rig?.roles.map(({ role, count, image }) => [role, count, image])).toEqual([
      ['controller', 3, undefined],
      ['broker', 3, 'rhel-9'],
      ['standby', 1, 'rhel-9'],
      ['worker', 4, undefined],
    ]);
    // Those that stand by have both storages at once: they are ready before a broker is lost.
    expect(rig?.copies.map(({ prepare }) => prepare.map(({ roles }) => roles))).toEqual([
      [expect.arrayContaining(['broker', 'standby'])],
      [expect.arrayContaining(['broker', 'standby'])],
    ]);
    const changed = plan.trials.filter(({ events = [] }) => events.some(({ action }) => 'change' in action));
    expect(changed).toHaveLength(1);
    const lost = plan.trials.filter(({ events = [] }) => events.some(({ action }) => 'kill' in action));
    // Four on ONTAP as it is last; on the disks of brokers, which change nothing, three in each of its periods.
    expect(lost.map(({ copy }) => copy).toSorted()).toEqual([...Array(4).fill('c1'), ...Array(6).fill('c2')]);
    expect(plan.estimate.usd).toBeGreaterThan(250);
    expect(plan.estimate.usd).toBeLessThan(350);
    const { problems } = readSpec(readFileSync('experiments/kafka-on-ontap.yaml', 'utf8'), 'x');
    expect(problems.filter(({ code }) => code === 'UnusedRole')).toEqual([]);
  });

  it('plans database-on-ontap-iscsi as one ONTAP file system in 4 stages, with 21 searches', () => {
    const { plan } = planStudy('database-on-ontap-iscsi');
    // (4 stages x 5 numbers of disks, and one with fewer paths) x 7 rates, and the work on whole databases: four times.
    expect(countParts(plan)).toEqual({ cells: 148, trials: 592, rigs: 1, copies: { ontap: 1 } });
    expect(plan.searches).toHaveLength(21);
    for (const { cells, criteria } of plan.searches ?? [])
      expect([cells.length, ...criteria.map(({ name }) => name)]).toEqual([
        7,
        'read-latency',
        'log-latency',
        'no-spikes',
      ]);
    // Three of seven rates in each of 84 searches, 12 minutes each; each number of disks is another data set before it.
    const seconds = 84 * 3 * 722;
    expect(plan.estimate.seconds).toBeGreaterThan(seconds);
    expect(plan.estimate.seconds).toBeLessThan(1.4 * seconds);
    expect(plan.rigs[0]?.periods).toHaveLength(4);
    expect(plan.estimate.usd).toBeGreaterThan(1200);
    expect(plan.estimate.usd).toBeLessThan(1700);
  });
});
