import { chainsOf, PAUSE_MAX_SECONDS, type StageDraft } from '../../lib/experiment/chains';
import type { Target } from '../../lib/targets/contract';
import type { Change, ChangeRequest } from '../../lib/targets/requests';

const change = (coolDownSeconds: number): ChangeRequest => ({
  of: 'fs',
  action: 'UpdateFileSystem',
  input: { FileSystemId: '@fs.id' },
  expectedSeconds: 600,
  timeoutSeconds: 3600,
  coolDownSeconds,
  interruption: true,
});
const target = (changeOf: (from: string, to: string) => Change): Target => {
  const kind: Partial<Target> = {
    change: (from, to) => changeOf(String((from as { n: string }).n), String((to as { n: string }).n)),
  };
  return kind as Target;
};
const stages = (names: string, seconds: number): StageDraft[] =>
  [...names].map((stage) => ({ stage, config: { n: stage }, seconds }));
const shape = (chains: ReturnType<typeof chainsOf>): unknown =>
  chains.map(({ stages: its, why }) => [
    its.map(({ stage, changes }) => [stage, ...changes.map(({ pauseSeconds }) => pauseSeconds)].join(' ')).join(', '),
    why,
  ]);

describe('chainsOf', () => {
  it('keeps stages on one copy where each follows from the one before', () => {
    const chains = chainsOf(
      target(() => ({ kind: 'inPlace', requests: [change(0)] })),
      stages('abc', 900),
    );
    expect(shape(chains)).toEqual([['a, b 0, c 0', null]]);
  });

  it('makes a fresh copy where a change is not possible, and says why', () => {
    const chains = chainsOf(
      target((_from, to) =>
        to === 'c' ? { kind: 'recreate', why: 'it cannot shrink' } : { kind: 'inPlace', requests: [change(0)] },
      ),
      stages('abcd', 900),
    );
    expect(shape(chains)).toEqual([
      ['a, b 0', null],
      ['c, d 0', 'it cannot shrink'],
    ]);
  });

  it('takes the first change at once, and a fresh copy rather than wait for the second', () => {
    const chains = chainsOf(
      target(() => ({ kind: 'inPlace', requests: [change(21_600)] })),
      stages('abc', 900),
    );
    expect(shape(chains)).toEqual([
      ['a, b 0', null],
      ['c', 'AWS would take the next change only 5.8 hours later; a fresh copy is ready sooner and costs less'],
    ]);
  });

  it('goes on with the copy where measuring takes as long as the pause, and tells the machine of the pause', () => {
    const chains = chainsOf(
      target(() => ({ kind: 'inPlace', requests: [change(21_600)] })),
      stages('abc', 21_600 - PAUSE_MAX_SECONDS),
    );
    expect(shape(chains)).toEqual([['a, b 0, c 21600', null]]);
  });

  it('has none for a target without stages to measure', () => {
    expect(
      chainsOf(
        target(() => ({ kind: 'recreate', why: '' })),
        [],
      ),
    ).toEqual([]);
  });
});
