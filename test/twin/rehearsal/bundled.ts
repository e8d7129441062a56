/** Programs of tests as one bundle in a process of their own: several times quicker than among the other tests. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

/** Runs a program of this folder once for each list of arguments, all at once. @returns the JSON that each printed */
export async function runBundled(program: string, calls: readonly (readonly string[])[]): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-bundle-'));
  const outfile = join(folder, 'program.cjs');
  try {
    const entryPoints = [join(__dirname, program)];
    buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    return await Promise.all(calls.map((args) => printed(outfile, args)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function printed(file: string, args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { maxBuffer: 1e8 });
  // A promise that never settles lets a process end without a word.
  if (stdout === '') throw new Error(`${file} ${args.join(' ')} printed nothing: ${stderr}`);
  return JSON.parse(stdout) as unknown;
}
