/** Runs shell text after parts of workloads/shell, as rendered scripts do. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node's pipes are sockets, and bash takes a socket for a remote shell, in which it would read the user's .bashrc. */
export const BASH = ['--norc', '-s'];

const FOLDER = join(__dirname, '../../../workloads/shell');

/** The parts, with the shell options of every script, and `text` after them. */
export function withPieces(names: readonly string[], text: string): string {
  const pieces = names.map((name) => readFileSync(join(FOLDER, `${name}.sh`), 'utf8'));
  return [...pieces, 'set -euo pipefail', text].join('\n');
}

export function runPieces(
  names: readonly string[],
  text: string,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  const PATH = process.env['PATH'] ?? '';
  return spawnSync('bash', BASH, { input: withPieces(names, text), env: { PATH, ...env }, encoding: 'utf8' });
}
