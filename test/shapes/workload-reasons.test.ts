import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remedyOf } from '../../lib/results/against';
import { TRIAL_REASONS } from '../../lib/shapes/trial-reasons';
import { WORKLOAD_REASONS } from '../../lib/shapes/workload-reasons';

const FOLDER = 'lib/workloads';
/** Files that look at specs, not at results. */
const OF_SPECS = /(?:^|\/)(?:check|schema|fields|mpi-ranks)\.ts$/;

describe('the reasons that workloads find', () => {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const texts = names
    .filter((name) => name.endsWith('.ts') && !OF_SPECS.test(name))
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  const given = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:code: |code = |suspect\(|toldAs\()'([A-Z][A-Za-z]+)'/g)].map(([, code]) => code ?? ''),
    ),
  );

  it('stand in one of the tables, each of them, and the table has no others', () => {
    const known = new Set([...Object.keys(WORKLOAD_REASONS), ...Object.keys(TRIAL_REASONS)]);
    expect(given.size).toBeGreaterThan(25);
    expect([...given].filter((code) => !known.has(code))).toEqual([]);
    expect(Object.keys(WORKLOAD_REASONS).filter((code) => !given.has(code))).toEqual([]);
  });

  it('have one table each', () => {
    expect(Object.keys(WORKLOAD_REASONS).filter((code) => Object.hasOwn(TRIAL_REASONS, code))).toEqual([]);
  });

  it('say what to do wherever a trial is in doubt, or thrown out', () => {
    const nothing = Object.keys(WORKLOAD_REASONS).filter((code) => remedyOf(code) === null);
    expect(nothing).toEqual(['BufferedByNecessity', 'PercentilesNotMerged', 'UnevenWorkers']);
  });
});
