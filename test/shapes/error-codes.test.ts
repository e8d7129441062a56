import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRemedy } from '../../lib/results/reason-groups';
import { ERROR_CODES, MACHINE_ERRORS, TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import { readMachineText } from '../../lib/machine-files/source';
import { ALL_MACHINES } from '../../lib/shapes/machines';

/** Texts of the sources below a folder, but for those left out. */
function sources(folder: string, but?: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && but?.test(name) !== true)
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The first group of all matches. */
function codesIn(texts: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code]) => code ?? '')));
}

describe('the table of errors', () => {
  it('has each code once', () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });

  it('holds the error of every Fail state of the machines, and no other', () => {
    const texts = ALL_MACHINES.map((machine) => readMachineText(process.cwd(), machine));
    // A rig that is stopped in time tells of it as a reason, not as an error.
    const failed = codesIn(texts, /"(?:Error": "|code": "(?=DeadlineReached))([A-Z]\w+)"/g);
    expect([...failed].sort()).toEqual(Object.keys(MACHINE_ERRORS).sort());
  });
});

describe('the table of reasons', () => {
  it('holds every one that the judge of trials gives', () => {
    const given = codesIn(sources('lib/results/trial'), /(?:code: |\? )'([A-Z][A-Za-z]+)'/g);
    expect(given.size).toBeGreaterThan(10);
    expect([...given].filter((code) => !Object.hasOwn(TRIAL_REASONS, code))).toEqual([]);
  });
});

describe('the reasons that workloads find', () => {
  // Those files look at specs, not at results.
  const texts = sources(
    'lib/workloads',
    /(?:^|\/)(?:check|check-params|schema|fields|pacing-options|options\/flushes)\.ts$|fio\/job-file\/workload\.ts$/,
  );
  const call = /(?:rule|said|(?:to|create)[A-Z]\w+)\(\s*'\w+',\s*|(?:invalid|doubt|to[A-Z]\w+)\(/;
  const given = codesIn(texts, new RegExp(`(?:code: |code = |plete: |${call.source})'([A-Z]\\w+)'`, 'g'));

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
    const nothing = Object.keys(WORKLOAD_REASONS).filter((code) => findRemedy(code) === null);
    expect(nothing).toEqual(['BufferedByNecessity', 'PercentilesNotMerged']);
  });
});
