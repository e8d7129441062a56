/** Runs the matrix of one of the small specs and prints what was found, as JSON. */
import { LUSTRE, OPENZFS } from '../specs';
import { matrix } from './matrix';

async function run(kind: string): Promise<void> {
  const found = await matrix(kind === 'lustre' ? LUSTRE : OPENZFS);
  process.stdout.write(JSON.stringify({ ...found, cpuSeconds: process.cpuUsage().user / 1e6 }));
}

void run(process.argv[2] ?? '');
