/** What proves that nothing is left of a local execution that has ended: looked at from outside, after every `run`. */
import { basename, join, resolve, sep } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { readJson, writeText } from '../aws/bucket';
import { startGuardian } from '../aws/recovery/start-guardian';
import { layout } from '../shapes/layout';
import { listCopies, type Plan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { checkExecution, formatComplaint } from '../twin/checkers/check-execution';
import { type Complaint, gatherFacts, type MachineLeftovers } from '../twin/checkers/facts';
import type { CallRecord } from '../twin/cloud/service';
import { FUNCTIONS } from '../twin/register-machines';
import type { World } from '../twin/world';
import type { LocalFolders } from './working-folder';
import { resolveLinks, hostFolder, listHostFolders, readHostRecord, readServices } from './host-folder';
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

/** @returns everything that does not hold; empty where all is well */
export async function checkLocalRun(input: {
  readonly world: World;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  /** Relative paths of targets begin here. */
  readonly cwd: string;
  readonly calls: readonly CallRecord[];
}): Promise<Complaint[]> {
  const { world, folders, plan, cwd, calls } = input;
  const data = listCopies(plan)
    .map(({ targetConfig }) => targetConfig['path'])
    .filter((path) => typeof path === 'string');
  const machine = await findLeftovers(
    folders.hosts,
    data.map((path) => resolve(cwd, path)),
  );
  const facts = await gatherFacts(world, plan, calls, machine);
  const found = checkExecution(facts);
  // Where the folder was deleted there is neither plan nor row, and that is told in one line.
  if (facts.plan !== null || calls.every(({ action }) => action !== 'CreateFleet')) return found;
  const lost = { checker: 'rows-complete', code: 'ResultsLost', text: 'the plan is gone: .fsxbench was deleted' };
  return [...found.filter((one) => !isAboutResults(one)), lost];
}

/** Complaints that say nothing about what is left: they are about results, and no receipt is false for them. */
export function isAboutResults({ checker }: Complaint): boolean {
  return checker === 'rows-complete';
}

/**
 * Sees to it that there is a receipt: an abort can come before a guardian was started, and a guardian can fail. One
 * more is started, and no third: what two could not remove is for a person.
 */
export async function ensureReceipt(world: World, { executionId, experiment }: Plan): Promise<void> {
  if ((await readJson<Receipt>(world.context, layout(experiment, executionId).receipt)) !== null) return;
  await startGuardian({ executionId, experiment, why: 'it ended without a receipt' }, world.context);
  await world.settled();
}

/**
 * A receipt that its checks call false is not clean: it is written again, with what they say, so that file, report and
 * terminal tell the same.
 * @returns the receipt as it stands now
 */
export async function correctReceipt(
  world: World,
  { executionId, experiment }: Plan,
  receipt: Receipt | null,
  complaints: readonly Complaint[],
): Promise<Receipt | null> {
  const about = complaints.filter((one) => !isAboutResults(one));
  if (receipt?.clean !== true || about.length === 0) return receipt;
  const failed = about.map((one) => ({ kind: 'check failed', id: formatComplaint(one), rig: null, state: 'unknown' }));
  const mended: Receipt = { ...receipt, clean: false, left: [...receipt.left, ...failed] };
  await writeText(world.context, layout(experiment, executionId).receipt, `${JSON.stringify(mended, null, 2)}\n`);
  await FUNCTIONS.analyse({ executionId, experiment, ended: receipt.outcome }, world.context).catch(() => undefined);
  return mended;
}

/**
 * @param folder where hosts live, as given to `realHosts`
 * @param dataFolders directories under test, as the plan names them; they and the folders in them are looked at
 */
export async function findLeftovers(folder: string, dataFolders: readonly string[]): Promise<MachineLeftovers> {
  const home = resolveLinks(folder);
  const data = dataFolders.map(resolveLinks);
  const all = listProcesses();
  const strays = new Map(findStrays(all, [home, ...data]).map((one) => [one.process.pid, one]));
  const processes = all.flatMap(({ pid }) => {
    // The setting for the id may have been taken off, or changed.
    const host = findHostRoot(home, getSetting(readEnvironment(pid), 'FSXBENCH_ROOT'));
    const owner = host === null ? findOwner(home, strays.get(pid)) : { instanceId: basename(host) };
    return owner === null ? [] : [{ pid, ...owner }];
  });
  const ids = await listHostFolders(home);
  // A service may have taken the marks off itself.
  const services = ids.flatMap((instanceId) => {
    const living = readServices(hostFolder(home, instanceId)).filter(isAlive);
    return living
      .map(({ pid }) => ({ pid, instanceId }))
      .filter(({ pid }) => !processes.some((one) => one.pid === pid));
  });
  const folders = ids.map((instanceId) => {
    const found = hostFolder(home, instanceId);
    return { path: found.root, instanceId, tags: readHostRecord(found).launch.tags };
  });
  const looked = await Promise.all(dataFolders.map((path) => findMarked(resolve(path))));
  return { processes: [...processes, ...services], folders, volumes: looked.flat() };
}

/** Whose a stray is, by the first of its places in a host; else by the first in a directory of a rig. */
function findOwner(home: string, stray?: Stray): { readonly instanceId: string; readonly rigTag?: string } | null {
  const places = (stray?.places ?? []).map(stripDeleted);
  const host = places.map((place) => findHostRoot(home, place)).find((one) => one !== null);
  if (host !== undefined) return { instanceId: basename(host) };
  const rigTag = places.map(findRigTag).find((one) => one !== null);
  return rigTag === undefined ? null : { instanceId: '', rigTag };
}

/** By the name of the directory that a rig makes in one under test; null for a place in none. */
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
