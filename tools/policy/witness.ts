/** The process that finds everything out: prints {@link Findings} as JSON. Bundled with the stories by `gather.ts`. */
import { readFileSync } from 'node:fs';
import { type Audience, findAll, type Story } from './findings';

export async function testify(stories: readonly Story[], audience: Audience): Promise<void> {
  const findings = await findAll(stories, audience, (machine) =>
    readFileSync(`state-machines/${machine}.asl.json`, 'utf8'),
  );
  process.stdout.write(JSON.stringify(findings));
}
