/**
 * Compares the plan of every shipped experiment that costs money with its bound: `npm run bounds [-- FILE…]`. Exit code
 * 1 where the plan of a study exceeds its limit; stderr says why any plan does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScripts } from '../lib/aws/scripts';
import { readSpec } from '../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../lib/pricing/aws';
import { computeBounds } from '../checks/bounds/bounds';
import { toRow, TITLES, judgeBounds } from '../checks/bounds/rows';

async function main(named: readonly string[]): Promise<number> {
  const scripts = await readScripts('workloads');
  const files = named.length > 0 ? named : shipped();
  const lines: (readonly string[])[] = [TITLES];
  let over = 0;
  for (const file of files) {
    const { spec, problems } = readSpec(readFileSync(file, 'utf8'), file);
    if (spec === undefined) throw new Error(`${file}: ${problems.map(({ message }) => message).join('; ')}`);
    const prices = buildPriceBook('us-east-1');
    const bounds = computeBounds(spec, { executionId: 'bounds', stack: 'bounds', startedAt: 0, scripts, prices });
    if (bounds === undefined) continue;
    lines.push(toRow(bounds));
    const verdict = judgeBounds(bounds);
    over += verdict.over ? 1 : 0;
    for (const one of verdict.lines) process.stderr.write(`${bounds.experiment}: ${one}\n`);
  }
  const widths = TITLES.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines)
    process.stdout.write(`${line.map((text, column) => pad(text, widths, column)).join('  ')}\n`);
  return over === 0 ? 0 : 1;
}

function pad(text: string, widths: readonly number[], column: number): string {
  const width = widths[column] ?? 0;
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}

function shipped(): string[] {
  return readdirSync('experiments')
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join('experiments', name));
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
