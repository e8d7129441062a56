import { doneIn, readOutput, windowOf } from '../../../lib/workloads/metadata/output';
import { output } from './metadata-world';

const problem = (text: string): string => {
  const read = readOutput(text);
  return 'problem' in read ? read.problem : 'none';
};

describe('the result of a host', () => {
  it('is read as it was written', () => {
    const whole = output();
    expect(readOutput(JSON.stringify(whole))).toEqual({ output: whole });
    const [create] = whole.phases;
    if (create === undefined) throw new Error('no phase');
    expect(windowOf(create)).toEqual({ from: 1000, to: 1010 });
    expect(windowOf({ ...create, ranks: [] })).toBeNull();
    expect(doneIn(create)).toBe(20_000);
  });

  const text = JSON.stringify(output());
  it.each([
    ['', 'it is empty'],
    [text.slice(0, 300), 'it is cut off, or no JSON'],
    ['{"tool":"tree-copy"}', /^it is no output of metadata: tool: /],
    ['[]', /^it is no output of metadata: /],
    [text.replace('"done":10000', '"done":-1'), /^it is no output of metadata: phases\.0\.ranks\.0\.done: /],
    [text.replace('"stat"', '"$(reboot)"'), /^it is no output of metadata: phases\.1\.operation: /],
    [text.replace('"stat"', '"create"'), 'it tells of create twice'],
    [text.replace('"ended":1009', '"ended":999'), 'its times run backwards: in create'],
  ])('is no result where it is another text: %#', (bad, message) => expect(problem(bad)).toMatch(message));
});
