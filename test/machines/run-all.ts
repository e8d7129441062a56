/** Runs all scenarios on the machines as they are and prints what each complains of, as JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarios } from './scenarios';

async function runAll(): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const { name, check } of scenarios) {
    found[name] = await check((machine) =>
      readFileSync(join(process.cwd(), 'state-machines', `${machine}.asl.json`), 'utf8'),
    ).catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
  process.stdout.write(JSON.stringify(found));
}

void runAll();
