/** What is left of local hosts: facts for a checker, gathered without the help of whoever should have removed it. */
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { LeftOnMachine } from '../twin/checkers/facts';
import { homeOf, hostFolder, listHostFolders, readHostRecord } from './host-folder';
import { environmentOf, isAlive, listProcesses } from './processes';
import { servicesOf } from './services';
import { hostOfPlace, type Stray, straysIn, undeleted } from './strays';
import { rigOfVolume, VOLUME_MARKER } from './volumes';

/**
 * @param folder where hosts live, as given to `realHosts`
 * @param dataFolders directories under test, as the plan names them; they and the folders in them are looked at
 */
export async function leftOnMachine(folder: string, dataFolders: readonly string[]): Promise<LeftOnMachine> {
  const home = homeOf(folder);
  const data = dataFolders.map((path) => resolve(path)).map((path) => (existsSync(path) ? realpathSync(path) : path));
  const all = listProcesses();
  const strays = new Map(straysIn(all, [home, ...data]).map((one) => [one.process.pid, one]));
  const processes = all.flatMap(({ pid }) => {
    // The setting for the id may have been taken off, or changed.
    const host = hostOfPlace(home, valueOf(environmentOf(pid), 'FSXBENCH_ROOT'));
    const owner = host === null ? ownerOf(home, strays.get(pid)) : { instanceId: basename(host) };
    return owner === null ? [] : [{ pid, ...owner }];
  });
  const ids = await listHostFolders(home);
  // A service may have taken the marks off itself.
  const services = ids.flatMap((instanceId) => {
    const living = servicesOf(hostFolder(home, instanceId)).filter(isAlive);
    return living
      .map(({ pid }) => ({ pid, instanceId }))
      .filter(({ pid }) => !processes.some((one) => one.pid === pid));
  });
  const folders = await Promise.all(
    ids.map(async (instanceId) => {
      const found = hostFolder(home, instanceId);
      return { path: found.root, instanceId, tags: (await readHostRecord(found)).launch.tags };
    }),
  );
  const looked = await Promise.all(dataFolders.map((path) => markedIn(resolve(path))));
  return { processes: [...processes, ...services], folders, volumes: looked.flat() };
}

/** Whose a stray is, by the first of its places in a host; else by the first in a directory of a rig. */
function ownerOf(home: string, stray?: Stray): { readonly instanceId: string; readonly rigTag?: string } | null {
  const places = (stray?.places ?? []).map(undeleted);
  const host = places.map((place) => hostOfPlace(home, place)).find((one) => one !== null);
  if (host !== undefined) return { instanceId: basename(host) };
  const rigTag = places.map(rigOfPlace).find((one) => one !== null);
  return rigTag === undefined ? null : { instanceId: '', rigTag };
}

/** By the name of the directory that a rig makes in one under test; null for a place in none. */
function rigOfPlace(place: string): string | null {
  return (
    place
      .split(sep)
      .map(rigOfVolume)
      .findLast((tag) => tag !== null) ?? null
  );
}

async function markedIn(path: string): Promise<{ path: string; rigTag: string }[]> {
  const inside = await readdir(path, { withFileTypes: true }).catch(() => []);
  const places = [path, ...inside.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name))];
  const marked = await Promise.all(
    places.map(async (place) => {
      const marker = await readFile(join(place, VOLUME_MARKER), 'utf8').catch(() => rigOfVolume(basename(place)));
      return marker === null ? [] : [{ path: place, rigTag: marker.trim() }];
    }),
  );
  return marked.flat();
}

function valueOf(environment: readonly string[], name: string): string {
  return environment.find((setting) => setting.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
