import { parseOptions } from '../../../lib/workloads/mpi/options';
import cases from './options.cases.json';

const LETTERS = cases.letters;
const read = (line: string, valued = 'nidN') =>
  Object.fromEntries(parseOptions(`x\n${line}\ny\n`, { ...LETTERS, valued }) ?? []);

describe('parseOptions', () => {
  // What may have a number has none of the next word.
  it.each(cases.calls as [string, object][])('parses %j as %j', (line, options) => {
    const valued = line.includes('-G') ? 'nidNG' : 'nidNO';
    const found = read(line, valued);

    expect(found).toEqual(options);
  });

  it('returns null when no line repeats the command line', () => {
    expect(parseOptions('Command: mdtest -n 1\n', LETTERS)).toBeNull();
  });
});
