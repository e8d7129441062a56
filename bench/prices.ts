/** Dollars per answer: prices of the plans of shipped experiments, as they stood at a commit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as ScriptsModule from '../lib/aws/scripts';
import { estimateShortest } from '../lib/experiment/plan/comparison';
import type * as PlanModule from '../lib/experiment/plan/make-plan';
import type { Plan } from '../lib/shapes/plan';
import type * as SpecModule from '../lib/experiment/reading/read-spec';
import type * as PriceModule from '../lib/pricing/aws';

/** Fewer replicates are too few for an answer with an interval. */
const MIN_REPLICATES = 6;

/** Plans of the experiments in a folder that have a question and enough replicates. @param root of the planner */
async function planAll(root: string, experiments: string): Promise<ReadonlyMap<string, Plan>> {
  const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(root, 'lib', path)).href) as Promise<T>;
  const { readScripts } = await load<typeof ScriptsModule>('aws/scripts.ts');
  const { makePlan } = await load<typeof PlanModule>('experiment/plan/make-plan.ts');
  const { readSpec } = await load<typeof SpecModule>('experiment/reading/read-spec.ts');
  const { buildPriceBook } = await load<typeof PriceModule>('pricing/aws.ts');
  const scripts = await readScripts(join(root, 'workloads'));
  const prices = buildPriceBook('us-east-1');
  const options = { executionId: 'bench', stack: 'bench', startedAt: 0, scripts, prices };
  const found = new Map<string, Plan>();
  for (const name of readdirSync(experiments).filter((file) => file.endsWith('.yaml'))) {
    const { spec, problems } = readSpec(readFileSync(join(experiments, name), 'utf8'), name);
    if (spec === undefined) throw new Error(`${name}: ${problems.map(({ message }) => message).join('; ')}`);
    if (spec.decide === undefined || spec.design.replicates < MIN_REPLICATES) continue;
    const planned = makePlan(spec, options);
    const plan = planned.ok ? planned.plan : planned.beyond;
    if (plan !== undefined && plan.estimate.usd > 0) found.set(name, plan);
  }
  return found;
}

const priceAllRounds = ({ estimate }: Plan): number => estimate.usd;
const priceShortest = (plan: Plan): number => (estimateShortest(plan) ?? plan.estimate).usd;

/** Ratio of expected durations above which the trials, not the plan, explain a difference in price. */
const EQUAL_TRIALS = 1.2;

function findLongestStep({ trials }: Plan): number {
  return Math.max(...trials.flatMap(({ steps }) => steps.map(({ expectedSeconds }) => expectedSeconds)));
}

/**
 * Geometric mean of the prices of this planner ÷ those of another. Leaves out experiments whose trials are expected to
 * take another time since then, as a model was corrected.
 * @param kept its folder, with experiments @param isShortest without the trials that looks may end
 */
export async function comparePrices(kept: string, isShortest: boolean): Promise<number> {
  const experiments = join(kept, 'experiments');
  const [own, other] = [await planAll(process.cwd(), experiments), await planAll(kept, experiments)];
  const price = isShortest ? priceShortest : priceAllRounds;
  const logs = [...other].flatMap(([name, plan]) => {
    const ours = own.get(name);
    const times = ours === undefined ? 1 : findLongestStep(ours) / findLongestStep(plan);
    if (Math.max(times, 1 / times) > EQUAL_TRIALS) return [];
    return Math.log((ours === undefined ? Infinity : price(ours)) / plan.estimate.usd);
  });
  return Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length);
}
