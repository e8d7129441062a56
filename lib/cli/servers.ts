/**
 * What the servers of an execution told CloudWatch, in its folder: questions that anybody who may read metrics can ask
 * within the days for which AWS keeps points of a minute, and their answers, which become part of the report.
 */
import { shellWord } from '../shapes/quote';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { metricsRequests, SETTLED_SECONDS } from '../results/servers/ask';
import { pointsOf, serverWords, toldOf } from '../results/servers/told';
import type { TrialResult } from '../results/trial/judge-trial';

/** The execution's folder, by keys. */
export interface Folder {
  /** Empty where there is no such file. */
  read(key: string): string;
  /** Names in a folder; none where there is no such folder. */
  list(key: string): readonly string[];
  write(key: string, text: string): void;
}

const ANSWER = /^answer-\d+\.json$/;

/** Trials with what their servers told, how that is called, and how many questions wait for an answer. */
export interface WithServers {
  readonly results: readonly TrialResult[];
  readonly metrics: Plan['metrics'];
  readonly ask: number;
}

/** Reads the answers that there are; where there is none, writes what is to be asked. */
export function withServers(plan: Plan, results: readonly TrialResult[], folder: Folder): WithServers {
  const keys = layout(plan.experiment, plan.executionId);
  const names = folder.list(keys.servers('')).filter((name) => ANSWER.test(name));
  if (names.length === 0) {
    const endpoints = new Map(plan.rigs.map(({ rig }) => [rig, folder.read(keys.endpoints(rig))]));
    const rows = results.map(({ row }) => row);
    const requests = metricsRequests(plan, rows, endpoints);
    for (const [index, request] of requests.entries())
      folder.write(keys.servers(`ask-${index + 1}`), `${JSON.stringify(request)}\n`);
    return { results, metrics: plan.metrics, ask: requests.length };
  }
  const points = pointsOf(names.map((name) => folder.read(`${keys.servers('')}${name}`)));
  const more = results.map((result): TrialResult => {
    const like = result.observations.find(({ scope }) => scope === 'aggregate');
    const told = toldOf(plan, result.row, points, like);
    return {
      row: result.row,
      observations: [...result.observations, ...told.observations],
      series: [...result.series, ...told.series],
    };
  });
  return { results: more, metrics: { ...plan.metrics, ...serverWords(plan) }, ask: 0 };
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
