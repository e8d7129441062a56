/**
 * What the servers of an execution told CloudWatch, in its folder: questions that anybody who may read metrics can ask
 * within the days for which AWS keeps points of a minute, and their answers, which become part of the report.
 */
import { shellWord } from '../shapes/quote';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { metricsRequests, SETTLED_SECONDS } from '../results/servers/ask';
import { answersOf, ask, ASKED, isAnswer, problemOf } from '../results/servers/answers';
import type { TrialResult } from '../results/trial/judge-trial';

/** The execution's folder, by keys. */
export interface Folder {
  /** Empty where there is no such file. */
  read(key: string): string;
  /** Names in a folder; none where there is no such folder. */
  list(key: string): readonly string[];
  write(key: string, text: string): void;
}

/** Trials with what their servers told, how that is called, and how many questions wait for an answer. */
export interface WithServers {
  readonly results: readonly TrialResult[];
  readonly metrics: Plan['metrics'];
  readonly ask: number;
  /** Why the program itself was not answered; null where it was, or did not ask. */
  readonly problem: string | null;
}

/** Reads the answers that there are; where there is none, writes what is to be asked. */
export function withServers(plan: Plan, results: readonly TrialResult[], folder: Folder): WithServers {
  const keys = layout(plan.experiment, plan.executionId);
  const names = folder.list(keys.servers('')).filter(isAnswer);
  const problem = problemOf(parsed(folder.read(keys.servers(ASKED))));
  if (names.length === 0) {
    const endpoints = new Map(plan.rigs.map(({ rig }) => [rig, folder.read(keys.endpoints(rig))]));
    const rows = results.map(({ row }) => row);
    const requests = metricsRequests(plan, rows, endpoints);
    for (const [index, request] of requests.entries())
      folder.write(keys.servers(ask(index + 1)), `${JSON.stringify(request)}\n`);
    return { results, metrics: plan.metrics, ask: requests.length, problem };
  }
  const { of, metrics } = answersOf(
    plan,
    names.map((name) => folder.read(`${keys.servers('')}${name}`)),
  );
  return { results: results.map(of), metrics, ask: 0, problem };
}

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How to ask. */
export function askText(folder: string, requests: number): readonly string[] {
  const file = (name: string): string => shellWord(`${folder.replace(/\/+$/, '')}/servers/${name}-1.json`);
  const more = requests === 1 ? '' : `, and so on to ask-${requests}`;
  return [
    `servers   not asked yet; ${SETTLED_SECONDS / 60} minutes after the last trial or later, within 15 days${more}:`,
    `            aws cloudwatch get-metric-data --cli-input-json file://${file('ask')} > ${file('answer')}`,
    `          then fsxbench report ${shellWord(folder)}`,
  ];
}
