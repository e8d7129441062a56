import { stringify } from 'yaml';
import { formatCell } from '../../../lib/experiment/design/cells';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { readSpec, readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';

const BASE = { kind: 'load', mode: '$mode', size: '$size' };

function listProblems(workloads: Record<string, unknown>, changes: Record<string, unknown> = {}): string[] {
  const { problems } = readSpecObject(rawSpec({ workloads, ...changes }), FAKE);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(({ code, path, message }) => `${path.join('.')} ${code}: ${message}`);
}

describe('extends in `workloads`', () => {
  it('inherits settings through several workloads, and overrides them with the settings of the extending one', () => {
    const workloads = {
      last: { extends: 'middle', measure: 30 },
      middle: { extends: 'base', size: 50, measure: 20 },
      base: BASE,
    };
    const { spec, problems } = readSpecObject(rawSpec({ workloads }), FAKE);
    expect(problems).toEqual([]);
    expect(spec?.workloads).toEqual({
      last: { kind: 'load', mode: '$mode', size: 50, measure: 30 },
      middle: { kind: 'load', mode: '$mode', size: 50, measure: 20 },
      base: BASE,
    });
    const cells = spec === undefined ? [] : expandSpec(spec, FAKE).cells;
    expect(cells.filter(({ workload }) => workload === 'last').map(formatCell)).toEqual([
      'workload=last mode=read',
      'workload=last mode=write',
    ]);
    expect(readSpecObject(JSON.parse(JSON.stringify(spec)), FAKE)).toEqual({ spec, problems: [] });
  });

  it('accepts an extending workload that states its kind', () => {
    const { spec } = readSpecObject(rawSpec({ workloads: { a: BASE, b: { extends: 'a', kind: 'load' } } }), FAKE);
    expect(spec?.workloads['b']).toEqual(BASE);
  });

  it.each([
    [{ a: BASE, b: { extends: 'c' } }, "b.extends UnknownWorkload: workload 'c' does not exist; allowed: `a`"],
    [
      { base: BASE, b: { extends: 'bsae' } },
      "b.extends UnknownWorkload: workload 'bsae' does not exist; did you mean `base`?",
    ],
    [{ a: BASE, b: { extends: ['a'] } }, 'b.extends WrongType: found a list; needed here: the name of a workload'],
    [{ a: BASE, b: { extends: null } }, 'b.extends WrongType: found nothing; needed here: the name of a workload'],
    [{ a: { ...BASE, extends: 'a' } }, 'a.extends Circle: `extends` forms a cycle: `a` extends `a`. Remove one'],
    [
      { c: { extends: 'b' }, a: { ...BASE, extends: 'b' }, b: { extends: 'a' } },
      'a.extends Circle: `extends` forms a cycle: `a` extends `b` extends `a`. Remove one `extends`',
    ],
    [{ a: 5, b: { extends: 'a' } }, 'a WrongType: found 5; needed here: a mapping with a kind'],
    [{ a: BASE, b: { extends: 'x' }, c: { extends: 'b' } }, 'b.extends UnknownWorkload: '],
  ])('refuses the workloads %j with one problem', (workloads, expected) => {
    expect(listProblems(workloads)).toEqual([expect.stringContaining(`workloads.${expected}`)]);
  });

  it('reports a problem of an inherited setting once, at the workload that contains the setting', () => {
    const workloads = { base: { kind: 'load', mode: 'raed', size: '$sice' }, more: { extends: 'base', measure: 5 } };
    expect(listProblems(workloads).map((one) => one.replace(/:.*/, ''))).toEqual([
      'workloads.base.size UnknownFactor',
      'workloads.base.mode BadValue',
    ]);
  });

  it('names the inheriting workload when only that one makes the inherited setting invalid', () => {
    const workloads = {
      base: { ...BASE, size: 101, mode: 'read', measure: 200 },
      more: { extends: 'base', measure: 5 },
    };
    const text = stringify(
      rawSpec({ factors: undefined, workloads, decide: undefined, design: { exclude: [{ workload: 'base' }] } }),
    );
    const errors = readSpec(text, 'x', FAKE).problems.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'TooBig',
        path: ['workloads', 'base', 'size'],
        message: '101 is too big to read (in `more`, which inherits it from `base`)',
      }),
    ]);
    expect(text.split('\n')[(errors[0]?.line ?? 0) - 1]).toContain('size: 101');
    expect(listProblems({ base: { ...BASE, role: 'client' }, more: { extends: 'base', role: 'server' } })).toEqual([
      expect.stringMatching(/^workloads.more MissingRole/),
    ]);
  });
});
