import { expected } from '../../../lib/shapes/errors';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import { readScripts } from '../../../lib/aws/scripts';
import { bookOf } from '../../../lib/pricing/aws';
import { lustreSpec, persistent } from '../real-spec';

async function told(changes: Record<string, unknown>): Promise<string[]> {
  const limits = { maxUsd: 1e6, maxHours: 72, ...(changes['limits'] as object) };
  const { spec, problems } = readSpecObject(lustreSpec({ ...changes, limits }));
  const planned = makePlan(expected(spec, JSON.stringify(problems)), {
    executionId: 'e1',
    stack: 'bench',
    startedAt: 1_767_225_600_000,
    scripts: await readScripts('workloads'),
    prices: bookOf('us-east-1'),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const quotas = planned.advice.filter(({ code }) => code === 'OverQuota');
  return quotas.map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
}

const large = (throughput: number): object => persistent({ storageGiB: 60_000, perUnitMBps: throughput });
const three = { a: large(125), b: large(250), c: large(500) };

describe('quotas', () => {
  it('count all copies of a rig: what an account may have at first is not enough for three', async () => {
    expect(await told({ targets: three, design: { comparison: 'interleaved' } })).toEqual([
      expect.stringMatching(
        /^warning targets: the copies of one rig have 180000 GiB of PERSISTENT_2 together; .* 100800 at first/,
      ),
    ]);
    expect(await told({ targets: { a: large(125) } })).toEqual([]);
  });

  it('count the rigs that run at once, and no others', async () => {
    const design = { comparison: 'sequential' };
    expect(await told({ targets: three, design, limits: { parallelRigs: 2 } })).toEqual([
      expect.stringMatching(/^warning limits\.parallelRigs: 2 rigs at once have 120000 GiB of PERSISTENT_2 together/),
    ]);
    expect(await told({ targets: three, design, limits: { parallelRigs: 1 } })).toEqual([]);
  });

  it('are of each deployment type its own', async () => {
    const scratch = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 60_000 };
    expect(await told({ targets: { a: large(125), scratch }, design: { comparison: 'interleaved' } })).toEqual([]);
  });

  it('count a copy at its largest stage, and the throughput of OpenZFS', async () => {
    const stages = { few: { throughputMBps: 2048 }, many: { throughputMBps: 4096 } };
    const zfs = (storageGiB: number): object => ({
      kind: 'fsx-openzfs',
      deploymentType: 'SINGLE_AZ_1',
      storageGiB,
      stages,
    });
    const design = { comparison: 'interleaved' };
    expect(await told({ targets: { a: zfs(4096), b: zfs(4097) }, design })).toEqual([]);
    expect(await told({ targets: { a: zfs(4096), b: zfs(4097), c: zfs(4098) }, design })).toEqual([
      expect.stringMatching(/^warning targets: .* have 12288 MB\/s of OpenZFS together; .* 10240 at first/),
    ]);
  });

  it('count the processors and the volumes of all hosts that run at once', async () => {
    const fleet = (count: number): object => ({ client: { count, instanceType: 'c5n.9xlarge' } });
    const lustre = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
    const small = { ...lustre, storageGiB: 2400 };
    expect(await told({ targets: { a: lustre }, fleet: { client: { count: 8, instanceType: 'c5n.xlarge' } } })).toEqual(
      [],
    );
    expect(await told({ targets: { a: lustre }, fleet: fleet(1) })).toEqual([
      expect.stringMatching(/^warning fleet: the hosts of one rig have 36 vCPUs together; .* 32 at first/),
    ]);
    const design = { comparison: 'sequential' };
    expect(
      await told({ targets: { a: lustre, b: small }, fleet: fleet(2), design, limits: { parallelRigs: 2 } }),
    ).toEqual([expect.stringMatching(/^warning limits\.parallelRigs: 2 rigs at once have 144 vCPUs together/)]);
    const disk = (sizeGiB: number): object => ({ kind: 'ebs', volumeType: 'io2', sizeGiB, iops: 40_000 });
    const disks = {
      fleet: { client: { count: 1, instanceType: 'c5n.xlarge' } },
      targets: { a: disk(8192), b: disk(8191), c: disk(8193) },
      design: { comparison: 'interleaved' },
    };
    // One that is changed in place counts as what it becomes.
    const grown = { kind: 'ebs', volumeType: 'io2' };
    const stages = { small: { sizeGiB: 100, iops: 1000 }, large: { sizeGiB: 200, iops: 120_000 } };
    expect(await told({ fleet: disks.fleet, targets: { a: { ...grown, stages } } })).toEqual([
      expect.stringMatching(/^warning fleet: .* have 120000 IOPS of io2 volumes together; .* 100000 at first/),
    ]);
    expect(await told(disks)).toEqual([
      expect.stringMatching(/^warning fleet: the hosts of one rig have 24576 GiB of io2 volumes together; .* 20480 at/),
      expect.stringMatching(
        /^warning fleet: the hosts of one rig have 120000 IOPS of io2 volumes together; .* 100000 at/,
      ),
    ]);
  });
});
