import { lustreSpec, makeFio, persistent, planReal, planSound, readHostScripts } from '../real-spec';
import cases from './quotas.cases.json';

async function listMessages(changes: Record<string, unknown>): Promise<string[]> {
  const limits = { maxUsd: 1e6, maxHours: 72, ...(changes['limits'] as object) };
  const { advice } = await planSound(lustreSpec({ ...changes, limits }));
  const quotas = advice.filter(({ code }) => code === 'OverQuota');
  return quotas.map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
}

const large = (throughput: number): object => persistent({ storageGiB: 60_000, perUnitMBps: throughput });
const three = { a: large(125), b: large(250), c: large(500) };

describe('AWS quota check (OverQuota)', () => {
  it('adds up Lustre storage of all target instances in a rig, and warns above the default quota', async () => {
    expect(await listMessages({ targets: three, design: { comparison: 'interleaved' } })).toEqual([
      expect.stringMatching(/^warning targets: the target instances of one rig.*or compare fewer targets at once/),
    ]);
    expect(await listMessages({ targets: { a: large(125) } })).toEqual([]);
    const limits = { maxUsd: 1e6, maxHours: 72, parallelRigs: 1 };
    const design = { comparison: 'sequential' };
    const { plan } = await planSound(lustreSpec({ targets: three, design, limits }));
    expect(plan.alternative).toBeNull();
    const one = await listMessages({ targets: { a: persistent({ storageGiB: 103_200, perUnitMBps: 125 }) } });
    expect(one).toEqual([expect.stringMatching(/^warning targets: .* 103200 GiB of PERSISTENT_2 together/)]);
  });

  it('adds up only rigs that run in parallel', async () => {
    const design = { comparison: 'sequential' };
    expect(await listMessages({ targets: three, design, limits: { parallelRigs: 2 } })).toEqual([
      expect.stringMatching(/^warning limits\.parallelRigs: 2 rigs at once need 120000 GiB of PERSISTENT_2 together/),
    ]);
    expect(await listMessages({ targets: three, design, limits: { parallelRigs: 1 } })).toEqual([]);
  });

  it('counts each Lustre deployment type separately', async () => {
    const scratch = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 60_000 };
    expect(await listMessages({ targets: { a: large(125), scratch }, design: { comparison: 'interleaved' } })).toEqual(
      [],
    );
  });

  it('counts a target instance at its largest stage, and checks the throughput of OpenZFS', async () => {
    const stages = { few: { throughputMBps: 2048 }, many: { throughputMBps: 4096 } };
    const zfs = (storageGiB: number): object => ({
      kind: 'fsx-openzfs',
      deploymentType: 'SINGLE_AZ_1',
      storageGiB,
      stages,
    });
    const design = { comparison: 'interleaved' };
    expect(await listMessages({ targets: { a: zfs(4096), b: zfs(4097) }, design })).toEqual([]);
    expect(await listMessages({ targets: { a: zfs(4096), b: zfs(4097), c: zfs(4098) }, design })).toEqual([
      expect.stringMatching(/^warning targets: the target instances of one rig.*or compare fewer targets at once/),
    ]);
  });

  it('adds up vCPUs, EBS storage and provisioned IOPS of all hosts that run in parallel', async () => {
    const fleet = (count: number): object => ({ client: { count, instanceType: 'c5n.9xlarge' } });
    const lustre = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
    const small = { ...lustre, storageGiB: 2400 };
    expect(
      await listMessages({ targets: { a: lustre }, fleet: { client: { count: 8, instanceType: 'c5n.xlarge' } } }),
    ).toEqual([]);
    expect(await listMessages({ targets: { a: lustre }, fleet: fleet(1) })).toEqual([
      expect.stringMatching(/^warning fleet: the hosts of one rig need 36 vCPUs.*or use fewer or smaller hosts/),
    ]);
    const design = { comparison: 'sequential' };
    expect(
      await listMessages({ targets: { a: lustre, b: small }, fleet: fleet(2), design, limits: { parallelRigs: 2 } }),
    ).toEqual([expect.stringMatching(/^warning limits\.parallelRigs: 2 rigs at once need 144 vCPUs together/)]);
    const disk = (sizeGiB: number): object => ({ kind: 'ebs', volumeType: 'io2', sizeGiB, iops: 40_000 });
    const disks = {
      fleet: { client: { count: 1, instanceType: 'c5n.xlarge' } },
      targets: { a: disk(8192), b: disk(8191), c: disk(8193) },
      design: { comparison: 'interleaved' },
    };
    // One that is changed in place counts as what it becomes.
    const grown = { kind: 'ebs', volumeType: 'io2' };
    const stages = { small: { sizeGiB: 100, iops: 1000 }, large: { sizeGiB: 200, iops: 120_000 } };
    expect(await listMessages({ fleet: disks.fleet, targets: { a: { ...grown, stages } } })).toEqual([
      expect.stringMatching(/^warning fleet: the hosts of one rig need 120000.*or use fewer or smaller hosts/),
    ]);
    expect(await listMessages(disks)).toEqual([
      expect.stringMatching(
        /^warning fleet: the hosts of one rig need 24576 GiB of io2 volumes together; .* is 20480, with/,
      ),
      expect.stringMatching(
        /^warning fleet: the hosts of one rig need 120000 IOPS of io2 volumes together; .* is 100000, with/,
      ),
    ]);
  });
});

