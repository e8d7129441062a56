import { stringify } from 'yaml';
import { readSpec } from '../../../lib/experiment/reading/read';
import { respelled } from '../../../lib/experiment/language/respell';
import { FAKE, rawSpec } from '../fake-kinds';

function told(raw: Record<string, unknown>): string[] {
  const text = stringify(raw);
  const lines = text.split('\n');
  return readSpec(text, 'x.yaml', FAKE).problems.map(
    ({ code, path, line }) => `${code} ${path.join('.')} | ${lines[(line ?? 0) - 1]?.trim()}`,
  );
}

describe('a misspelt section', () => {
  it('is one problem: nothing is said about what refers to it', () => {
    const { factors, ...rest } = rawSpec();
    expect(told({ ...rest, factor: factors })).toEqual(['UnknownKey factor | factor:']);
    const { question, ...others } = rawSpec();
    expect(told({ ...others, questoin: question })).toEqual(['UnknownKey questoin | questoin: Which?']);
  });

  it('is checked all the same, with places as in the text', () => {
    const { workloads: _, ...rest } = rawSpec();
    const workload = { w: { kind: 'load', mode: '$mode', size: '$size', measure: 0 } };
    expect(told({ ...rest, workload })).toEqual([
      'UnknownKey workload | workload:',
      'OutOfRange workload.w.measure | measure: 0',
    ]);
  });

  it('is not taken for one that is there, nor for anything where no name is near', () => {
    const found = respelled({ factors: { a: [1] }, factor: { b: [2] }, zzz: 1, 'x-y': 2 });
    expect(found.raw).toEqual({ factors: { a: [1] }, factor: { b: [2] }, zzz: 1, 'x-y': 2 });
    expect(found.problems.map(({ path }) => path.join('.'))).toEqual(['factor', 'zzz']);
  });
});

describe('a reference in braces', () => {
  it.each(['${mode}', '{{mode}}', '{{ $mode }}'])('%s is one problem, and taken for what was meant', (mode) => {
    expect(told(rawSpec({ workloads: { w: { kind: 'load', mode, size: '$size', measure: 0 } } }))).toEqual([
      expect.stringMatching(/^BadReference workloads\.w\.mode \| mode: /),
      'OutOfRange workloads.w.measure | measure: 0',
    ]);
  });

  it('says how it is written, and is a text where no factor has the name', () => {
    const text = stringify(rawSpec({ targets: { here: { kind: 'folder', path: ['${mode}', '${HOME}'] } } }));
    expect(readSpec(text, 'x.yaml', FAKE).problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "BadReference found '${mode}'; a reference has no braces: write `$mode`",
      expect.stringMatching(/^LiteralDollar '\$\{HOME\}' is taken as it stands/),
    ]);
  });

  it('is told under a misspelt section as it stands there', () => {
    const { workloads: _, ...rest } = rawSpec();
    const workload = { w: { kind: 'load', mode: '${mode}', size: '$size' } };
    expect(told({ ...rest, workload }).slice(1)).toEqual([
      expect.stringMatching(/^BadReference workload\.w\.mode \| mode: /),
    ]);
  });
});
