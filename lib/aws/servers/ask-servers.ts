/**
 * What servers told CloudWatch of an execution: asked once all points are there, kept in its folder, from where reports
 * read it. Whatever goes wrong, an execution does not fail for it: `servers/asked.json` says what it was.
 */
import type { MetricDataQuery as SdkQuery } from '@aws-sdk/client-cloudwatch';
import { nameAnswer, nameAsk, type AskRecord, ASK_RECORD } from '../../results/servers/cloudwatch-answers';
import {
  computeDueTime,
  hasServerMetrics,
  type MetricDataQuery,
  makeRequests,
  type MetricsRequest,
  SETTLED_SECONDS,
} from '../../results/servers/cloudwatch-requests';
import { parseRow } from '../../results/trial/rows';
import { sha256 } from '../../shapes/canonical-json';
import { FsxbenchError } from '../../shapes/errors';
import { type Layout, layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { readTexts, tryReadJson, writeText } from '../bucket';
import type { Context } from '../context';
import { isTransient, TransientError } from '../handler';

/** Of one answer: a page holds 100,800 points (API reference, GetMetricData), a request of four days 2.9 million. */
const PAGES_MAX = 40;

/**
 * After so many milliseconds no further question is begun: a call that hangs then is given up after 120 s
 * (`production.ts`), and the function has 300. What was answered is kept, and the rest is asked when it is tried again.
 */
const ASK_BUDGET_MS = 150_000;

/** An answer as it is kept. */
interface StoredAnswer {
  /** SHA-256 of the question that it answers: others may have taken its number meanwhile. */
  readonly question: string;
  readonly MetricDataResults: readonly MetricResult[];
}

type MetricResult = { readonly Id: string; readonly Timestamps: readonly number[]; readonly Values: readonly number[] };

/**
 * Asks, where anything is worth it, it is not yet answered, and all points are there.
 * @param event.late somebody has waited: it is asked whatever the clock says
 * @returns seconds until it can be asked; 0 where there is nothing to wait for
 * @throws what may succeed when tried again; `asked.json` stands by then
 */
export async function askServers(
  event: { readonly executionId: string; readonly experiment: string; readonly late: boolean },
  context: Context,
): Promise<{ readonly waitSeconds: number }> {
  const keys = layout(event.experiment, event.executionId);
  const plan = await tryReadJson<Plan>(context, keys.plan);
  if (plan === null || !hasServerMetrics(plan)) return { waitSeconds: 0 };
  const before = await tryReadJson<AskRecord>(context, keys.servers(ASK_RECORD));
  if (before?.problem === null) return { waitSeconds: 0 };
  const requests = await readRequests(plan, keys, context);
  if (requests.length === 0) return { waitSeconds: 0 };
  const wait = Math.ceil(computeDueTime(requests) - context.now() / 1000);
  // Windows are told by the clocks of hosts: none of them makes anybody wait longer than if it were right.
  if (wait > 0 && !event.late) return { waitSeconds: Math.min(wait, SETTLED_SECONDS) };
  await askAll(requests, keys, context);
  return { waitSeconds: 0 };
}

async function readRequests(plan: Plan, keys: Layout, context: Context): Promise<readonly MetricsRequest[]> {
  const rows = await readTexts(
    context,
    plan.trials.map(({ trial }) => keys.row(trial)),
  );
  const made = await readTexts(
    context,
    plan.rigs.map(({ rig }) => keys.endpoints(rig)),
  );
  const texts = new Map(made.map(({ key, text }) => [key, text]));
  const endpoints = new Map(plan.rigs.map(({ rig }) => [rig, texts.get(keys.endpoints(rig)) ?? '']));
  return makeRequests(
    plan,
    rows.flatMap(({ text }) => parseRow(text) ?? []),
    endpoints,
  );
}

/**
 * Questions and answers go into the folder one by one: what was answered is kept, whatever becomes of the rest, and is
 * not asked again.
 * @throws what may succeed when tried again, once all have been asked for which there was time
 */
async function askAll(requests: readonly MetricsRequest[], keys: Layout, context: Context): Promise<void> {
  const begun = context.now();
  const at = new Date(begun).toISOString();
  const done = (answered: number, problem: string | null): Promise<void> => {
    const asked: AskRecord = { at, requests: requests.length, answered, problem };
    return writeText(context, keys.servers(ASK_RECORD), `${JSON.stringify(asked)}\n`);
  };
  const known = new Set<number>();
  const questions = requests.map((request) => `${JSON.stringify(request)}\n`);
  for (const [index, question] of questions.entries()) {
    const kept = await tryReadJson<Partial<StoredAnswer>>(context, keys.servers(nameAnswer(index + 1)));
    if (kept?.question === sha256(question)) known.add(index);
    else await writeText(context, keys.servers(nameAsk(index + 1)), question);
  }
  // Stands where the function does not come back.
  await done(known.size, 'it did not answer');
  let answered = known.size;
  let problem: string | null = null;
  let again: Error | null = null;
  for (const [index, request] of requests.entries()) {
    if (known.has(index)) continue;
    if (context.now() - begun > ASK_BUDGET_MS) {
      problem ??= 'there was no time for all questions';
      again ??= new TransientError(problem);
      break;
    }
    try {
      const MetricDataResults = await fetchResults(request, context);
      const kept: StoredAnswer = { question: sha256(questions[index] ?? ''), MetricDataResults };
      await writeText(context, keys.servers(nameAnswer(index + 1)), `${JSON.stringify(kept)}\n`);
      answered += 1;
    } catch (error) {
      const { name, message } = error as Error;
      context.log.warn('servers could not be asked', { name, message });
      // What AWS says names roles and accounts: a report goes to others. One refused request is not all of them.
      problem ??= error instanceof FsxbenchError ? message : name;
      if (isTransient(error)) again ??= error as Error;
    }
  }
  await done(answered, problem);
  if (again !== null) throw again;
}

/** All pages of one answer, as short as it can be kept: names, times in epoch seconds, values. */
async function fetchResults(request: MetricsRequest, context: Context): Promise<readonly MetricResult[]> {
  const results: MetricResult[] = [];
  const input = {
    ...request,
    StartTime: new Date(request.StartTime),
    EndTime: new Date(request.EndTime),
    MetricDataQueries: request.MetricDataQueries.map(toSdkQuery),
  };
  let token: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { MetricDataResults = [], NextToken } = await context.aws.cloudwatch.getMetricData({
      ...input,
      ...(token === undefined ? {} : { NextToken: token }),
    });
    for (const { Id = '', Timestamps = [], Values = [], StatusCode } of MetricDataResults) {
      if (StatusCode === 'InternalError' || StatusCode === 'Forbidden')
        throw new FsxbenchError('Unexpected', `CloudWatch answered ${StatusCode} of ${Id}`);
      results.push({ Id, Timestamps: Timestamps.map((time) => time.getTime() / 1000), Values });
    }
    if (NextToken === undefined) return results;
    token = NextToken;
  }
  throw new FsxbenchError('Unexpected', `an answer has more than ${PAGES_MAX} pages`);
}

/** The same, of lists that the SDK's types let it change. */
function toSdkQuery(query: MetricDataQuery): SdkQuery {
  if ('Expression' in query) return query;
  const { Metric, ...rest } = query.MetricStat;
  return { Id: query.Id, MetricStat: { ...rest, Metric: { ...Metric, Dimensions: [...Metric.Dimensions] } } };
}
