import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listDifferences } from './agreement';
import type { ConformanceCase } from './conformance-case';
import { replay } from './replay';

/** Part of the recordings that must be replayed exactly. */
const AGREEMENT = 0.97;

const shared = process.env['FSXBENCH_SHARED'] ?? path.resolve(process.cwd(), '../shared');
const folder = path.join(shared, 'conformance/asl');
const present = existsSync(folder);

(present ? describe : describe.skip)('replay of executions recorded on Step Functions', () => {
  it(`reproduces result, exits, events and calls of at least ${AGREEMENT * 100} % of the recordings`, async () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    const disagreeing: string[] = [];
    for (const file of files) {
      const recorded = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ConformanceCase;
      const found = await replay(recorded).then(
        (actual) => listDifferences(recorded, actual),
        (error: Error) => [error.message],
      );
      if (found.length > 0) disagreeing.push(`${recorded.id}\n    ${found.join('\n    ')}`);
    }
    const part = (files.length - disagreeing.length) / files.length;
    process.stdout.write(`${files.length - disagreeing.length} of ${files.length} recordings agree\n`);
    if (disagreeing.length > 0) process.stdout.write(`${disagreeing.join('\n')}\n`);
    expect(files.length).toBeGreaterThan(100);
    expect(part).toBeGreaterThanOrEqual(AGREEMENT);
  });
});

if (!present) {
  it('prints a notice when the folder of recordings is missing', () => {
    process.stdout.write(`skipped: no recordings in ${folder} (set FSXBENCH_SHARED to the folder that has them)\n`);
    expect(present).toBe(false);
  });
}
