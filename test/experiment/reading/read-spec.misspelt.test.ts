import { stringify } from 'yaml';
import { checkSectionNames, readSpec } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';

function listProblems(raw: Record<string, unknown>): string[] {
  const text = stringify(raw);
  const lines = text.split('\n');
  return readSpec(text, 'x.yaml', FAKE).problems.map(
    ({ code, path, line }) => `${code} ${path.join('.')} | ${lines[(line ?? 0) - 1]?.trim()}`,
  );
}

describe('readSpec with a misspelt section name', () => {
  it('reports only UnknownKey, without problems of references to the section', () => {
    const { factors, ...rest } = rawSpec();
    expect(listProblems({ ...rest, factor: factors })).toEqual(['UnknownKey factor | factor:']);
    const { question, ...others } = rawSpec();
    expect(listProblems({ ...others, questoin: question })).toEqual(['UnknownKey questoin | questoin: Which?']);
  });

  it('reports problems of the content of the section and of other sections too', () => {
    const { design, workloads, ...rest } = rawSpec();
    const raw = { ...rest, worklods: workloads, desing: { replicates: 0 }, notes: 1, limits: { maxUsd: -1 } };
    expect(listProblems(raw).map((line) => line.split(' | ')[0])).toEqual([
      'UnknownKey worklods',
      'UnknownKey desing',
      'OutOfRange desing.replicates',
      'UnknownKey notes',
      'OutOfRange limits.maxUsd',
    ]);
    expect(design).toBeDefined();
  });

  it('ignores section names that start with `x-`', () => {
    const found = checkSectionNames({ factors: { a: [1] }, factor: { b: [2] }, zzz: 1, 'x-y': 2 });
    expect(found.map(({ path }) => path.join('.'))).toEqual(['factor', 'zzz']);
  });
});

it('explains that braces around a reference are not expanded, and suggests the factor of that name', () => {
  const target = { targets: { here: { kind: 'folder', path: ['${mode}', '${HOME}'] } } };
  const found = readSpec(stringify(rawSpec(target)), 'x.yaml', FAKE).problems.map(({ message }) => message);
  expect(found).toEqual([
    expect.stringMatching(/^'\$\{mode\}' is used as written: `\$mode` is a.*whole values into factor `mode`/),
    expect.stringMatching(/^'\$\{HOME\}' is used as written: only a whole value.*variables are not expanded/),
  ]);
});
