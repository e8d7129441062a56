import { optionsOf } from '../../../lib/workloads/tools/mpi-options';

const read = (line: string, valued = 'nidN') => Object.fromEntries(optionsOf(`x\n${line}\ny\n`, valued) ?? []);

describe('the call that a report repeats', () => {
  it.each([
    ["Command line used: /a b/mdtest '-F' '-n' '4 00' '-i3'", { F: '1', n: '4 00', i: '3' }],
    ['Command line used: mdtest "-Fvi3" "-n" "-5"', { F: '1', v: '1', i: '3', n: '-5' }],
    ["V-1: Rank   0 Line  12 Command line used: mdtest '-G=7' -N 4", { G: '7', N: '4' }],
    [
      'Command line        : ior -w --posix.odirect --dataPacketType=timestamp',
      {
        w: '1',
        'posix.odirect': '1',
        dataPacketType: 'timestamp',
      },
    ],
    ['  "Command line": "ior -n 1 -d /x", ', { n: '1', d: '/x' }],
    ['Command line used: mdtest -n', { n: '' }],
  ])('of %j is %j', (line, options) => {
    const valued = line.includes('-G') ? 'nidNG' : 'nidN';
    const found = read(line, valued);

    expect(found).toEqual(options);
  });

  it('is none where no line repeats it', () => {
    expect(optionsOf('Command: mdtest -n 1\n', 'n')).toBeNull();
  });
});
