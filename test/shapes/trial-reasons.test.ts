import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cameOut, countsInDecisions, TRIAL_REASONS } from '../../lib/shapes/trial-reasons';
import type { Reason } from '../../lib/shapes/verdict';

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

describe('which trials count', () => {
  const suspect = (...codes: readonly string[]): Reason[] =>
    codes.map((code) => ({ level: 'suspect', code, text: code }));
  const counts = (verdict: 'VALID' | 'SUSPECT' | 'INVALID', reasons: readonly Reason[]): boolean =>
    countsInDecisions({ verdict, reasons });

  it('counts VALID ones, and those that are SUSPECT only for how they came out', () => {
    expect(counts('VALID', [])).toBe(true);
    expect(counts('SUSPECT', suspect('Unsteady', 'RateStep', 'Straggler'))).toBe(true);
    expect(counts('SUSPECT', [...suspect('Unsteady'), { level: 'note', code: 'ClientBound', text: '' }])).toBe(true);
  });

  it('leaves out those that were made in another way than asked, and INVALID ones', () => {
    expect(counts('SUSPECT', suspect('HostBusy'))).toBe(false);
    expect(counts('SUSPECT', suspect('Unsteady', 'DepthNotReached'))).toBe(false);
    expect(counts('INVALID', suspect('Unsteady'))).toBe(false);
  });

  it('knows the codes by the table, and nothing that every object has', () => {
    expect(Object.keys(TRIAL_REASONS).filter(cameOut)).toEqual(['CreditsSpent', 'RateStep', 'Straggler', 'Unsteady']);
    expect(cameOut('toString')).toBe(false);
    expect(cameOut('NoSuchCode')).toBe(false);
  });
});
