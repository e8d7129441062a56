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
});
