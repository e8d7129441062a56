/** One file of the scenarios and everything of this repository that they need: a judging process starts in no time. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A bundle on disk; it goes with the process that made it, at the latest. */
export interface Bundle {
  readonly file: string;
  remove(): void;
}

/**
 * Bundles a module that exports `scenarios`, with the process around it. Packages stay where they are, so the file lies
 * below node_modules, where it finds them.
 * @param tools root of this repository
 * @param scenarios absolute path of the module
 */
export async function bundleScenarios(tools: string, scenarios: string): Promise<Bundle> {
  const cache = join(tools, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fsxbench-mutants-'));
  const file = join(folder, 'judge.cjs');
  const module = JSON.stringify(scenarios);
  const worker = JSON.stringify(join(tools, 'checks', 'mutants', 'judge', 'worker'));
  await build({
    stdin: {
      contents: `import { scenarios } from ${module};\nimport { serve } from ${worker};\nserve(scenarios);\n`,
      resolveDir: tools,
      loader: 'ts',
    },
    outfile: file,
    bundle: true,
    packages: 'external',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return { file, remove };
}
