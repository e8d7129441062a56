import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRIAL_REASONS } from '../../lib/shapes/trial-reasons';

const FOLDER = 'lib/results/trial';

describe('the table of reasons', () => {
  it('holds every one that the judge of trials gives', () => {
    const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const texts = names.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
    const given = texts.flatMap((text) =>
      [...text.matchAll(/(?:code: |\? )'([A-Z][A-Za-z]+)'/g)].map(([, code]) => code),
    );
    expect(given.length).toBeGreaterThan(10);
    expect(new Set(given.filter((code) => !Object.hasOwn(TRIAL_REASONS, code ?? '')))).toEqual(new Set());
  });
});
