import { readScripts } from '../../../../lib/aws/scripts';
import { makePlan } from '../../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { bookOf } from '../../../../lib/pricing/aws';
import { lustreSpec, persistent } from '../../real-spec';

async function about(stages: Record<string, unknown>): Promise<string[]> {
  const { spec, problems } = readSpecObject(lustreSpec({ targets: { t: persistent({ stages }) } }));
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const scripts = await readScripts('workloads');
  const made = makePlan(spec, { executionId: 'e', stack: 's', startedAt: 0, scripts, prices: bookOf('us-east-1') });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return made.advice.flatMap((problem) =>
    problem.code === 'FreshStage' ? [`${problem.severity} ${problem.path.join('.')}: ${problem.message}`] : [],
  );
}

describe('stages that need a file system of their own', () => {
  it('are named, with the reason', async () => {
    expect(await about({ large: { storageGiB: 4800 }, small: { storageGiB: 2400 } })).toEqual([
      'advice targets.t.stages.small: this stage is measured on a new file system, which is filled anew: storageGiB ' +
        '4800 to 2400: storage cannot shrink',
    ]);
  });

  it('are not those that are reached in place', async () => {
    expect(await about({ small: { storageGiB: 2400 }, large: { storageGiB: 4800 } })).toEqual([]);
  });
});