const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 640 };
describe('disks of hosts in a rig', () => {
  const one = { client: { count: 1, instanceType: 'c5n.2xlarge' } };
  const planTargets = async (
    targets: Record<string, unknown>,
    fleet: object = one,
    changes: object = {},
  ): Promise<ReturnType<typeof planReal>> => {
    const design = { comparison: 'interleaved' };
    const limits = { maxUsd: 1e6, maxHours: 72 };
    return planReal(lustreSpec({ targets, fleet, design, limits, ...changes }), await readHostScripts());
  };
  const makeTargets = (count: number, target: object, sizeGiB: number, name = 'sizeGiB'): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, nth) => [`t${nth}`, { ...target, [name]: (nth + 1) * sizeGiB }]),
    );

  it('assigns /dev/xvdba to the 22nd EBS disk of a host', async () => {
    const found = await planTargets({ ...makeTargets(21, EBS, 20), last: EBS });
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    expect(found.plan.rigs[0]?.roles[0]?.disks?.at(-1)).toMatchObject({ copy: 'c22', volume: 1, device: '/dev/xvdba' });
  });

  it('refuses two targets on the same instance store', async () => {
    const own = { kind: 'instance-store' };
    const fleet = { client: { count: 1, instanceType: 'i3en.xlarge' } };
    expect((await planTargets({ own }, fleet)).ok).toBe(true);
    expect(await planTargets({ xfs: own, ext4: { ...own, fileSystem: 'ext4' } }, fleet)).toMatchObject(
      cases.takenTwice,
    );
  });

  it('prepares a disk only on the role that has it', async () => {
    const many = { count: 2, instanceType: 'c5n.2xlarge' };
    const solo = { count: 1, instanceType: 'c5n.2xlarge' };
    const workloads = { fio: { ...makeFio('8 GiB'), role: 'solo' } };
    const found = await planTargets({ disk: { ...EBS, roles: ['solo'] } }, { many, solo }, { workloads });
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    expect(found.plan.rigs[0]?.copies[0]?.prepare.map(({ roles }) => roles)).toEqual([['solo']]);
  });

  it('refuses 27 EBS disks on a c5n.2xlarge', async () => {
    const found = await planTargets(makeTargets(27, EBS, 20));
    expect(found).toMatchObject(cases.tooManyDisks);
  });

  it('omits the interleaved comparison and its advice where it needs too many disks', async () => {
    const plan = (count: number) =>
      planTargets(makeTargets(count, EBS, 20), undefined, { design: { comparison: 'sequential' } });
    const [few, many] = [await plan(26), await plan(27)];
    if (!few.ok || !many.ok) throw new Error('a plan was refused');
    expect([few, many].map(({ plan: { alternative } }) => alternative?.comparison)).toEqual(['interleaved', undefined]);
    expect([few, many].map(({ advice }) => advice.some(({ code }) => code === 'Confounded'))).toEqual([true, false]);
  });

  it('assigns a device name to each volume of a striped target, and refuses 27 volumes (TooManyDisks)', async () => {
    const found = await planTargets({ one: EBS, three: { ...EBS, volumes: 3 } });
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    expect(
      found.plan.rigs[0]?.roles[0]?.disks?.map(({ copy, volume, device }) => `${copy} ${volume} ${device}`),
    ).toEqual(['c1 1 /dev/sdf', 'c2 1 /dev/sdg', 'c2 2 /dev/sdh', 'c2 3 /dev/sdi']);
    expect((await planTargets({ many: { ...EBS, volumes: 26 } })).ok).toBe(true);
    expect(await planTargets({ many: { ...EBS, volumes: 27 } })).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'TooManyDisks',
          path: ['targets', 'many'],
          message: expect.stringMatching(/Use fewer targets or values, or fewer `volumes`$/) as string,
        },
      ],
    });
  });

  it('alternates the volumes of each target over the EBS cards of a type, and sets no card on others', async () => {
    const listCards = async (instanceType: string): Promise<unknown> => {
      const targets = { one: EBS, three: { ...EBS, volumes: 3 } };
      const found = await planTargets(targets, { client: { count: 1, instanceType } });
      if (!found.ok) throw new Error(JSON.stringify(found.problems));
      const [role] = found.plan.rigs[0]?.roles ?? [];
      return role?.disks?.map(({ copy, disk }) => [copy, 'EbsCardIndex' in disk ? disk.EbsCardIndex : 'none']);
    };
    const [one, ...three] = ['c1', 'c2', 'c2', 'c2'];
    expect(await listCards('c8gb.48xlarge')).toEqual([[one, 0], ...three.map((copy, nth) => [copy, nth % 2])]);
    expect(await listCards('c5n.2xlarge')).toEqual([one, ...three].map((copy) => [copy, 'none']));
  });

  it('accepts 99 EBS volumes on m7i.48xlarge, and refuses 100 (TooManyDisks)', async () => {
    const fleet = { client: { count: 1, instanceType: 'm7i.48xlarge' } };
    expect((await planTargets({ many: { ...EBS, volumes: 99 } }, fleet)).ok).toBe(true);
    expect(await planTargets({ many: { ...EBS, volumes: 99 }, one: EBS }, fleet)).toMatchObject({
      ok: false,
      problems: [{ code: 'TooManyDisks', message: expect.stringContaining('m7i.48xlarge takes at most 99') as string }],
    });
  });
});
