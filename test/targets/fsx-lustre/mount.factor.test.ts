/** Client settings of Lustre as factors of an experiment: from the spec to its plan. */
import { readScripts } from '../../../lib/aws/scripts';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import { bookOf } from '../../../lib/pricing/aws';
import { expected } from '../../../lib/shapes/errors';
import { lustreSpec } from '../../experiment/real-spec';

const LUSTRE = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
const spec = (dirty: readonly unknown[], lctl: object = { 'osc.max_dirty_mb': '$dirty' }) =>
  readSpecObject(
    lustreSpec({
      factors: { dirty },
      targets: { scratch: LUSTRE },
      fleet: { client: { count: 2, instanceType: 'c5n.2xlarge', mount: { lctl } } },
      design: { replicates: 2 },
      limits: { maxUsd: 1000, maxHours: 24 },
    }),
  );

it('is a mount of its own for each level, on one file system', async () => {
  const found = spec([32, 512]);
  expect(found.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const planned = makePlan(expected(found.spec, 'a spec'), {
    executionId: 'e1',
    stack: 'bench',
    startedAt: 1_767_225_600_000,
    scripts: await readScripts('workloads'),
    prices: bookOf('us-east-1'),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const { plan } = planned;
  expect(plan.rigs.map(({ copies }) => copies.length)).toEqual([1]);
  const keys = plan.trials.map(({ slots = [] }) => slots.find(({ slot }) => slot === 'mount/c1')?.key);
  expect(new Set(keys).size).toBe(2);
  const asked = plan.cells.map(({ levels, mounts }) => [levels['dirty'], mounts?.['client']?.['lctl']]);
  expect(asked).toContainEqual(['32', { 'osc.max_dirty_mb': 32 }]);
  expect(asked).toContainEqual(['512', { 'osc.max_dirty_mb': 512 }]);
});

it('is refused at the line that has to change', () => {
  const errors = (found: ReturnType<typeof spec>) =>
    found.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(errors(spec([32, '1;reboot']))).toEqual([
    expect.stringMatching(/^factors\.dirty\.1: found '1;reboot'; needed here: a number, or a word/),
  ]);
  expect(errors(spec([32], { 'osc.x$(id)': '$dirty' }))).toEqual([
    expect.stringMatching(
      /^fleet\.client\.mount\.lctl\.osc\.x\$\(id\): found 'osc\.x\$\(id\)', which is no setting of the client/,
    ),
  ]);
});
