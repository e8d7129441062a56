/** The machine files of a work tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = '.asl.json';

/** Texts of `state-machines/<name>.asl.json` by name, sorted. */
export function readMachines(root: string): Map<string, string> {
  const folder = join(root, 'state-machines');
  const names = readdirSync(folder).filter((file) => file.endsWith(ENDING));
  return new Map(names.sort().map((file) => [file.slice(0, -ENDING.length), readFileSync(join(folder, file), 'utf8')]));
}
