/**
 * Running and abandoned executions of a working directory. For abandoned ones, the janitor removes what they created,
 * and a recovering guardian reads their results.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../aws/bucket';
import { findPointer } from '../aws/recovery/pointer';
import { startGuardian } from '../aws/recovery/start-guardian';
import { layout } from '../shapes/layout';
import { TAG_KEYS } from '../shapes/tags';
import type { Receipt } from '../shapes/receipt';
import type { SimulatedDeployment } from '../twin/simulated-deployment';
import { readObject } from './host-folder';
import { parseIdentity, identify, isAlive } from './processes';
import type { LocalFolders } from './working-folder';

/** Records that this process conducts an execution. @returns the file, and a function that removes it */
export async function noteRunning(
  folders: LocalFolders,
  executionId: string,
): Promise<{ readonly note: string; readonly forget: () => Promise<void> }> {
  await mkdir(folders.running, { recursive: true });
  const path = join(folders.running, `${executionId}.json`);
  await writeFile(path, JSON.stringify(identify(process.pid)));
  return { note: path, forget: () => rm(path, { force: true }) };
}

/** Executions whose process has died. */
export function listAbandoned(folders: LocalFolders): string[] {
  return listNotes(folders).flatMap(({ executionId, pid }) => (pid === null ? [executionId] : []));
}

/** Running executions and the processes that conduct them. */
export function listRunning(folders: LocalFolders): { readonly executionId: string; readonly pid: number }[] {
  return listNotes(folders).flatMap(({ executionId, pid }) => (pid === null ? [] : [{ executionId, pid }]));
}

function listNotes(folders: LocalFolders): { readonly executionId: string; readonly pid: number | null }[] {
  if (!existsSync(folders.running)) return [];
  return readdirSync(folders.running)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ executionId: name.slice(0, -'.json'.length), pid: readLivePid(join(folders.running, name)) }));
}

/** Null if the process no longer runs. */
function readLivePid(path: string): number | null {
  const identity = parseIdentity(readObject(path));
  return identity !== null && isAlive(identity) ? identity.pid : null;
}

/** Interval of {@link watchFolder}, milliseconds. */
const POLL_MS = 500;

/**
 * Watches the folder of local state: an execution whose folder was deleted can measure nothing more, and must end.
 * @param note file that this process wrote into it
 * @param gone called once
 * @returns stops watching
 */
export function watchFolder(note: string, gone: () => void): () => void {
  const timer = setInterval(() => {
    if (existsSync(note)) return;
    clearInterval(timer);
    gone();
  }, POLL_MS);
  return () => clearInterval(timer);
}

export interface Recovery {
  readonly executionId: string;
  /** Null if no pointer or folder of it is stored. */
  readonly experiment: string | null;
  /** Null if no receipt could be written. */
  readonly receipt: Receipt | null;
  /** Whether hosts of it were found. */
  readonly hadHosts: boolean;
}

/** Whether nothing is left: a receipt proves it, or no trace of the execution was found. */
export function isRecovered({ experiment, receipt, hadHosts }: Recovery): boolean {
  return receipt === null ? experiment === null && !hadHosts : receipt.clean;
}

/**
 * Recovers all abandoned executions, and waits for their bounded end: see `buildTiming`.
 * @param say called once before it begins
 * @returns one entry per execution
 */
export async function recoverAll(
  deployment: SimulatedDeployment,
  folders: LocalFolders,
  say: (line: string) => void = () => undefined,
): Promise<Recovery[]> {
  const noted = listAbandoned(folders);
  const found = deployment.account.ec2.hosts().map(({ tags }) => tags[TAG_KEYS.execution]);
  if (noted.length === 0 && found.length === 0) return [];
  const ids = [...new Set([...noted, ...found].filter((id) => id !== undefined))];
  say(`removing leftovers of ${ids.join(', ')}; this takes seconds, or up to two minutes for processes that resist`);
  const begun = deployment.context.now();
  await deployment.start('janitor', `clean-${deployment.account.ids.hex(8)}`, {});
  await deployment.settled();
  // Even an execution that left only its note needs its results read and a receipt written.
  for (const executionId of noted) {
    const { receipt } = await findRecord(deployment, executionId);
    if (receipt !== null && Date.parse(receipt.verifiedAt) >= begun) continue;
    await startGuardian({ executionId, why: 'the process that conducted it is gone' }, deployment.context);
  }
  await deployment.settled();
  const recovered: Recovery[] = [];
  for (const executionId of ids) {
    const one = { ...(await findRecord(deployment, executionId)), hadHosts: found.includes(executionId) };
    recovered.push(one);
    if (isRecovered(one)) await rm(join(folders.running, `${executionId}.json`), { force: true });
  }
  return recovered;
}

/** Experiment and receipt, as far as they are stored. */
async function findRecord(deployment: SimulatedDeployment, executionId: string): Promise<Omit<Recovery, 'hadHosts'>> {
  const experiment = (await findPointer(executionId, deployment.context))?.experiment ?? null;
  const key = experiment === null ? null : layout(experiment, executionId).receipt;
  return { executionId, experiment, receipt: key === null ? null : await readJson<Receipt>(deployment.context, key) };
}

/** One line per recovered execution. */
export function formatRecovery(one: Recovery): string {
  const { executionId, experiment, receipt } = one;
  const name = `${experiment ?? 'an execution'} ${executionId}`;
  if (receipt === null)
    return isRecovered(one)
      ? `${name}: no plan, host or receipt found; it ended before admission, or its files were deleted`
      : `${name}: cleanup NOT VERIFIED: its cleanup receipt is missing, so resources may be left`;
  if (!receipt.clean) return `${name}: STILL LEFT: ${formatLeft(receipt)}`;
  return `${name}: removed ${receipt.resources.length} resources of a killed execution; cleanup verified`;
}

/** Resources that a receipt lists as left, on one line. */
export function formatLeft({ remaining: left, unlisted }: Receipt): string {
  const unknown = unlisted.map(({ kind, why }) => `any ${kind}: could not be listed (${why})`);
  return [...left.map(({ kind, id }) => `${kind} ${id}`), ...unknown].join(', ');
}
