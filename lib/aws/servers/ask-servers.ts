/**
 * Fetches an execution's server-side metrics from CloudWatch once all points are available, and stores them in its
 * folder for reports. Errors do not fail the execution: `servers/outcome.json` records them.
 */
import type { MetricDataQuery as SdkQuery } from '@aws-sdk/client-cloudwatch';
import {
  formatAnswerName,
  formatRequestName,
  type RequestsRecord,
  REQUESTS_RECORD,
} from '../../results/servers/cloudwatch-answers';
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

/** Pages per answer: each has 100,800 points (API reference, GetMetricData); four days have 2.9 million. */
const PAGES_MAX = 40;

/**
 * No query starts after this time, milliseconds: a hanging call takes 120 s (`production.ts`), and the function has 300
 * s. A retry keeps stored answers and fetches the rest.
 */
const ASK_BUDGET_MS = 150_000;

interface StoredAnswer {
  /** SHA-256 of the query, because another query may have had the file's number. */
  readonly question: string;
  readonly MetricDataResults: readonly MetricResult[];
}

type MetricResult = { readonly Id: string; readonly Timestamps: readonly number[]; readonly Values: readonly number[] };

/**
 * Fetches useful metrics that are complete and not stored yet.
 * @param event.late the waiting time is over, so fetch incomplete metrics, too
 * @returns seconds until the metrics are complete; 0 if no metric is incomplete
 * @throws errors that a retry may solve, after writing `outcome.json`
 */
export async function askServers(
  event: { readonly executionId: string; readonly experiment: string; readonly late: boolean },
  context: Context,
): Promise<{ readonly waitSeconds: number }> {
  const keys = layout(event.experiment, event.executionId);
  const plan = await tryReadJson<Plan>(context, keys.plan);
  if (plan === null || !hasServerMetrics(plan)) return { waitSeconds: 0 };
  const before = await tryReadJson<RequestsRecord>(context, keys.servers(REQUESTS_RECORD));
  if (before?.problem === null) return { waitSeconds: 0 };
  const requests = await readRequests(plan, keys, context);
  if (requests.length === 0) return { waitSeconds: 0 };
  const wait = Math.ceil(computeDueTime(requests) - context.now() / 1000);
  // Time windows come from the hosts' clocks; a wrong clock must not prolong the wait.
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
 * Sends queries, and stores each answer at once, so that a retry does not repeat them.
 * @throws errors that a retry may solve, after all queries for which there was time
 */
async function askAll(requests: readonly MetricsRequest[], keys: Layout, context: Context): Promise<void> {
  const begun = context.now();
  const at = new Date(begun).toISOString();
  const done = (answered: number, problem: string | null): Promise<void> => {
    const record: RequestsRecord = { at, requests: requests.length, answered, problem };
    return writeText(context, keys.servers(REQUESTS_RECORD), `${JSON.stringify(record)}\n`);
  };
  const known = new Set<number>();
  const questions = requests.map((request) => `${JSON.stringify(request)}\n`);
  for (const [index, question] of questions.entries()) {
    const kept = await tryReadJson<Partial<StoredAnswer>>(context, keys.servers(formatAnswerName(index + 1)));
    if (kept?.question === sha256(question)) known.add(index);
    else await writeText(context, keys.servers(formatRequestName(index + 1)), question);
  }
  // Remains if the function dies.
  await done(known.size, 'the queries did not complete');
  let answered = known.size;
  let problem: string | null = null;
  let again: Error | null = null;
  for (const [index, request] of requests.entries()) {
    if (known.has(index)) continue;
    if (context.now() - begun > ASK_BUDGET_MS) {
      problem ??= 'time ran out before all queries';
      again ??= new TransientError(problem);
      break;
    }
    try {
      const MetricDataResults = await fetchResults(request, context);
      const kept: StoredAnswer = { question: sha256(questions[index] ?? ''), MetricDataResults };
      await writeText(context, keys.servers(formatAnswerName(index + 1)), `${JSON.stringify(kept)}\n`);
      answered += 1;
    } catch (error) {
      const { name, message } = error as Error;
      context.log.warn('server-side metrics could not be read', { name, message });
      // Keeps only the error name: AWS's messages name roles and accounts, and reports are shared.
      problem ??= error instanceof FsxbenchError ? message : name;
      if (isTransient(error)) again ??= error as Error;
    }
  }
  await done(answered, problem);
  if (again !== null) throw again;
}

/** Fetches all pages of one answer, in compact form: names, times in epoch seconds, values. */
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
        throw new FsxbenchError('Unexpected', `CloudWatch returned ${StatusCode} for ${Id}`);
      results.push({ Id, Timestamps: Timestamps.map((time) => time.getTime() / 1000), Values });
    }
    if (NextToken === undefined) return results;
    token = NextToken;
  }
  throw new FsxbenchError('Unexpected', `CloudWatch's answer has more than ${PAGES_MAX} pages`);
}

/** Copies lists that the SDK's types require to be mutable. */
function toSdkQuery(query: MetricDataQuery): SdkQuery {
  if ('Expression' in query) return query;
  const { Metric, ...rest } = query.MetricStat;
  return { Id: query.Id, MetricStat: { ...rest, Metric: { ...Metric, Dimensions: [...Metric.Dimensions] } } };
}
