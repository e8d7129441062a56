/** Experiments of `experiments/`, really executed in a short form. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../lib/cli/commands/run';
import { captureCli } from '../cli/capture-cli';
import { Playground } from '../cli/playground';

/** Executes a spec as `e1`. @param changes pairs of a text of the spec and a shorter one */
export async function executeShortened(
  name: string,
  changes: readonly (readonly [string, string])[],
): Promise<Playground> {
  const ground = new Playground();
  const { cli } = captureCli(ground.cwd);
  let text = readFileSync(join(cli.root, 'experiments', name), 'utf8');
  for (const [long, short] of changes) {
    expect(text).toContain(long);
    text = text.replace(long, short);
  }
  writeFileSync(join(ground.cwd, 'tiny.yaml'), text);
  await run(cli, ['tiny.yaml'], { name: 'e1' });
  return ground;
}
