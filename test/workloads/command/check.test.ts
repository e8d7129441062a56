import { check } from '../../../lib/workloads/command/check';
import { schema } from '../../../lib/workloads/command/schema';

const said = (changes: object): readonly string[] =>
  check(
    schema.parse({
      kind: 'command',
      script: 'echo "rate 1" >>"$RESULTS_FILE"',
      runtime: 60,
      metrics: { rate: { unit: 'ops/s', better: 'higher' } },
      ...changes,
    }),
  ).map(({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`);

it('has nothing against a usual script', () => expect(said({})).toEqual([]));

it.each([
  [{ runtime: 0.5 }, ['error OutOfRange runtime: found 0.5 s; allowed: 1 s to 43200 s']],
  [{ runtime: 1, timeout: 1 }, []],
  [{ runtime: 43_201 }, ['error OutOfRange runtime: found 43201 s; allowed: 1 s to 43200 s']],
  [{ timeout: 59 }, ['error OutOfRange timeout: found 59 s; allowed: `runtime`, 60 s, to 86400 s']],
  [{ timeout: 60 }, []],
  [{ timeout: 86_401 }, ['error OutOfRange timeout: found 86401 s; allowed: `runtime`, 60 s, to 86400 s']],
])('bounds times: %j', (changes, found) => expect(said(changes)).toEqual(found));

it('says where metrics are written to', () => {
  expect(said({ script: 'make' })).toEqual([
    'advice NoResults script: nothing in it names `RESULTS_FILE`, the file that metrics are written to, a line `NAME ' +
      'VALUE` each; unless what it calls does that, no trial will count',
  ]);
  expect(said({ script: '#!/usr/bin/env python3' })).toEqual([]);
});
