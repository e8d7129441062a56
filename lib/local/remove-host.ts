/**
 * Removes a host with all that it made: processes, volumes, folder. Works from its folder, from what the process that
 * launched it remembers, or from both: either may be missing.
 */
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../asl/clock/clock';
import { FsxbenchError } from '../shapes/errors';
import { TAG } from '../shapes/layout';
import { getErrorMessage } from '../twin/hosts/driver';
import { endProcesses, type EndTimeouts } from './shutdown';
import { getMarks } from './spawn-process';
import {
  type HostFolder,
  readCreation,
  readHostRecord,
  readObject,
  removeHostFolder,
  readServices,
} from './host-folder';
import type { Recorder, Tags } from './manifest';
import { parseIdentity, identify, type ProcessIdentity } from './processes';
import { listMadeParents, removeData, removeVolumes, VOLUME_MARKER } from './volumes';

export interface Removal {
  /** Folder of all hosts. */
  readonly home: string;
  readonly folder: HostFolder;
  /** What this process remembers of the host; null where an earlier one launched it. */
  readonly known: { readonly tags: Tags; readonly data: readonly string[] } | null;
  /** Resolves when its commands, which are being ended, have ended. */
  readonly ended: Promise<unknown>;
  /** Folders that are never removed, nor anything that holds them. */
  readonly precious: readonly string[];
  readonly noteOf: (tags: Tags) => Recorder;
  readonly patience: EndTimeouts;
  readonly clock: Clock;
}

/** @throws Error that says which part could not be removed, and why */
export async function removeHost(removal: Removal): Promise<void> {
  const { home, folder, known, precious } = removal;
  const { instanceId } = folder;
  // They may carry other marks by now, and the program that started them may have been killed before it noted them.
  const services = readServices(folder);
  // Without it the folder was deleted by somebody, whole or in part.
  const isWhole = existsSync(folder.record);
  const since = readCreation(folder) ?? (known === null ? null : identify(process.pid));
  await wrapErrors(instanceId, 'its processes', async () => {
    const heads = [...services, ...(await readProcesses(folder))];
    const strays = { folders: [folder.root], since };
    await endProcesses({ marks: getMarks(folder), heads, strays }, removal.patience, removal.clock);
    await removal.ended;
  });
  const { tags } = readHostRecord(folder).launch;
  // An earlier process may have been killed before it noted all that its host made.
  const note = removal.noteOf(known?.tags[TAG.execution] === undefined ? tags : known.tags);
  if (isWhole) note({ kind: 'host folder', id: folder.root });
  for (const identity of services) note({ kind: 'process', id: String(identity.pid), identity });
  await noteData(note, folder);
  const rigTag = tags[TAG.rig] ?? known?.tags[TAG.rig];
  await wrapErrors(instanceId, 'its volumes', async () => {
    const endIn = (data: string): Promise<void> =>
      endProcesses({ marks: [], heads: [], strays: { folders: [data], since } }, removal.patience, removal.clock);
    await removeVolumes({ home, folder, rigTag, precious, endIn });
    // Its links were deleted with the folder, but not what they led to.
    if (!isWhole && rigTag !== undefined)
      for (const data of known?.data ?? []) await removeData(data, rigTag, instanceId);
  });
  await wrapErrors(instanceId, 'its folder', () => removeHostFolder(folder));
}

/** Notes the data of a host, and what was made to hold it. @returns its directories */
export async function noteData(note: Recorder, folder: HostFolder): Promise<string[]> {
  const found = await listData(folder);
  for (const data of found) {
    if (existsSync(join(data, VOLUME_MARKER))) note({ kind: 'data directory', id: data });
    for (const above of listMadeParents(data)) note({ kind: 'parent directory', id: above });
  }
  return found;
}

/** Where the links of a host's volumes lead. */
async function listData(folder: HostFolder): Promise<string[]> {
  const names = await readdir(folder.volumes).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(join(folder.volumes, name)).catch(() => null)));
  return targets.filter((target) => target !== null);
}

/** Heads of sessions that any process has written down for this host. */
async function readProcesses(folder: HostFolder): Promise<ProcessIdentity[]> {
  const names = await readdir(folder.processes).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseIdentity(readObject(join(folder.processes, name))))
    .filter((identity) => identity !== null);
}

/** Says which host, and which part of it, could not be removed. */
async function wrapErrors(instanceId: string, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new FsxbenchError(
      'HostFailed',
      `host ${instanceId}: ${what} could not be removed: ${getErrorMessage(cause)}`,
      {
        cause,
      },
    );
  }
}
