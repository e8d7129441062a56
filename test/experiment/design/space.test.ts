import { readPartial } from '../../../lib/experiment/design/space';
import { readFactors } from '../../../lib/experiment/language/factors';

const io = [
  { op: 'randread', bs: '1m', depth: 8 },
  { op: 'read', bs: '1m' },
  { op: 'read', bs: '4k' },
];
const { factors } = readFactors({ io, size: [1, 'large'] });
const space = { targets: [{ name: 't', stages: [null] }], workloads: ['w'], factors };
const fault = (factor: string, level: never): string =>
  readPartial(space, { [factor]: level }, [])
    .problems.map(({ message }) => message)
    .join('\n');

describe('a level that does not exist', () => {
  it('is shown as it was written, with the one that has most in common', () => {
    expect(fault('io', { op: 'read', bs: '1m', depth: 8 } as never)).toMatch(
      /^`op=read,bs=1m,depth=8` is no level of `io`; did you mean `op=read,bs=1m`\? Allowed: `op=randread,/,
    );
    expect(fault('io', { op: 'read', bs: '2m' } as never)).toContain('did you mean `op=read,bs=1m`?');
  });

  it('is like none that has nothing in common', () => {
    expect(fault('io', { color: 'red' } as never)).toMatch(/^`color=red` is no level of `io`; allowed: /);
    expect(fault('size', { color: 'red' } as never)).not.toContain('did you mean');
  });

  it('is spelt like another where it is a plain value', () => {
    expect(fault('size', 'larg' as never)).toContain("'larg' is no level of `size`; did you mean `large`?");
  });
});
