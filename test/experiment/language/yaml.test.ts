import { readYaml, locateProblems } from '../../../lib/experiment/language/yaml';
import { stringify } from 'yaml';
import type { Problem } from '../../../lib/shapes/problem';
import { readSpec, readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';
import { measureCpuSeconds } from '../../process-state';
import cases from './yaml.cases.json';

const codes = (text: string): string[] => readYaml(text).problems.map(({ code, line }) => `${line} ${code}`);

function range(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

describe('readYaml', () => {
  it('parses YAML 1.2 to plain data: `on` and `off` as text, 010 as 10', () => {
    const read = readYaml('a: { on: off, n: 010, f: 1e3, t: true, s: 4k, "5": [x, ~] }\n');
    expect(read.problems).toEqual([]);
    expect(read.value).toEqual({ a: { on: 'off', n: 10, f: 1000, t: true, s: '4k', 5: ['x', null] } });
  });

  it('locates keys and values, and the closest enclosing key for a missing path', () => {
    const read = readYaml('a:\n  b: [x,\n    y]\nc: {d: 1}\n');
    expect(read.locate(['a', 'b', 1], 'value')).toEqual({ line: 3, column: 5 });
    expect(read.locate(['c', 'd'], 'value')).toEqual({ line: 4, column: 8 });
    expect(read.locate(['c', 'd'], 'key')).toEqual({ line: 4, column: 5 });
    // A mapping or list is shown by its key.
    expect(read.locate(['a', 'b'], 'value')).toEqual({ line: 2, column: 3 });
    expect(read.locate(['c', 'missing', 'deep'], 'value')).toEqual({ line: 4, column: 1 });
  });

  it('resolves anchors, aliases and merge keys, and locates their content at the anchor', () => {
    const read = readYaml(
      'x: &base { kind: a, size: 1 }\ny: { <<: *base, size: 2 }\nz: *base\nw: { <<: [*base, {extra: 3}] }\n',
    );
    expect(read.problems).toEqual([]);
    expect(read.value).toEqual(cases.anchors);
    expect(read.locate(['y', 'kind'], 'value')).toEqual({ line: 1, column: 18 });
    expect(read.locate(['y', 'size'], 'value')).toEqual({ line: 2, column: 23 });
    expect(read.locate(['z', 'size'], 'value')).toEqual({ line: 1, column: 27 });
  });

  it.each([
    [
      'merges',
      `x0: &x0 { a: 1 }\n${range(40, (n) => `x${n + 1}: &x${n + 1} { <<: [*x${n}, *x${n}] }\n`)}`,
      /20000 val/,
    ],
    [
      'aliases',
      `x0: &x0 [1]\n${range(9, (n) => `x${n + 1}: &x${n + 1} [${range(9, () => `*x${n},`)}]\n`)}`,
      /20000 val/,
    ],
    [
      'factors',
      `factors:\n${range(3000, (n) => `  f${n}: [1, 2]\n`)}`,
      /^found 3000 keys in one place; allowed: up to 250$/,
    ],
    ['keys in one line', `factors: { ${range(20_000, (n) => `f${n}: 1,`)} }`, /^found 20000 keys/],
    [
      'levels',
      `factors: { f: [${range(1001, (n) => `${n},`)}] }`,
      /^found 1001 items in one place; allowed: up to 1000$/,
    ],
    ['lines', range(20_000, (n) => `f${n}: 1\n`), /^found 20001 lines; allowed: up to 5000$/],
    ['anchors', `a: [${range(900, (n) => `&a${n} 1,`)}]\nb: [${range(900, (n) => `*a${n},`)}]\n`, null],
  ])('limits %s: reports at most one SpecTooLarge, in less than 3 s of CPU time', (_what, text, message) => {
    let problems: ReturnType<typeof readYaml>['problems'] = [];
    expect(measureCpuSeconds(() => ({ problems } = readYaml(text)))).toBeLessThan(3);
    expect(problems.map(({ code }) => code)).toEqual(message === null ? [] : ['SpecTooLarge']);
    if (message !== null) expect(problems[0]?.message).toMatch(message);
  });

  it('reports a duplicate key (DuplicateKey) with its line', () => {
    const { problems } = readYaml('a: 1\nb: 2\na: 3\n');
    const message = '`a` appears twice here';
    expect(problems).toEqual([expect.objectContaining({ code: 'DuplicateKey', message, line: 3, column: 1 })]);
  });

  it.each(cases.faults as [string, string, string][])('reports %s with its line', (_what, text, expected) => {
    expect(codes(text)).toEqual([expected]);
  });

  it('refuses aliases that expand exponentially (SpecTooLarge)', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n += 1)
      lines.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      );
    expect(readYaml(lines.join('\n')).problems.map(({ code }) => code)).toEqual(['SpecTooLarge']);
  });

  it('returns undefined and no problems for a text without content', () => {
    expect(readYaml('# only a comment\n')).toMatchObject({ value: undefined, problems: [] });
  });
});

it('refuses brackets or list signs nested more than 100 deep (SpecTooLarge) before parsing', () => {
  const { value, problems } = readYaml(`a: 1\nb: ${'['.repeat(5000)}`);
  expect(value).toBeUndefined();
  expect(problems).toEqual(cases.tooDeep);
  expect(readYaml(`a: ${'['.repeat(100)}${']'.repeat(100)}`).problems).toEqual([]);
  for (const signs of ['- '.repeat(5000), '? '.repeat(5000), ' -'.repeat(101) + ' '])
    expect(readYaml(`a: 1\nb:\n  ${signs}x`).problems).toMatchObject([{ code: 'SpecTooLarge', line: 3 }]);
});

const late = (code: string): Problem => ({ severity: 'error', code, path: ['fleet', 'client', 'count'], message: 'x' });

describe('locateProblems', () => {
  it('locates a problem at its value, or at its key when it is about the key', () => {
    const text = stringify(rawSpec());
    const { spec } = readSpec(text, 'x.yaml', FAKE);
    if (spec === undefined) throw new Error('no spec');
    const line = text.split('\n').findIndex((one) => one.includes('count: 2')) + 1;
    const column = (text.split('\n')[line - 1] ?? '').indexOf('count') + 1;
    const problems = locateProblems(spec, [late('OutOfRange'), late('UnknownKey')]);
    expect(problems).toEqual([
      { ...late('OutOfRange'), line, column: column + 'count: '.length },
      { ...late('UnknownKey'), line, column },
    ]);
  });

  it('adds no line when the spec was read from an object', () => {
    const { spec } = readSpecObject(rawSpec(), FAKE);
    if (spec === undefined) throw new Error('no spec');
    expect(locateProblems(spec, [late('OutOfRange')])).toEqual([late('OutOfRange')]);
  });
});
