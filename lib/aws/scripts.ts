/** Reads the texts of `workloads/` and `experiments/`; only this file reads them from disk. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScriptFiles } from '../workloads/contract';

/** @param folder path of `workloads/` @returns texts by path below the folder, e.g. `fio/measure.sh` */
export async function readScripts(folder: string): Promise<ScriptFiles> {
  const kinds = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const files: Record<string, string> = {};
  for (const kind of kinds.sort()) {
    for (const name of (await readdir(join(folder, kind))).sort()) {
      if (/\.(?:sh|java|py)$/.test(name)) files[`${kind}/${name}`] = await readFile(join(folder, kind, name), 'utf8');
    }
  }
  return files;
}

/** @param folder path of `experiments/` @returns texts of specs by file name without `.yaml` */
export async function readExperiments(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name.replace(/\.yaml$/, ''), texts[index] ?? '']));
}
