import type { TargetPolicy, StageDraft } from '../../../lib/experiment/design/target-instances';
import {
  chainStages,
  listChangeSeconds,
  planTargets,
  IN_PLACE,
  MAX_PAUSE_SECONDS,
} from '../../../lib/experiment/design/target-instances';
import type { Target } from '../../../lib/targets/contract';
import type { Change, ChangeRequest } from '../../../lib/shapes/requests';
import cases from './target-instances.cases.json';

const change = (coolDownSeconds: number, of = 'fs'): ChangeRequest => ({
  of,
  call: 'UpdateFileSystem',
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
const explainFresh = (hours: string): string =>
  `AWS's pause between changes could delay the next one by up to ${hours} hours; ` +
  'a new target instance is ready sooner';
const describeChains = (chains: ReturnType<typeof chainStages>): unknown =>
  chains.map(({ stages: its, why }) => [
    its.map(({ stage, changes }) => [stage, ...changes.map(({ pauseSeconds }) => pauseSeconds)].join(' ')).join(', '),
    why,
  ]);

describe('chainStages', () => {
  it('keeps stages on one target instance when each can be changed in place from the previous one', () => {
    const chains = chainStages(
      target(() => ({ kind: 'inPlace', requests: [change(0)] })),
      stages('abc', 900),
    );
    expect(describeChains(chains)).toEqual([['a, b 0, c 0', null]]);
  });

  it('adds a target instance when a change in place is impossible, with the reason', () => {
    const chains = chainStages(
      target((_from, to) =>
        to === 'c' ? { kind: 'recreate', why: 'it cannot shrink' } : { kind: 'inPlace', requests: [change(0)] },
      ),
      stages('abcd', 900),
    );
    expect(describeChains(chains)).toEqual([
      ['a, b 0', null],
      ['c, d 0', 'it cannot shrink'],
    ]);
  });

  it('makes the first change without a pause, and uses a new target instance instead of waiting for the second', () => {
    const chains = chainStages(
      target(() => ({ kind: 'inPlace', requests: [change(21_600)] })),
      stages('abc', 900),
    );
    expect(describeChains(chains)).toEqual([
      ['a, b 0', null],
      ['c', explainFresh('5.8')],
    ]);
  });

  it('makes as many changes as AWS allows per period, and then uses a new target instance', () => {
    const often = { ...change(86_400), coolsDownAfter: 4 };
    const kind = target(() => ({ kind: 'inPlace', requests: [often] }));
    expect(describeChains(chainStages(kind, stages('abcdefg', 900)))).toEqual([
      ['a, b 0, c 0, d 0, e 0', null],
      ['f, g 0', explainFresh('23.8')],
    ]);
    // Of each thing for itself.
    const two = target(() => ({ kind: 'inPlace', requests: [often, { ...often, of: 'other' }] }));
    expect(describeChains(chainStages(two, stages('abcde', 900)))).toEqual([['a, b 0 0, c 0 0, d 0 0, e 0 0', null]]);
  });

  it('keeps the target instance, with the pause in its request, when measuring takes as long as the pause', () => {
    const chains = chainStages(
      target(() => ({ kind: 'inPlace', requests: [change(21_600)] })),
      stages('abc', 21_600 - MAX_PAUSE_SECONDS),
    );
    expect(describeChains(chains)).toEqual([['a, b 0, c 21600', null]]);
  });

  it('applies a pause only to the resource that was changed, not to requests for other resources', () => {
    const chains = chainStages(
      target(() => ({ kind: 'inPlace', requests: [change(21_600), change(0, 'volume1'), change(0, 'volume2')] })),
      stages('abc', 21_600),
    );
    expect(describeChains(chains)).toEqual([['a, b 0 0 0, c 21600 0 0', null]]);
    const soon = chainStages(
      target((_from, to) => ({ kind: 'inPlace', requests: [to === 'b' ? change(21_600) : change(0, 'volume1')] })),
      stages('abc', 900),
    );
    expect(describeChains(soon)).toEqual([['a, b 0, c 0', null]]);
  });

  it('keeps the longest pause after a later change without one', () => {
    const chains = chainStages(
      target((_from, to) => ({ kind: 'inPlace', requests: [change(to === 'b' ? 21_600 : 0)] })),
      stages('abcd', 21_600),
    );
    expect(describeChains(chains)).toEqual([['a, b 0, c 21600, d 21600', null]]);
  });

  it('counts measuring time since the last change of a resource, and restarts with a new target instance', () => {
    const none: Change = { kind: 'inPlace', requests: [] };
    const chainFor = (seconds: number) =>
      chainStages(
        target((_from, to) => (to === 'c' ? none : { kind: 'inPlace', requests: [change(21_600)] })),
        stages('abcde', seconds),
      );
    expect(describeChains(chainFor(10_800))).toEqual([
      ['a, b 0, c, d 21600', null],
      ['e', explainFresh('3.0')],
    ]);
    expect(describeChains(chainFor(900))).toEqual([
      ['a, b 0, c', null],
      ['d, e 0', explainFresh('5.5')],
    ]);
  });

  it('uses a new target instance when one stage would change a resource twice with a pause between', () => {
    const chains = chainStages(
      target(() => ({ kind: 'inPlace', requests: [change(21_600), change(0)] })),
      stages('ab', 21_600),
    );
    expect(describeChains(chains)).toEqual([
      ['a', null],
      ['b', explainFresh('6.0')],
    ]);
  });

  it('returns no chains for a target without stages', () => {
    expect(
      chainStages(
        target(() => ({ kind: 'recreate', why: '' })),
        [],
      ),
    ).toEqual([]);
  });
});

interface FakeCell {
  readonly stage: string | null;
  readonly targetConfig: { readonly n: string };
  readonly variantKey: string;
}
const cell = (n: string, stage: string | null = null): FakeCell => ({
  stage,
  targetConfig: { n },
  variantKey: n[0] ?? '',
});
const describeTargets = (
  kind: Target,
  cells: readonly FakeCell[],
  names: readonly (string | null)[] = [null],
): unknown =>
  planTargets(kind, cells, names, () => 900).map(({ cells: own, stages: its, why }) => [
    own.map(({ targetConfig }) => targetConfig.n).join(' '),
    its,
    why,
  ]);
const APART = 'changed in place, it could be changed back only 1h later';

describe('planTargets', () => {
  const anyTime = target(() => ({ kind: 'inPlace', requests: [change(0)] }));

  it('measures variants on one target instance when changes between them are possible at any time', () => {
    expect(describeTargets(anyTime, [cell('a'), cell('b'), cell('a'), cell('c')])).toEqual([['a a b c', [null], null]]);
  });

  it('assigns variants to separate target instances when a change needs a pause or cannot be reversed', () => {
    const cooling = target(() => ({ kind: 'inPlace', requests: [change(3600)] }));
    expect(describeTargets(cooling, [cell('a'), cell('b')])).toEqual([
      ['a', [null], null],
      ['b', [null], APART],
    ]);
    const often = target(() => ({ kind: 'inPlace', requests: [{ ...change(86_400), coolsDownAfter: 4 }] }));
    expect(describeTargets(often, [cell('a'), cell('b')])).toEqual(cases.copyOfEach);
    const upwards = target((from, to) =>
      from < to ? { kind: 'inPlace', requests: [change(0)] } : { kind: 'recreate', why: 'it cannot shrink' },
    );
    expect(describeTargets(upwards, [cell('a'), cell('b')])).toEqual([
      ['a', [null], null],
      ['b', [null], 'it cannot shrink'],
    ]);
  });

  it('assigns a variant to a target instance only when it can change to and from all others on it', () => {
    // Both `a` and `c` go to `b` and back, but not to each other.
    const middle = target((from, to) =>
      from === 'b' || to === 'b' || from === to
        ? { kind: 'inPlace', requests: [change(0)] }
        : { kind: 'recreate', why: 'too far' },
    );
    expect(describeTargets(middle, [cell('a'), cell('b'), cell('c')])).toEqual([
      ['a b', [null], null],
      ['c', [null], 'too far'],
    ]);
  });

  it('runs each variant through the stages, on separate target instances if some stage cannot change', () => {
    const cells = [cell('a1', 'one'), cell('a2', 'two'), cell('b1', 'one'), cell('b2', 'two')];
    expect(describeTargets(anyTime, cells, ['one', 'two'])).toEqual([['a1 a2 b1 b2', ['one', 'two'], null]]);
    const later = target((from, to) =>
      from[1] === '2' && to[1] === '2' && from !== to
        ? { kind: 'recreate', why: 'not any more' }
        : { kind: 'inPlace', requests: [change(0)] },
    );
    expect(describeTargets(later, cells, ['one', 'two'])).toEqual([
      ['a1 a2', ['one', 'two'], null],
      ['b1 b2', ['one', 'two'], 'not any more'],
    ]);
  });

  it('adds a target instance for a stage that cannot be reached in place, with the reason of the chain', () => {
    const cells = [cell('a1', 'one'), cell('a2', 'two')];
    const never = target((from, to) =>
      from === to ? { kind: 'inPlace', requests: [] } : { kind: 'recreate', why: 'it cannot shrink' },
    );
    expect(describeTargets(never, cells, ['one', 'two'])).toEqual([
      ['a1', ['one'], null],
      ['a2', ['two'], 'it cannot shrink'],
    ]);
  });
});

describe('TargetPolicy', () => {
  const graded = target((from, to) => {
    const expectedSeconds = from.slice(0, 2) === to.slice(0, 2) ? 60 : from[0] === to[0] ? 400 : 600;
    return { kind: 'inPlace', requests: [{ ...change(0), expectedSeconds }] };
  });
  const cells = ['a1', 'a1x', 'a2', 'b1'].map((n) => ({ ...cell(n), variantKey: n }));
  const planWithPolicy = (policy: Partial<TargetPolicy>): unknown =>
    planTargets(graded, cells, [null], () => 900, { ...IN_PLACE, apartWhy: 'dear', ...policy }).map(
      ({ cells: own, why, separateCause }) => [
        own.map(({ targetConfig }) => targetConfig.n).join(' '),
        why,
        separateCause,
      ],
    );

  it('assigns levels to separate target instances when a change takes longer than apartAboveSeconds', () => {
    expect(listChangeSeconds(graded, cells)).toEqual([600, 400]);
    expect(
      listChangeSeconds(
        target(() => ({ kind: 'recreate', why: 'no' })),
        cells,
      ),
    ).toEqual([]);
    expect(planWithPolicy({})).toEqual([['a1 a1x a2 b1', null, null]]);
    expect(planWithPolicy({ apartAboveSeconds: 400 })).toEqual([
      ['a1 a1x a2', null, null],
      ['b1', 'dear', 'price'],
    ]);
    expect(planWithPolicy({ apartAboveSeconds: 0 })).toEqual(cases.levelsApart);
  });

  it('includes short changes in listChangeSeconds when data must be laid out again for them', () => {
    const kept = (config: unknown) => ({ end: (config as { n: string }).n[2] ?? '' });
    expect(listChangeSeconds({ ...graded, getDataLayout: kept }, cells)).toEqual([600, 400, 60]);
  });

  it('waits out a pause up to pauseMaxSeconds, or gives the reason for a new target instance', () => {
    const pausing = target(() => ({ kind: 'inPlace', requests: [change(21_600)] }));
    const chainWithPolicy = (policy: object) => chainStages(pausing, stages('abc', 900), { ...IN_PLACE, ...policy });
    expect(describeChains(chainWithPolicy({ pauseMaxSeconds: Infinity }))).toEqual([['a, b 0, c 21600', null]]);
    expect(chainWithPolicy({ pauseWhy: '; dear' })[1]).toMatchObject({
      why: `${explainFresh('5.8')}; dear`,
      separateCause: 'pause',
    });
  });
});
