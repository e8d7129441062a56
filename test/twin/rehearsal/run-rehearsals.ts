/** Rehearses specs and keeps the facts that tests check. */
import { estimateShortest } from '../../../lib/experiment/plan/comparison';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatRehearsalJson } from '../../../lib/cli/text/rehearse-text';
import { countTransitions } from '../../../lib/pricing/overhead';
import { layout } from '../../../lib/shapes/layout';
import { sumRigCosts } from '../../../lib/results/rig-cost';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { sumStateMachineUse, toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import { type Rehearsal, rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { countWords } from '../../report/count-words';
import { EXECUTION, LUSTRE, OPENZFS, makeOptions } from './specs';

/** Something found, and the plan's number for it. */
type FoundAndPlanned = readonly [found: number, planned: number];

/** The longest history of each machine, and the plan's worst case. */
function countEvents({ deployment, plan }: Rehearsal): Readonly<Record<string, FoundAndPlanned>> {
  const found: Record<string, FoundAndPlanned> = {};
  for (const { machineArn, history } of deployment.account.sfn.executions()) {
    const machine = toMachineName(machineArn);
    found[machine] = [Math.max(found[machine]?.[0] ?? 0, history.count), plan?.worstCase.events[machine] ?? 0];
  }
  return found;
}

const CHANGES = /^(Create|Delete|Terminate|Update)/;

async function runRehearsal(spec: string, seed: string | undefined) {
  const calls: CallRecord[] = [];
  const options = makeOptions(spec, seed);
  const found = await rehearse({ ...options, record: (call) => calls.push(call) });
  const { deployment, store, summary, receipt, bill, plan } = found;
  const keys = layout(options.experiment, EXECUTION);
  const texts = {
    json: JSON.stringify(formatRehearsalJson(found, EXECUTION, keys.report)),
    calls: calls.map((call) => JSON.stringify(call)).join('\n'),
    report: (await store.get(keys.report))?.text ?? '',
    summary: (await store.get(keys.summary))?.text ?? '',
  };
  const { fsx, ec2, sfn } = deployment.account;
  const hosts = ec2.hosts().filter(({ state }) => state !== 'terminated');
  const running = sfn.executions().filter(({ status }) => status === 'RUNNING');
  const payloads = sfn.executions().map(({ history }) => history.largestPayloadBytes);
  const payload: FoundAndPlanned = [Math.max(...payloads), plan?.worstCase.payloadBytes ?? 0];
  const { transitions: used } = sumStateMachineUse(found.machines);
  const transitions: FoundAndPlanned = [used, plan === null ? 0 : countTransitions(plan)];
  return {
    status: found.status,
    verdicts: summary?.verdicts ?? null,
    clean: receipt?.clean ?? null,
    complaints: found.complaints,
    bill,
    seconds: found.seconds,
    /** As in its report. */
    reportedSeconds: (Date.parse(summary?.endedAt ?? '') - Date.parse(summary?.startedAt ?? '')) / 1000,
    path: found.path,
    left: [...fsx.left(), ...ec2.templates(), ...hosts, ...running.map(({ name }) => name)],
    events: countEvents(found),
    payload,
    estimateUsd: plan?.estimate.usd ?? 0,
    shortestUsd: (plan === null ? null : estimateShortest(plan)?.usd) ?? plan?.estimate.usd ?? 0,
    transitions,
    /** The sum of the marks of the rigs. */
    spentUsd: plan === null ? 0 : sumRigCosts(plan, summary?.outcomes ?? [], null).usd,
    /** Creates, deletes and writes of the fence, in the order of their answers. */
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

export type RehearsalResult = Awaited<ReturnType<typeof runRehearsal>>;

const SMALL: Readonly<Record<string, string>> = { 'small-lustre': LUSTRE, 'small-openzfs': OPENZFS };

/** One rehearsal for each seed, '' for the default. @param name `small-lustre`, `small-openzfs`, or a file */
export async function runRehearsals(name: string, seeds: readonly string[]): Promise<RehearsalResult[]> {
  const spec = SMALL[name] ?? readFileSync(name, 'utf8');
  const all: RehearsalResult[] = [];
  for (const seed of seeds) all.push(await runRehearsal(spec, seed === '' ? undefined : seed));
  return all;
}
