import { readResults } from '../../../lib/workloads/command/output';
import { declared } from '../../../lib/workloads/command/declared';

const METRICS = declared({
  metrics: { rate: { unit: 'ops/s', better: 'higher' }, wait: { unit: 's', better: 'lower' } },
});
const read = (text: string) => readResults(text, METRICS);

describe('results of a script', () => {
  it.each([
    ['rate 5\nwait 2', { rate: 5, wait: 2 }],
    ['# of this host\r\nrate = 1.5e3\r\n\r\nwait: 20 ms\r\n', { rate: 1500, wait: 0.02 }],
    ['wait\t0\nrate 12k ops/s', { wait: 0, rate: 12_000 }],
  ])('are lines of a name and a value: %j', (text, values) =>
    expect(read(text)).toEqual({ values, problems: [], others: [] }),
  );

  it.each([
    ['', ['nothing tells rate, wait']],
    ['rate 5', ['nothing tells wait']],
    ['rate 5\nrate 6\nwait 1', ['line 2 tells rate again']],
    ['rate NaN\nwait 1', ['line 1: rate is NaN, which is no ops/s']],
    ['rate Infinity\nwait 1', ['line 1: rate is Infinity, which is no ops/s']],
    ['rate 1e999\nwait 1', ['line 1: rate is 1e999; at most 1000000000000000000 ops/s are taken']],
    ['rate 1e308\nwait 1', ['line 1: rate is 1e308; at most 1000000000000000000 ops/s are taken']],
    ['rate -5\nwait 1', ['line 1: rate is -5, which is no ops/s']],
    ['rate 5 MB\nwait 1', ['line 1: rate is 5 MB, which is no ops/s']],
    ['$(reboot)\nrate 1\nwait 1', ['line 1 is no `NAME VALUE`: $(reboot)']],
    ['rate \u001b[31m5\nwait 1', ['line 1: rate is  [31m5, which is no ops/s']],
  ])('are taken whole or not at all: %j', (text, problems) => expect(read(text).problems).toEqual(problems));

  it('names what nobody declared, and never reads what is no list', () => {
    expect(read('rate 5\nwait 1\ntoString 7\n__proto__ 8')).toMatchObject({ others: ['toString', '__proto__'] });
    expect(read('x'.repeat(200_000)).problems).toEqual(['it has 200000 characters; at most 100000 are read']);
    expect(read('{\n'.repeat(500)).problems).toEqual([
      'line 1 is no `NAME VALUE`: {',
      'line 2 is no `NAME VALUE`: {',
      'line 3 is no `NAME VALUE`: {',
      'and 497 more such lines',
    ]);
    expect(read('rate 5\nwait 1\na 1\nb 1\nc 1\nd 1\ne 1').others).toEqual(['a', 'b', 'c', 'and 2 more names']);
    expect(read(`rate ${'9'.repeat(200)}x\nwait 1`).problems[0]).toHaveLength(96);
  });
});
