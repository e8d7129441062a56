/**
 * Whether the latest execution of an experiment in this folder measured too little only because the machine was busy:
 * a virtual machine without CPUs of its own proves nothing about this program. Usage: tsx checks/machine-busy.ts
 * EXPERIMENT.
 * Prints one line; exit code 0 where the machine is to blame for all, else 1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolders } from '../lib/local/working-folder';
import type { Summary } from '../lib/results/summary';
import { judge } from './excused/judge';

/** Names that are made of the time sort by it. Null where the latest has no summary: an older one says nothing. */
function latest(experiment: string): Summary | null {
  const folder = join(localFolders(process.cwd()).bucket, 'executions', experiment);
  const name = existsSync(folder) ? readdirSync(folder).toSorted().at(-1) : undefined;
  const path = join(folder, name ?? '', 'summary.json');
  return name !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Summary) : null;
}

const { excused, text } = judge(latest(process.argv[2] ?? ''));
process.stdout.write(`${text}\n`);
process.exitCode = excused ? 0 : 1;
