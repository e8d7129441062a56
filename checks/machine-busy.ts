/**
 * Whether the latest execution of an experiment in this folder has too few valid trials only because the machine was
 * busy: a virtual machine with shared CPUs proves nothing about this program. Usage: tsx checks/machine-busy.ts
 * EXPERIMENT.
 * Prints one line; exit code 0 where the machine is to blame for all, else 1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLocalFolders } from '../lib/local/working-folder';
import type { Summary } from '../lib/results/summary';
import { judge } from './excused/judge';

/** Names contain the time and sort by it. Null where the latest has no summary: older ones do not count. */
function latest(experiment: string): Summary | null {
  const folder = join(getLocalFolders(process.cwd()).bucket, 'executions', experiment);
  const name = existsSync(folder) ? readdirSync(folder).toSorted().at(-1) : undefined;
  const path = join(folder, name ?? '', 'summary.json');
  return name !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Summary) : null;
}

const { excused, text } = judge(latest(process.argv[2] ?? ''));
process.stdout.write(`${text}\n`);
process.exitCode = excused ? 0 : 1;
