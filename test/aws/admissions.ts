/** Accounts that can plan, and executions that they have admitted. */
import { admit } from '../../lib/aws/admission';
import { readScripts } from '../../lib/aws/scripts';
import type { TrialItem } from '../../lib/shapes/documents';
import { layout } from '../../lib/shapes/layout';
import type { AccountOptions } from '../../lib/twin/cloud/account';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { ID, makeAccount, T0, type TestAccount } from './account';

export const STARTED = new Date(T0).toISOString();
let scripts: Promise<ScriptFiles> | undefined;

/** An account with the scripts of `workloads/`. */
export async function makePlanningAccount(more: Partial<AccountOptions> = {}): Promise<TestAccount> {
  const account = makeAccount(more);
  account.scripts = await (scripts ??= readScripts('workloads'));
  return account;
}

/** A spec of fio on a directory. @param fio more settings; @param sections more of them, a line each */
export function formatSpec(fio: string, ...sections: readonly string[]): string {
  return [
    'experiment: disks',
    'question: Is it quick?',
    'targets: { here: { kind: directory, path: data } }',
    'fleet: { client: { count: 1 } }',
    `workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 16 MiB, ${fio} } }`,
    'decide: { metric: iops, prefer: highest }',
    ...sections,
  ].join('\n');
}

/** An admitted execution of a local account, whose calls are forgotten, and its trials. */
export async function admitExecution(spec: string, input: object = {}) {
  const account = await makePlanningAccount();
  const context = account.context({ local: true });
  const event = { executionId: ID, startedAt: STARTED, input: { spec, ...input } };
  const keys = layout((await admit(event, context)).experiment, ID);
  account.calls.length = 0;
  return { account, context, keys, trials: await account.json<TrialItem[]>(keys.trials) };
}
