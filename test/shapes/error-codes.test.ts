import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRemedy } from '../../lib/results/reason-groups';
import { ERROR_CODES, MACHINE_ERRORS, TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import { readMachineText } from '../../lib/machine-files/source';
import { ALL_MACHINES } from '../../lib/shapes/machines';

/** Texts of the sources below a folder, but for those left out. */
function readSources(folder: string, but?: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && but?.test(name) !== true)
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The first group of all matches. */
function matchCodes(texts: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code]) => code ?? '')));
}

describe('table of error codes', () => {
  it('has each code once', () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });

  it('lists exactly the errors of the Fail states of all state machines', () => {
    const texts = ALL_MACHINES.map((machine) => readMachineText(process.cwd(), machine));
    // A rig that is stopped in time tells of it as a reason, not as an error.
    const failed = matchCodes(texts, /"(?:Error": "|code": "(?=DeadlineReached))([A-Z]\w+)"/g);
    expect([...failed].sort()).toEqual(Object.keys(MACHINE_ERRORS).sort());
  });
});

describe('TRIAL_REASONS', () => {
  it('lists every reason code that lib/results/trial uses', () => {
    const given = matchCodes(readSources('lib/results/trial'), /(?:code: |\? )'([A-Z][A-Za-z]+)'/g);
    expect(given.size).toBeGreaterThan(10);
    expect([...given].filter((code) => !Object.hasOwn(TRIAL_REASONS, code))).toEqual([]);
  });
});

describe('WORKLOAD_REASONS', () => {
  // Those files look at specs, not at results.
  const texts = readSources(
    'lib/workloads',
    /(?:^|\/)(?:check|check-params|schema|fields|pacing-options|options\/flushes)\.ts$|fio\/job-file\/workload\.ts$/,
  );
  const call = /(?:rule|said|(?:to|create)[A-Z]\w+)\(\s*'\w+',\s*|(?:invalid|doubt|to[A-Z]\w+)\(\s*/;
  const given = matchCodes(texts, new RegExp(`(?:code: |code = |plete: |${call.source})'([A-Z]\\w+)'`, 'g'));

  it('lists exactly the reason codes of lib/workloads that TRIAL_REASONS lacks', () => {
    const known = new Set([...Object.keys(WORKLOAD_REASONS), ...Object.keys(TRIAL_REASONS)]);
    expect(given.size).toBeGreaterThan(25);
    expect([...given].filter((code) => !known.has(code))).toEqual([]);
    expect(Object.keys(WORKLOAD_REASONS).filter((code) => !given.has(code))).toEqual([]);
  });

  it('shares no code with TRIAL_REASONS', () => {
    expect(Object.keys(WORKLOAD_REASONS).filter((code) => Object.hasOwn(TRIAL_REASONS, code))).toEqual([]);
  });

  it('has a remedy for every code except BufferedByNecessity and PercentilesNotMerged', () => {
    const nothing = Object.keys(WORKLOAD_REASONS).filter((code) => findRemedy(code) === null);
    expect(nothing).toEqual(['BufferedByNecessity', 'PercentilesNotMerged']);
  });
});
