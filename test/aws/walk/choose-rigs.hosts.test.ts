import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/run';
import { captureCli } from '../../cli/capture-cli';
import { Playground } from '../../cli/playground';

/** Seconds that the script takes in each directory, and its price, cheapest first. The third is fast enough. */
const DIRECTORIES = { a: 1.7, b: 1.6, c: 1.05, d: 1, e: 1 };
const NAMES = Object.keys(DIRECTORIES);

const SPEC = `experiment: tiny
targets:
${NAMES.map((name, at) => `  ${name}: { kind: directory, path: ${name}, usdPerHour: 0.0${at + 1} }`).join('\n')}
workloads:
  build:
    kind: command
    runtime: 1s
    metrics: { took: { unit: s, better: lower } }
    script: |
      folder=$(pwd -P)
      until [ -e "$folder/seconds" ] || [ "$folder" = / ]; do folder=$(dirname "$folder"); done
      start=$(date +%s%N); sleep "$(cat "$folder/seconds")"; end=$(date +%s%N)
      echo "took $(( (end - start) / 1000 ))e-6" >> "$RESULTS_FILE"
design: { comparison: cheapestFirst }
decide: { metric: took, atMost: 1.3s, prefer: cheapest }
`;

const ground = new Playground();
afterAll(() => ground.remove());

describe('fsxbench run of a walk by price on this machine', () => {
  it('chooses the cheapest directory that is fast enough, and leaves dearer ones unmeasured', async () => {
    for (const [name, seconds] of Object.entries(DIRECTORIES)) {
      mkdirSync(join(ground.cwd, name));
      writeFileSync(join(ground.cwd, name, 'seconds'), String(seconds));
    }
    writeFileSync(join(ground.cwd, 'spec.yaml'), SPEC);
    const { cli } = captureCli(ground.cwd);
    expect(await run(cli, ['spec.yaml'], { name: 'e1' })).toBe(0);
    const summary = ground.summary('e1');
    expect(summary.walk?.steps.map(({ state }) => state)).toEqual(['misses', 'misses', 'meets', 'waiting', 'waiting']);
    expect(summary.answer.headline).toMatch(/^Of 5 configurations, c is the cheapest that meets 1\.3 s/);
    // The grid would take 6 trials of each.
    expect(summary.trials).toHaveLength(12);
  });
});
