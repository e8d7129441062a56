/** Decides before each guarded trial whether it is measured, from earlier trials of the same rig. */
import { ensure, FsxbenchError } from '../shapes/errors';
import type { SearchCell, SearchDecision } from '../shapes/guard';
import { type Layout, layout } from '../shapes/layout';
import type { GuardDocument, TrialItem } from '../shapes/documents';
import { pickObservations } from '../results/trial/pick-observations';
import { countsInDecisions } from '../shapes/reason-effects';
import { listWalkRigs } from '../shapes/walk';
import { endConfigurations, measureAhead, narrowToRounds } from '../results/look';
import { decideLevel, judgeLevel, type LevelResult } from '../results/search/bisection';
import { summarize } from '../results/summary';
import { parseRow, parseSeries } from '../results/trial/rows';
import { readJson, readText, writeOnce } from './bucket';
import type { Context } from './context';
import { parseMissing } from './parse-missing';
import { parseTrial, readPlan, readResults } from './results';
import { readWalk } from './walk/batches';

export interface DecideEvent {
  readonly executionId: string;
  readonly experiment: string;
  readonly rig: string;
  readonly trial: string;
}

/**
 * The decision of a trial. It is written once, so that a repeated call gives the same answer although later results
 * might say otherwise. Reads nothing of other rigs.
 * @throws FsxbenchError `PlanMissing` if admission wrote no searches for the rig, or not this trial
 */
export async function decideTrial(event: DecideEvent, context: Context): Promise<SearchDecision> {
  const { executionId, experiment, rig, trial } = event;
  const keys = layout(experiment, executionId);
  const known = await readJson<SearchDecision>(context, keys.decision(trial));
  if (known !== null) return known;
  const guards = parseGuards(await readText(context, keys.guards(rig)));
  const own = guards?.trials.find((one) => one.trial.trial === trial);
  if (guards !== null && own?.trial.guard?.walk === true)
    return writeDecision(await decideWalkTrial(own, guards, { event, keys, context }), trial, { keys, context });
  if (own?.trial.guard?.look === true) return decideByLook(event, context);
  const guard = own?.trial.guard?.search;
  const search = guards?.searches.find(({ id }) => id === guard?.id);
  if (guards === null || own === undefined || guard === undefined || search === undefined)
    throw new FsxbenchError('PlanMissing', `${keys.guards(rig)} has no search for trial ${trial}`);
  const replicate = guards.trials.filter(
    (one) => one.trial.guard?.search?.id === guard.id && one.trial.replicate === own.trial.replicate,
  );
  const earlier = replicate.slice(0, replicate.indexOf(own));
  const results = await readLevels(earlier, { search, accept: guards.accept }, { event, keys, context });
  return writeDecision(decideLevel(guard.level, listLabels(search, replicate), results), trial, { keys, context });
}

let lastGuards: { readonly text: string; readonly document: GuardDocument } | undefined;

/** Parses the guards of a rig once: they have all its trials, and each of these trials reads them. */
function parseGuards(text: string | null): GuardDocument | null {
  if (text === null) return null;
  if (lastGuards?.text !== text) lastGuards = { text, document: JSON.parse(text) as GuardDocument };
  return lastGuards.document;
}

async function writeDecision(
  decision: SearchDecision,
  trial: string,
  { keys, context }: Pick<Reader, 'keys' | 'context'>,
): Promise<SearchDecision> {
  if (await writeOnce(context, keys.decision(trial), JSON.stringify(decision))) return decision;
  return ensure(await readJson<SearchDecision>(context, keys.decision(trial)), 'a decision that exists');
}

