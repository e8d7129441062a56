import { SECTIONS } from '../../lib/shapes/spec';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { makePlan } from '../../lib/experiment/plan/make-plan';
import { readSpec, readSpecObject } from '../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec, HOST_SCRIPTS } from './fake-kinds';

const SPEC = readFileSync(join(__dirname, '../../experiments/local-disk.yaml'), 'utf8');

/** Values as a careless writer puts them anywhere. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      null,
      '',
      '$mode',
      '$size.x',
      '$$',
      '4k',
      'read',
      'here',
      'w',
      'rate',
      'none',
      '__proto__',
      'constructor',
      -1,
      0,
      1.5,
    ),
    fc.integer({ min: 0, max: 5 }),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('mode', 'size', 'kind', 'stages', 'target', 'mount', 'each', 'extends', 'x', 'toString'),
      tie('value'),
      {
        maxKeys: 3,
      },
    ),
  ),
})).value;

describe('readSpec with random input (property-based)', () => {
  it('returns either a spec with a deterministic plan or errors for random section values, without throwing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...SECTIONS), anything, { maxKeys: 4 }), (changes) => {
        const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
        const errors = problems.filter(({ severity }) => severity === 'error');
        expect(spec === undefined).toBe(errors.length > 0);
        for (const { message, code } of problems) {
          expect(message).not.toMatch(/undefined|\[object/);
          expect(code).toMatch(/^[A-Z][A-Za-z]+$/);
        }
        if (spec === undefined) return;
        const options = { executionId: 'e', stack: 's', startedAt: 0, scripts: HOST_SCRIPTS, kinds: FAKE };
        const planned = makePlan(spec, options);
        const again = makePlan(spec, options);
        expect({ ...again, objects: null }).toEqual({ ...planned, objects: null });
        expect(again.ok && again.objects()).toEqual(planned.ok && planned.objects());
        if (planned.ok)
          expect(new Set(planned.plan.trials.map(({ trial }) => trial)).size).toBe(planned.plan.trials.length);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('locates every problem inside a randomly cut, repeated or mistyped text, without throwing', () => {
    const edit = fc.record({
      at: fc.integer({ min: 0, max: SPEC.length }),
      remove: fc.integer({ min: 0, max: 30 }),
      insert: fc.constantFrom(
        '',
        ' ',
        '\n',
        '\t',
        ':',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '*',
        '&a ',
        '$',
        '#',
        '- ',
        '---\n',
        'é',
        '<<: ',
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const text = edits.reduce(
          (now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove),
          SPEC,
        );
        const { spec, problems } = readSpec(text, 'x.yaml');
        const lines = text.split('\n').length;
        const outside = problems.filter(({ line = 0, column = 0 }) => !(line >= 1 && line <= lines && column >= 1));
        expect(outside).toEqual([]);
        expect(spec === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 125, seed: 1 },
    );
  });
});
