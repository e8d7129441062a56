/** Rehearses specs and keeps the facts that tests check. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatRehearsalJson } from '../../../lib/cli/text/rehearse-text';
import { countTransitions } from '../../../lib/pricing/overhead';
import { layout } from '../../../lib/shapes/layout';
import { sumRigCosts } from '../../../lib/results/rig-cost';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { sumStateMachineUse } from '../../../lib/twin/rehearsal/machine-use';
import { type Rehearsal, rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { countWords } from '../../report/count-words';
import { EXECUTION, LUSTRE, OPENZFS, makeOptions } from './specs';

export interface RehearsalResult {
  readonly status: string;
  readonly verdicts: Readonly<Record<string, number>> | null;
  readonly clean: boolean | null;
  readonly complaints: readonly string[];
  readonly idle: readonly { readonly rig: string; readonly seconds: number }[];
  readonly bill: Rehearsal['bill'];
  readonly seconds: number;
  /** As in its report. */
  readonly reportedSeconds: number;
  readonly path: Rehearsal['path'];
  readonly left: readonly string[];
  /** Most events of an execution of each machine, and the plan's worst case. */
  readonly events: Readonly<Record<string, readonly [found: number, worst: number]>>;
  /** Bytes of the largest payload of all, and the plan's worst case. */
  readonly payload: readonly [found: number, worst: number];
  readonly estimateUsd: number;
  /** State transitions, and their planned number. */
  readonly transitions: readonly [found: number, said: number];
  /** The sum of the marks of the rigs. */
  readonly spentUsd: number;
  /** Creates, deletes and writes of the fence, in the order of their answers. */
  readonly changes: readonly CallRecord[];
  /** Digests of the JSON document, the call log, the report and the summary. */
  readonly digests: Readonly<Record<string, string>>;
  /** Words of the report. */
  readonly words: number;
}

/** The longest history of each machine, and the plan's worst case. */
function countEvents({ deployment, plan }: Rehearsal): RehearsalResult['events'] {
  const found: Record<string, [number, number]> = {};
  for (const { machineArn, history } of deployment.account.sfn.executions()) {
    const machine = machineArn.split('fsxbench-').at(-1) ?? '';
    const worst = plan?.worstCase.events[machine] ?? 0;
    found[machine] = [Math.max(found[machine]?.[0] ?? 0, history.count), worst];
  }
  return found;
}

const CHANGES = /^(Create|Delete|Terminate|Update)/;

async function runRehearsal(spec: string, seed: string | undefined): Promise<RehearsalResult> {
  const calls: CallRecord[] = [];
  const options = makeOptions(spec, seed);
  const found = await rehearse({ ...options, record: (call) => calls.push(call) });
  const { deployment, store, summary, receipt, bill, complaints, plan } = found;
  const keys = layout(options.experiment, EXECUTION);
  const texts = {
    json: JSON.stringify(formatRehearsalJson(found, EXECUTION, keys.report)),
    calls: calls.map((call) => JSON.stringify(call)).join('\n'),
    report: (await store.get(keys.report))?.text ?? '',
    summary: (await store.get(keys.summary))?.text ?? '',
  };
  const left = [
    ...deployment.account.fsx.left().map(({ id }) => id),
    ...deployment.account.ec2.templates(),
    ...deployment.account.ec2.hosts().flatMap(({ instanceId, state }) => (state === 'terminated' ? [] : [instanceId])),
    ...deployment.account.sfn.executions().flatMap(({ name, status }) => (status === 'RUNNING' ? [name] : [])),
  ];
  return {
    status: found.status,
    verdicts: summary?.verdicts ?? null,
    clean: receipt?.clean ?? null,
    complaints,
    idle: bill.idle,
    bill,
    seconds: found.seconds,
    reportedSeconds: (Date.parse(summary?.endedAt ?? '') - Date.parse(summary?.startedAt ?? '')) / 1000,
    path: found.path,
    left,
    events: countEvents(found),
    payload: [
      Math.max(...deployment.account.sfn.executions().map(({ history }) => history.largestPayloadBytes)),
      plan?.worstCase.payloadBytes ?? 0,
    ],
    estimateUsd: plan?.estimate.usd ?? 0,
    transitions: [sumStateMachineUse(found.machines).transitions, plan === null ? 0 : countTransitions(plan)],
    spentUsd: plan === null ? 0 : sumRigCosts(plan, summary?.outcomes ?? [], null).usd,
    changes: calls.filter(
      ({ action, input }) =>
        CHANGES.test(action) || (action === 'PutObject' && (input as { Key: string }).Key.startsWith('fences/')),
    ),
    words: countWords(texts.report),
    digests: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
    ),
  };
}

const SMALL: Readonly<Record<string, string>> = { 'small-lustre': LUSTRE, 'small-openzfs': OPENZFS };

/** One rehearsal for each seed, '' for the default. @param name `small-lustre`, `small-openzfs`, or a file */
export async function runRehearsals(name: string, seeds: readonly string[]): Promise<RehearsalResult[]> {
  const spec = SMALL[name] ?? readFileSync(name, 'utf8');
  const all: RehearsalResult[] = [];
  for (const seed of seeds) all.push(await runRehearsal(spec, seed === '' ? undefined : seed));
  return all;
}