/** A trial of a walk is measured while too few earlier ones of its candidate count: their values do not matter. */
async function decideWalkTrial(
  own: TrialItem,
  { trials, accept }: GuardDocument,
  reader: Reader,
): Promise<SearchDecision> {
  const { keys, context } = reader;
  const batches = await readWalk(keys, context);
  const needed = listWalkRigs(batches).find(({ rig }) => rig === own.trial.rig)?.trials ?? 0;
  let counted = 0;
  for (const item of trials.slice(0, trials.indexOf(own))) {
    const decision =
      item.trial.guard === undefined ? null : await readJson<SearchDecision>(context, keys.decision(item.trial.trial));
    if (decision?.run === false) continue;
    const { row } = await readTrial(item, reader);
    if (countsInDecisions(row, null, accept)) counted += 1;
  }
  if (counted < needed) return { run: true, code: null, text: '' };
  return {
    run: false,
    code: 'NotNeeded',
    text: `${counted} trials of this candidate count, and ${needed} were needed`,
  };
}

/** Labels of the levels, ascending. */
function listLabels({ cells, factor }: SearchCell, items: readonly TrialItem[]): readonly string[] {
  return cells.map((cell) => items.find(({ trial }) => trial.cell === cell)?.levels[factor] ?? cell);
}

interface Reader {
  readonly event: DecideEvent;
  readonly keys: Layout;
  readonly context: Context;
}

/** Results of the earlier trials that ran; one without a decision is undecided. */
async function readLevels(
  earlier: readonly TrialItem[],
  { search, accept }: { readonly search: SearchCell; readonly accept: readonly string[] },
  reader: Reader,
): Promise<LevelResult[]> {
  const { keys, context } = reader;
  const results: LevelResult[] = [];
  for (const item of earlier) {
    const { trial, guard } = item.trial;
    const level = ensure(guard?.search, 'the guard of a trial of a search').level;
    const decision = await readJson<SearchDecision>(context, keys.decision(trial));
    if (decision === null)
      results.push({ level, trial, outcome: 'undecided', why: 'no decision was recorded', figure: null });
    else if (decision.run) results.push(judgeLevel(level, await readTrial(item, reader), search, accept));
  }
  return results;
}

/** Row and figures of a trial that ran; parses its raw files unless that is done. */
async function readTrial(item: TrialItem, { event, keys, context }: Reader): Promise<Parameters<typeof judgeLevel>[1]> {
  const { trial } = item.trial;
  const { executionId, experiment } = event;
  if ((await readText(context, keys.row(trial))) === null)
    await parseTrial({ executionId, experiment, ended: null, trial: item }, context);
  const row = ensure(parseRow((await readText(context, keys.row(trial))) ?? ''), `the row of trial ${trial}`);
  const observations = pickObservations((await readText(context, keys.observations(trial))) ?? '');
  const series = parseSeries((await readText(context, keys.series(trial))) ?? '');
  return { row, figures: { observations, series } };
}

/**
 * The decision of a trial, from all rounds before its own. Decisions of the whole round are written at once: they have
 * the same reasons, and none of them changes later. The next look may let a configuration continue.
 */
async function decideByLook({ rig, trial, ...of }: DecideEvent, context: Context): Promise<SearchDecision> {
  const keys = layout(of.experiment, of.executionId);
  const plan = await readPlan(keys.plan, context);
  const { round } = ensure(
    plan.trials.find((one) => one.trial === trial),
    `trial ${trial} of the plan`,
  );
  const earlier = narrowToRounds(plan, rig, round);
  await parseMissing(earlier, context);
  const results = await readResults(earlier, context);
  const ahead = measureAhead(plan.trials, rig, round);
  const { answer } = summarize({ ...results, receipt: null, bars: [], ahead });
  const ended = endConfigurations(answer);
  const decisions = plan.trials
    .filter((one) => one.rig === rig && one.round === round && one.guard?.look === true)
    .map(({ trial: name, cell }) => {
      const why = ended.get(cell);
      const text = why === undefined ? '' : `after ${round - 1} rounds, ${why}`;
      return {
        name,
        decision: { run: why === undefined, code: why === undefined ? null : ('NotNeeded' as const), text },
      };
    });
  for (const { name, decision } of decisions) await writeOnce(context, keys.decision(name), JSON.stringify(decision));
  return ensure(await readJson<SearchDecision>(context, keys.decision(trial)), `a decision on trial ${trial}`);
}
