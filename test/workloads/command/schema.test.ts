import { checkParams, commandSchema } from '../../../lib/workloads/command/schema';
import cases from './schema.cases.json';

const LEAST = { kind: 'command', script: 'true', runtime: 60, metrics: { rate: { unit: 'ops/s', better: 'higher' } } };
const refusals = (changes: object): readonly string[] =>
  (commandSchema.safeParse({ ...LEAST, ...changes }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('schema', () => {
  it('takes a script, its metrics and its time, and reads again what it gave', () => {
    const given = commandSchema.parse({ ...LEAST, env: { SIZE: 4, ON: true } });
    expect(given).toEqual(cases.takesScriptMetrics);
    expect(commandSchema.parse(given)).toEqual(given);
  });

  it.each(cases.refuses as [object, string][])('refuses %j', (changes, message) =>
    expect(refusals(changes)).toEqual([message]),
  );

  it('counts bytes, of which a host takes only so many', () => {
    expect(refusals({ script: '漢'.repeat(40_960) })).toEqual([]);
    expect(refusals({ script: '漢'.repeat(40_961) })).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`V${index}`, '漢'.repeat(1000)]));
    expect(refusals({ env: many })).toEqual([
      'env: names and values are too long; allowed: at most 120 KiB (UTF-8) together',
    ]);
  });

  it.each(['size', 'PATH', 'LD_PRELOAD', 'FSXBENCH_ROOT', 'RESULTS_FILE', '1X', 'A-B'])(
    'refuses the variable %s',
    (name) => expect(refusals({ env: { [name]: 1 } })).toHaveLength(1),
  );

  it.each(['Rate', 'a b', '__proto__x', '$(reboot)'])('refuses the metric %s', (name) =>
    expect(refusals({ metrics: { [name]: { unit: 's', better: 'lower' } } })).toHaveLength(1),
  );
});

const said = (changes: object): readonly string[] =>
  checkParams(commandSchema.parse({ ...LEAST, script: 'echo "rate 1" >>"$RESULTS_FILE"', ...changes })).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

it('has nothing against a usual script', () => expect(said({})).toEqual([]));

it.each(cases.boundsTimes as [object, string[]][])('bounds times: %j', (changes, found) =>
  expect(said(changes)).toEqual(found),
);

it('says where metrics are written to', () => {
  expect(said({ script: 'make' })).toEqual([
    'advice NoResults script: the script does not contain `RESULTS_FILE`, the file for its metrics. ' +
      'Unless a program that it calls writes lines `NAME VALUE` ' +
      'to that file, all trials will be excluded',
  ]);
  expect(said({ script: '#!/usr/bin/env python3' })).toEqual([]);
});
