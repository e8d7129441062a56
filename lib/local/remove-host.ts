/**
 * Removes a host with its processes, volumes and folder. Uses the folder, the memory of the process that launched it,
 * or both: either may be missing.
 */
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../asl/clock/clock';
import { FsxbenchError } from '../shapes/errors';
import { TAG_KEYS } from '../shapes/tags';
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
  /** State of the host in this process; null if an earlier process launched it. */
  readonly known: { readonly tags: Tags; readonly data: readonly string[] } | null;
  /** Resolves when the commands of the host, which are being stopped, have exited. */
  readonly ended: Promise<unknown>;
  /** Folders that are never removed, nor any parent of them. */
  readonly precious: readonly string[];
  readonly noteOf: (tags: Tags) => Recorder;
  readonly patience: EndTimeouts;
  readonly clock: Clock;
}

/** @throws FsxbenchError that names the part that could not be removed, and why */
export async function removeHost(removal: Removal): Promise<void> {
  const { home, folder, known, precious } = removal;
  const { instanceId } = folder;
  // Services may have changed their marks, and their launcher may have been killed before it recorded them.
  const services = readServices(folder);
  // If `host.json` is missing, a user deleted at least part of the folder.
  const isWhole = existsSync(folder.record);
  const since = readCreation(folder) ?? (known === null ? null : identify(process.pid));
  await wrapErrors(instanceId, 'its processes', async () => {
    const heads = [...services, ...(await readProcesses(folder))];
    const strays = { folders: [folder.root], since };
    await endProcesses({ marks: getMarks(folder), heads, strays }, removal.patience, removal.clock);
    await removal.ended;
  });
  const { tags } = readHostRecord(folder).launch;
  // An earlier process may have been killed before it recorded everything that its host created.
  const note = removal.noteOf(known?.tags[TAG_KEYS.execution] === undefined ? tags : known.tags);
  if (isWhole) note({ kind: 'host folder', id: folder.root });
  for (const identity of services) note({ kind: 'process', id: String(identity.pid), identity });
  await noteData(note, folder);
  const rigTag = tags[TAG_KEYS.rig] ?? known?.tags[TAG_KEYS.rig];
  await wrapErrors(instanceId, 'its volumes', async () => {
    const endIn = (data: string): Promise<void> =>
      endProcesses({ marks: [], heads: [], strays: { folders: [data], since } }, removal.patience, removal.clock);
    await removeVolumes({ home, folder, rigTag, precious, endIn });
    // The deleted folder held the links to the data, but the data may still exist.
    if (!isWhole && rigTag !== undefined)
      for (const data of known?.data ?? []) await removeData(data, rigTag, instanceId);
  });
  await wrapErrors(instanceId, 'its folder', () => removeHostFolder(folder));
}

/** Records the data of a host and the directories made for it. @returns its data directories */
export async function noteData(note: Recorder, folder: HostFolder): Promise<string[]> {
  const found = await listData(folder);
  for (const data of found) {
    if (existsSync(join(data, VOLUME_MARKER))) note({ kind: 'data directory', id: data });
    for (const above of listMadeParents(data)) note({ kind: 'parent directory', id: above });
  }
  return found;
}

/** Targets of the links in a host's volumes. */
async function listData(folder: HostFolder): Promise<string[]> {
  const names = await readdir(folder.volumes).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(join(folder.volumes, name)).catch(() => null)));
  return targets.filter((target) => target !== null);
}

/** Session leaders that any process has recorded for this host. */
async function readProcesses(folder: HostFolder): Promise<ProcessIdentity[]> {
  const names = await readdir(folder.processes).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseIdentity(readObject(join(folder.processes, name))))
    .filter((identity) => identity !== null);
}

/** Adds host and part to an error. */
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
