import { optionsOf } from '../../../lib/workloads/mpi/options';

const LETTERS = {
  valued: 'n',
  numbered: 'R',
  directives: 'O',
  aliases: { 'posix.odirect': 'B' },
  unsaid: {},
  aside: [],
};
const read = (line: string, valued = 'nidN') =>
  Object.fromEntries(optionsOf(`x\n${line}\ny\n`, { ...LETTERS, valued }) ?? []);

describe('the call that a report repeats', () => {
  it.each([
    ["Command line used: /a b/mdtest '-F' '-n' '4 00' '-i3'", { F: '1', n: '4 00', i: '3' }],
    ['Command line used: mdtest "-Fvi3" "-n" "-5"', { F: '1', v: '1', i: '3', n: '-5' }],
    ["V-1: Rank   0 Line  12 Command line used: mdtest '-G=7' -N 4", { G: '7', N: '4' }],
    [
      'Command line        : ior -w --posix.odirect --dataPacketType=timestamp',
      {
        w: '1',
        B: '1',
        dataPacketType: 'timestamp',
      },
    ],
    ['  "Command line": "ior -n 1 -d /x", ', { n: '1', d: '/x' }],
    ['Command line used: mdtest -n', { n: '' }],
    // What may have a number has none of the next word.
    ["Command line used: mdtest '-R' '-F' '-n' '4'", { R: '1', F: '1', n: '4' }],
    ['Command line used: mdtest -R 3 -FR15v', { R: '15', F: '1', v: '1' }],
    ['Command line used: ior -O a=1 -i 1 -O b=2,c=3 -i 2', { a: '1', b: '2', c: '3', i: '2' }],
  ])('of %j is %j', (line, options) => {
    const valued = line.includes('-G') ? 'nidNG' : 'nidNO';
    const found = read(line, valued);

    expect(found).toEqual(options);
  });

  it('is none where no line repeats it', () => {
    expect(optionsOf('Command: mdtest -n 1\n', LETTERS)).toBeNull();
  });
});
