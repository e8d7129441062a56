import { stringify } from 'yaml';
import { misspelt, readSpec } from '../../../lib/experiment/reading/read';
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

  it('is none below `x-`, where anchors stand', () => {
    const found = misspelt({ factors: { a: [1] }, factor: { b: [2] }, zzz: 1, 'x-y': 2 });
    expect(found.map(({ path }) => path.join('.'))).toEqual(['factor', 'zzz']);
  });
});

describe('a reference in braces', () => {
  it.each(['${mode}', '{{mode}}', '{{ $mode }}'])('%s is one problem', (mode) => {
    expect(told(rawSpec({ workloads: { w: { kind: 'load', mode, size: '$size', measure: 0 } } }))).toEqual([
      expect.stringMatching(/^BadReference workloads\.w\.mode \| mode: /),
    ]);
  });

  it('says how it is written, and is a text where no factor has the name', () => {
    const problems = (path: readonly string[]) =>
      readSpec(stringify(rawSpec({ targets: { here: { kind: 'folder', path } } })), 'x.yaml', FAKE).problems;
    expect(problems(['${mode}']).map(({ message }) => message)).toEqual([
      "found '${mode}'; a reference has no braces: write `$mode`",
    ]);
    expect(problems(['${HOME}']).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^'\$\{HOME\}' is taken as it stands/),
    ]);
  });
});
