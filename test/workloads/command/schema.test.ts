import { checkParams, commandSchema } from '../../../lib/workloads/command/schema';
import cases from './schema.cases.json';

const LEAST = { kind: 'command', script: 'true', runtime: 60, metrics: { rate: { unit: 'ops/s', better: 'higher' } } };
const listRefusals = (changes: object): readonly string[] =>
  (commandSchema.safeParse({ ...LEAST, ...changes }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('commandSchema', () => {
  it('accepts script, metrics and env, fills in defaults, and parses its own output to the same value', () => {
    const given = commandSchema.parse({ ...LEAST, env: { SIZE: 4, ON: true } });
    expect(given).toEqual(cases.takesScriptMetrics);
    expect(commandSchema.parse(given)).toEqual(given);
  });

  it.each(cases.refuses as [object, string][])('refuses %j', (changes, message) =>
    expect(listRefusals(changes)).toEqual([message]),
  );

  it('limits script and env to 120 KiB, counted in UTF-8 bytes', () => {
    expect(listRefusals({ script: '漢'.repeat(40_960) })).toEqual([]);
    expect(listRefusals({ script: '漢'.repeat(40_961) })).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`V${index}`, '漢'.repeat(1000)]));
    expect(listRefusals({ env: many })).toEqual([
      'env: names and values are too long; allowed: at most 120 KiB (UTF-8) together',
    ]);
  });

  it.each(['size', 'PATH', 'LD_PRELOAD', 'FSXBENCH_ROOT', 'RESULTS_FILE', '1X', 'A-B'])(
    'refuses the environment variable %s',
    (name) => expect(listRefusals({ env: { [name]: 1 } })).toHaveLength(1),
  );

  it.each(['Rate', 'a b', '__proto__x', '$(reboot)'])('refuses the metric name %s', (name) =>
    expect(listRefusals({ metrics: { [name]: { unit: 's', better: 'lower' } } })).toHaveLength(1),
  );
});

const listProblems = (changes: object): readonly string[] =>
  checkParams(commandSchema.parse({ ...LEAST, script: 'echo "rate 1" >>"$RESULTS_FILE"', ...changes })).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

it('returns no problems for a script that writes to RESULTS_FILE', () => expect(listProblems({})).toEqual([]));

it.each(cases.boundsTimes as [object, string[]][])('limits runtime and timeout (OutOfRange): %j', (changes, found) =>
  expect(listProblems(changes)).toEqual(found),
);

it('advises NoResults when a shell script does not contain RESULTS_FILE', () => {
  expect(listProblems({ script: 'make' })).toEqual([
    'advice NoResults script: the script does not contain `RESULTS_FILE`, the file for its metrics. ' +
      'Unless a program that it calls writes lines `NAME VALUE` ' +
      'to that file, all trials will be excluded',
  ]);
  expect(listProblems({ script: '#!/usr/bin/env python3' })).toEqual([]);
});
