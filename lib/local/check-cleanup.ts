/** Checks after every local run that no processes or files are left, and that the receipt is correct. */
import { basename, join, resolve, sep } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { readJson, writeText } from '../aws/bucket';
import { startGuardian } from '../aws/recovery/start-guardian';
import { layout } from '../shapes/layout';
import { listCopies, type Plan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import {
  complain,
  type Complaint,
  type ExecutionFacts,
  formatComplaint,
  gatherFacts,
  type MachineLeftovers,
  toComplaints,
} from '../twin/checkers/facts';
import { checkCleanClaim, checkNothingLeft, checkRows } from '../twin/checkers/receipt-true';
import type { CallRecord } from '../twin/cloud/service';
import { HANDLERS } from '../twin/register-machines';
import type { SimulatedDeployment } from '../twin/simulated-deployment';
import type { LocalFolders } from './working-folder';
import { resolveLinks, getHostFolder, listHostFolders, readHostRecord, readServices } from './host-folder';
import {
  readEnvironment,
  findHostRoot,
  isAlive,
  listProcesses,
  type Stray,
  findStrays,
  stripDeleted,
} from './processes';
import { parseRigTag, VOLUME_MARKER } from './volumes';

/** @returns all complaints; empty after a clean end */
export async function checkLocalRun(input: {
  readonly deployment: SimulatedDeployment;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  /** Base of relative target paths. */
  readonly cwd: string;
  readonly calls: readonly CallRecord[];
}): Promise<Complaint[]> {
  const { deployment, folders, plan, cwd, calls } = input;
  const data = listCopies(plan)
    .map(({ targetConfig }) => targetConfig['path'])
    .filter((path) => typeof path === 'string');
  const machine = await findLeftovers(
    folders.hosts,
    data.map((path) => resolve(cwd, path)),
  );
  const facts = await gatherFacts(deployment, plan, calls, machine);
  const found = checkFacts(facts);
  // If .fsxbench was deleted, plan and rows are missing: report that in one line.
  if (facts.plan !== null || calls.every(({ action }) => action !== 'CreateFleet')) return found;
  const lost = { checker: 'rows-complete', code: 'ResultsLost', text: 'the plan is gone: .fsxbench was deleted' };
  return [...found.filter((one) => !isAboutResults(one)), lost];
}

function checkFacts(facts: ExecutionFacts): Complaint[] {
  const { plan, receipt } = facts;
  const missing = plan === null ? [] : [complain('NoReceipt', 'there is no receipt')];
  return toComplaints({
    'nothing-left': checkNothingLeft(facts),
    'rows-complete': checkRows(facts),
    'receipt-true': receipt === null ? missing : checkCleanClaim(receipt, facts),
  });
}

/** Whether a complaint is about results only, which do not affect the receipt. */
export function isAboutResults({ checker }: Complaint): boolean {
  return checker === 'rows-complete';
}

/** Starts a guardian if no receipt was written: an abort may come first, or a guardian may fail. Tried only once. */
export async function ensureReceipt(deployment: SimulatedDeployment, { executionId, experiment }: Plan): Promise<void> {
  if ((await readJson<Receipt>(deployment.context, layout(experiment, executionId).receipt)) !== null) return;
  await startGuardian({ executionId, experiment, why: 'it ended without a receipt' }, deployment.context);
  await deployment.settled();
}

/** Rewrites a receipt that these checks contradict: file, report and terminal must agree. Returns the current one. */
export async function correctReceipt(
  { context }: SimulatedDeployment,
  { executionId, experiment }: Plan,
  receipt: Receipt | null,
  complaints: readonly Complaint[],
): Promise<Receipt | null> {
  const about = complaints.filter((one) => !isAboutResults(one));
  if (receipt?.clean !== true || about.length === 0) return receipt;
  const failed = about.map((one) => ({ kind: 'check failed', id: formatComplaint(one), rig: null, state: 'unknown' }));
  const corrected: Receipt = { ...receipt, clean: false, remaining: [...receipt.remaining, ...failed] };
  await writeText(context, layout(experiment, executionId).receipt, `${JSON.stringify(corrected, null, 2)}\n`);
  await HANDLERS.analyse({ executionId, experiment, ended: receipt.outcome }, context).catch(() => undefined);
  return corrected;
}

/**
 * @param folder of the hosts, as for `makeRealHosts`
 * @param dataFolders directories under test, as in the plan; they and their subdirectories are checked
 */
export async function findLeftovers(folder: string, dataFolders: readonly string[]): Promise<MachineLeftovers> {
  const home = resolveLinks(folder);
  const data = dataFolders.map(resolveLinks);
  const all = listProcesses();
  const strays = new Map(findStrays(all, [home, ...data]).map((one) => [one.process.pid, one]));
  const processes = all.flatMap(({ pid }) => {
    // A process may have removed or changed the variable with its host id.
    const host = findHostRoot(home, getSetting(readEnvironment(pid), 'FSXBENCH_ROOT'));
    const owner = host === null ? findOwner(home, strays.get(pid)) : { instanceId: basename(host) };
    return owner === null ? [] : [{ pid, ...owner }];
  });
  const ids = await listHostFolders(home);
  // A service may have removed the environment variables that mark it.
  const services = ids.flatMap((instanceId) => {
    const living = readServices(getHostFolder(home, instanceId)).filter(isAlive);
    return living
      .map(({ pid }) => ({ pid, instanceId }))
      .filter(({ pid }) => !processes.some((one) => one.pid === pid));
  });
  const folders = ids.map((instanceId) => {
    const found = getHostFolder(home, instanceId);
    return { path: found.root, instanceId, tags: readHostRecord(found).launch.tags };
  });
  const found = await Promise.all(dataFolders.map((path) => findMarked(resolve(path))));
  return { processes: [...processes, ...services], folders, volumes: found.flat() };
}

/** The host, or else the rig directory, that a stray process works in. */
function findOwner(home: string, stray?: Stray): { readonly instanceId: string; readonly rigTag?: string } | null {
  const places = (stray?.places ?? []).map(stripDeleted);
  const host = places.map((place) => findHostRoot(home, place)).find((one) => one !== null);
  if (host !== undefined) return { instanceId: basename(host) };
  const rigTag = places.map(findRigTag).find((one) => one !== null);
  return rigTag === undefined ? null : { instanceId: '', rigTag };
}

/** The rig that created the directory around a path in a directory under test; null for other paths. */
function findRigTag(place: string): string | null {
  return (
    place
      .split(sep)
      .map(parseRigTag)
      .findLast((tag) => tag !== null) ?? null
  );
}

async function findMarked(path: string): Promise<{ path: string; rigTag: string }[]> {
  const inside = await readdir(path, { withFileTypes: true }).catch(() => []);
  const places = [path, ...inside.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name))];
  const marked = await Promise.all(
    places.map(async (place) => {
      const marker = await readFile(join(place, VOLUME_MARKER), 'utf8').catch(() => parseRigTag(basename(place)));
      return marker === null ? [] : [{ path: place, rigTag: marker.trim() }];
    }),
  );
  return marked.flat();
}

function getSetting(environment: readonly string[], name: string): string {
  return environment.find((setting) => setting.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
