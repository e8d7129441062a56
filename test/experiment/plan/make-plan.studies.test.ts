/** The files of published studies in `experiments/`: what each comes to, and why. */
import { formatPlan } from '../../../lib/cli/text/plan-text';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { planShipped, readShipped } from '../real-spec';
import cases from './make-plan.studies.cases.json';

/** Workloads whose trials are too short for what servers tell. */
async function listShortWorkloads(name: string): Promise<readonly unknown[]> {
  const { advice } = await planShipped(name);
  return advice.flatMap(({ code, path }) => (code === 'TooShortForServers' ? [path[1]] : []));
}

describe('makePlan for shipped studies', () => {
  it.each<readonly [name: string, cells: number, trials: number, rigs: number, copies: Record<string, number>]>([
    // 2 folders x 3 workers, without eight in memory.
    ['local-tree-copy', 5, 15, 1, { disk: 1, tmpfs: 1 }],
    // 2 folders x 2 flushes, and the loss once on each folder; all of it five times.
    ['local-kafka', 6, 26, 1, { disk: 1, tmpfs: 1 }],
    // The base, the disk, nine other levels (of nine settings), three pairs; another host needs another rig.
    ['web-content-on-openzfs', 14, 108, 2, { zfs: 2, ebs: 1 }],
    // 4 file systems x 2 loads, four times.
    [
      'lustre-scalable-metadata',
      8,
      32,
      1,
      { 'p250-automatic': 1, 'p250-192k': 1, 'p1000-automatic': 1, 'p1000-192k': 1 },
    ],
    // ONTAP: 2 stages x 2 drivers x 2 factors; own disks: 2 drivers, replicated; one change and two losses.
    ['kafka-on-ontap', 13, 55, 1, { ontap: 1, local: 1 }],
    // (4 stages x 5 numbers of disks, and one with fewer paths) x 7 rates, and the work on whole databases: four times.
    ['database-on-ontap-iscsi', 148, 592, 1, { ontap: 1 }],
  ])('plans %s as %d cells and %d trials in %d rigs of %j', async (name, cells, trials, rigs, copies) => {
    const { plan } = await planShipped(name);
    expect([plan.cells.length, plan.trials.length, plan.rigs.length]).toEqual([cells, trials, rigs]);
    const targets = plan.rigs.flatMap((rig) => rig.copies.map(({ target }) => target));
    const counts = Object.entries(copies).map(([target]) => [target, targets.filter((one) => one === target).length]);
    expect([targets.length, Object.fromEntries(counts)]).toEqual([
      Object.values(copies).reduce((sum, count) => sum + count, 0),
      copies,
    ]);
  });

  it.each([
    ['web-content-small', 0, 10],
    ['web-content-on-openzfs', 0, 8],
    // 200 hosts of 1.53 dollars for less than eleven hours, and four file systems.
    ['lustre-scalable-metadata', 3500, 4000],
    ['kafka-on-ontap', 250, 350],
    ['database-on-ontap-iscsi', 1200, 1700],
  ])('estimates %s at %d to %d USD', async (name, least, most) => {
    const { usd } = (await planShipped(name)).plan.estimate;
    expect(usd).toBeGreaterThan(least);
    expect(usd).toBeLessThan(most);
  });

  it('kills a broker in 8 trials of local-kafka', async () => {
    const { plan } = await planShipped('local-kafka');
    const lost = plan.trials.filter(({ events }) => events !== undefined);
    expect(lost).toHaveLength(8);
    for (const { events } of lost) expect(events).toEqual(cases.kills);
    // 18 trials of 44 s, 8 of 132 s, and brokers that start anew for another folder or driver.
    expect(plan.estimate.seconds).toBeGreaterThan(18 * 44 + 8 * 132);
    expect(plan.estimate.seconds).toBeLessThan(3000);
    expect(plan.estimate.usd).toBe(0);
  });

  it('uses the published times of 5 configurations as expected times, and prints that in one line', async () => {
    const { plan } = await planShipped('web-content-on-openzfs');
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

  it('ignores published times above the time limit of the workload', async () => {
    const { plan } = await planShipped('database-on-foreign-cluster');
    const published = plan.cells.flatMap((cell) => cell.publishedSeconds ?? []);
    expect(published).toEqual([60 * (144 + 257 + 38), 60 * (129 + 222 + 37) + 20]);
    const steps = plan.trials.flatMap((trial) => trial.steps).filter(({ measures }) => measures);
    expect(steps.filter(({ expectedSeconds }) => published.includes(expectedSeconds))).toEqual([]);
    expect(formatPlan(plan, 'x.yaml')).not.toContain('as long as published');
  });

  it('models the metadata times of lustre-scalable-metadata', async () => {
    const { plan } = await planShipped('lustre-scalable-metadata');
    // 3 x 3.2 million files: 12,000 operations a second make 24,000 of them and remove 12,000; 192,000 do 16 times so;
    // and of instances alike the slow ones are planned with.
    const seconds = (target: string, workload: string): number => {
      const its = plan.cells.find((cell) => cell.target === target && cell.workload === workload)?.cellId;
      return plan.trials.find(({ cell }) => cell === its)?.expectedSeconds ?? 0;
    };
    const files = 9.6e6;
    for (const workload of ['published', 'shifted'])
      expect(seconds('p250-automatic', workload)).toBeCloseTo(1.05 * ((3 * files) / 24_000 + files / 12_000) + 45, -1);
    // As in the study; and so long that servers tell of it.
    expect(seconds('p250-192k', 'published')).toBeLessThan(300);
    expect(seconds('p250-192k', 'shifted')).toBeGreaterThan(300);
    expect(await listShortWorkloads('lustre-scalable-metadata')).toEqual(['published']);
    expect(await listShortWorkloads('lustre-scalable-small')).toEqual([]);
    expect(plan.cells[0]?.mounts?.['client']).toMatchObject({ lctl: { 'osc.*OST*.max_rpcs_in_flight': 32 } });
  });

  it('plans kafka-on-ontap with one change in a trial, broker kills and a standby host', async () => {
    const { plan } = await planShipped('kafka-on-ontap');
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
    const { problems } = readSpec(readShipped('kafka-on-ontap'), 'x');
    expect(problems.filter(({ code }) => code === 'UnusedRole')).toEqual([]);
  });

  it('plans database-on-ontap-iscsi in 4 stages, with 21 searches', async () => {
    const { plan } = await planShipped('database-on-ontap-iscsi');
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
  });

  it.each([
    ['web-content-small', [['zfs', 'ebs']]],
    ['web-content-on-openzfs', [['zfs', 'ebs'], ['zfs']]],
  ])('plans %s with one OpenZFS file system per rig, and the EBS disk on the measuring host', async (name, rigs) => {
    const warned = readSpec(readShipped(name), name).problems.filter(({ severity }) => severity !== 'advice');
    expect(warned.filter(({ code }) => code !== 'AsyncExport')).toEqual([]);
    const { plan } = await planShipped(name);
    const found = plan.rigs.map(({ copies }) => copies.map(({ target }) => target));
    expect(found.toSorted((a, b) => b.length - a.length)).toEqual(rigs);
    const [first] = plan.rigs.filter(({ copies }) => copies.length > 1);
    expect(first?.roles[0]?.disks).toEqual([
      { copy: 'c2', volume: 1, device: '/dev/sdf', disk: { VolumeType: 'gp3', VolumeSize: 64 } },
    ]);
  });

  it('selects managed hosts by tag, without user data or costs, and never shuts them down', async () => {
    const { plan, scripts } = await planShipped('managed-small');
    const managed = { key: 'fsxbench', value: 'client' };
    expect(plan).toMatchObject({ local: false, estimate: { usd: 0, lines: [] }, parallelRigs: 1 });
    expect(plan.rigs[0]?.roles).toEqual([{ role: 'client', count: 2, instanceType: 'managed', managed, userData: '' }]);
    expect(plan.cells.map(({ externalUsdPerHour }) => externalUsdPerHour)).toEqual([0.1, 0.1, 0.1, 0.1]);
    expect(Object.keys(scripts)).not.toEqual([]);
    for (const script of Object.values(scripts)) expect(script).not.toMatch(/\b(shutdown|poweroff|reboot|halt)\b/);
  });
});
