/** Chooses the rigs that a walk by price measures next, batch by batch. */
import { ensure, FsxbenchError } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { narrowToWalk, type WalkBatch } from '../../shapes/walk';
import { summarize } from '../../results/summary';
import { planNext } from '../../results/walk/plan-next';
import { computeLeftUsd, findStandings } from '../../results/walk/results';
import { readJson, readText, writeOnce } from '../bucket';
import type { Context } from '../context';
import { parseMissing } from '../parse-missing';
import { readPlan, readResults } from '../results';
import { readWalk } from './batches';

export interface ChooseRigsEvent {
  readonly executionId: string;
  readonly experiment: string;
  /** From 1. */
  readonly batch: number;
}

/** Map items of the experiment machine; none: the results follow. */
export interface ChosenRigs {
  readonly rigs: readonly { readonly rig: string; readonly key: string }[];
}

/**
 * The rigs of a batch. Each decision is written once, so that a repeated call gives the same rigs although later
 * results might say otherwise.
 * @throws FsxbenchError `PlanMissing` without a readable plan of a walk; `FenceClosed` in a redrive of a closed
 * execution, in which no further candidate can be created
 */
export async function chooseRigs(event: ChooseRigsEvent, context: Context): Promise<ChosenRigs> {
  const { executionId, experiment, batch } = event;
  const keys = layout(experiment, executionId);
  const place = ({ run }: WalkBatch): ChosenRigs => ({ rigs: run.map(({ rig }) => ({ rig, key: keys.rig(rig) })) });
  const known = await readJson<WalkBatch>(context, keys.walk(batch));
  if (known !== null) return place(known);
  const plan = await readPlan(keys.plan, context);
  const { walk } = plan;
  if (walk === undefined) throw new FsxbenchError('PlanMissing', `${keys.plan} has no walk`);
  const before = (await readWalk(keys, context)).slice(0, batch - 1);
  const decision = await decideBatch({ ...plan, walk }, before, context);
  if (decision.run.length > 0 && (await readText(context, keys.fence)) !== null)
    throw new FsxbenchError('FenceClosed', `the fence ${keys.fence} exists: no candidate can be created any more`);
  if (await writeOnce(context, keys.walk(batch), JSON.stringify(decision))) return place(decision);
  return place(ensure(await readJson<WalkBatch>(context, keys.walk(batch)), 'a batch that exists'));
}

async function decideBatch(
  plan: Plan & Required<Pick<Plan, 'walk'>>,
  before: readonly WalkBatch[],
  context: Context,
): Promise<WalkBatch> {
  const { walk, parallelRigs, spec, deadline } = plan;
  const measured = narrowToWalk(plan, before);
  await parseMissing(measured, context);
  const results = await readResults(measured, context);
  const { answer } = summarize({ ...results, receipt: null, bars: [] });
  return planNext(walk, before, findStandings(walk, before, answer), {
    parallelRigs,
    replicates: spec.design.replicates,
    leftUsd: computeLeftUsd(plan, before, results.outcomes),
    leftSeconds: deadline - context.now() / 1000,
    costOf: (name) => {
      const seconds = plan.rigs.find(({ rig }) => rig === name)?.expectedSeconds ?? 0;
      return { usd: walk.candidates.find(({ rig }) => rig === name)?.mostUsd ?? 0, seconds };
    },
  });
}
