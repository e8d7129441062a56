import type { TargetPolicy } from '../../../lib/experiment/design/target-instances';
import {
  chainStages,
  listChangeSeconds,
  planTargets,
  IN_PLACE,
  MAX_PAUSE_SECONDS,
} from '../../../lib/experiment/design/target-instances';
import type { Target } from '../../../lib/targets/contract';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import type { Change, ChangeRequest } from '../../../lib/shapes/requests';
import { PERSISTENT } from '../../targets/fsx-lustre/config';
import { CONFIG } from '../../targets/fsx-openzfs/config';
import cases from './target-instances.cases.json';

const PAUSE = 21_600;
const makeRequest = (coolDownSeconds: number, more: Partial<ChangeRequest> = {}): ChangeRequest => ({
  of: 'fs',
  call: 'UpdateFileSystem',
  input: { FileSystemId: '@fs.id' },
  expectedSeconds: 600,
  timeoutSeconds: 3600,
  coolDownSeconds,
  interruption: true,
  ...more,
});
const makeChange = (...requests: readonly ChangeRequest[]): Change => ({ kind: 'inPlace', requests });
const RECREATE: Change = { kind: 'recreate', why: 'it cannot shrink' };
const AT_ONCE = makeChange(makeRequest(0));
const PAUSING = makeChange(makeRequest(PAUSE));
/** Four times a day. */
const OFTEN = makeRequest(86_400, { coolsDownAfter: 4 });
const VOLUME = makeRequest(0, { of: 'volume1' });

/** A kind whose configurations are called by a text. */
const makeTarget = (changeOf: (from: string, to: string) => Change): Target => {
  const kind = {
    mounting: {},
    change: (from: unknown, to: unknown) =>
      changeOf(String((from as { n: string }).n), String((to as { n: string }).n)),
  };
  return kind as unknown as Target;
};
const explainFresh = (hours: string): string =>
  `AWS's pause between changes could delay the next one by up to ${hours} hours; ` +
  'a new target instance is ready sooner';
/** Of each instance its stages, each with the pauses before its changes, and why it is a new one. */
const describeChains = (chains: ReturnType<typeof chainStages>): readonly string[] =>
  chains.map(({ stages: its, why }) => {
    const texts = its.map(({ stage, changes }) => [stage, ...changes.map((one) => one.pauseSeconds)].join(' '));
    return [texts.join(', '), ...(why === null ? [] : [why])].join(': ');
  });

describe('chainStages', () => {
  const NONE = makeChange();
  const OF_VOLUME = makeChange(VOLUME);
  const ALL = makeChange(makeRequest(PAUSE), VOLUME, { ...VOLUME, of: 'volume2' });
  const TWICE = makeChange(makeRequest(PAUSE), makeRequest(0));
  const STUCK = ['a, b 0', 'c, d 0: it cannot shrink'];
  const FOUR = ['a, b 0, c 0, d 0, e 0', `f, g 0: ${explainFresh('23.8')}`];
  const EACH_FOUR = ['a, b 0 0, c 0 0, d 0 0, e 0 0'];
  const LATE = ['a, b 0, c, d 21600', `e: ${explainFresh('3.0')}`];
  const AGAIN = ['a, b 0, c', `d, e 0: ${explainFresh('5.5')}`];

  it.each<[string, stages: string, seconds: number, (to: string) => Change, readonly string[]]>([
    ['changes each stage in place', 'abc', 900, () => AT_ONCE, ['a, b 0, c 0']],
    ['adds an instance for an impossible change', 'abcd', 900, (to) => (to === 'c' ? RECREATE : AT_ONCE), STUCK],
    ['adds an instance instead of waiting', 'abc', 900, () => PAUSING, ['a, b 0', `c: ${explainFresh('5.8')}`]],
    ['changes as often as AWS allows', 'abcdefg', 900, () => makeChange(OFTEN), FOUR],
    ['counts changes of each resource', 'abcde', 900, () => makeChange(OFTEN, { ...OFTEN, of: 'other' }), EACH_FOUR],
    ['keeps the instance for a long measurement', 'abc', PAUSE - MAX_PAUSE_SECONDS, () => PAUSING, ['a, b 0, c 21600']],
    ['pauses for the changed resource only', 'abc', PAUSE, () => ALL, ['a, b 0 0 0, c 21600 0 0']],
    ['changes other resources at once', 'abc', 900, (to) => (to === 'b' ? PAUSING : OF_VOLUME), ['a, b 0, c 0']],
    ['keeps the longest pause', 'abcd', PAUSE, (to) => (to === 'b' ? PAUSING : AT_ONCE), ['a, b 0, c 21600, d 21600']],
    ['counts time since the last change', 'abcde', 10_800, (to) => (to === 'c' ? NONE : PAUSING), LATE],
    ['counts again with a new instance', 'abcde', 900, (to) => (to === 'c' ? NONE : PAUSING), AGAIN],
    ['adds an instance for two changes with a pause', 'ab', PAUSE, () => TWICE, ['a', `b: ${explainFresh('6.0')}`]],
    ['returns no chains without stages', '', 900, () => RECREATE, []],
  ])('chains stages: %s, with %j', (_, names, seconds, changeTo, expected) => {
    const stages = [...names].map((stage) => ({ stage, config: { n: stage }, seconds }));
    expect(
      describeChains(
        chainStages(
          makeTarget((_from, to) => changeTo(to)),
          stages,
        ),
      ),
    ).toEqual(expected);
  });

  const grown = { ...CONFIG, storageGiB: 2000 };
  const faster = { ...grown, throughputMBps: 5120 };
  const deeper = { ...faster, diskIops: 40_000 };
  const volumes = { count: 1, quotaGiB: 50 };
  const limited = { ...grown, volumes };
  const larger = { ...PERSISTENT, storageGiB: 4800 };
  const quicker = { ...larger, perUnitMBps: 500 };

  const MORE = [CONFIG, limited, { ...limited, storageGiB: 4000 }];
  const LATER = [CONFIG, grown, faster, { ...faster, storageGiB: 4000 }];
  const QUOTA = [CONFIG, grown, faster, deeper, { ...deeper, volumes }];
  const OF_LUSTRE = [PERSISTENT, larger, quicker, { ...quicker, metadataIops: 12_000 }];

  it.each<[string, Target, configs: readonly object[], seconds: number, ...chains: string[]]>([
    ['OpenZFS changes directly after a storage increase', fsxOpenZfs, QUOTA, 900, 's1, s2 0, s3 0, s4 0, s5 0'],
    ['a second storage increase', fsxOpenZfs, MORE, 900, 's1, s2 0 0', `s3: ${explainFresh('5.8')}`],
    ['a second storage increase after 6 hours', fsxOpenZfs, MORE, PAUSE, 's1, s2 0 0, s3 21600'],
    // The machine counts from the newest change of the file system: from that of its throughput.
    ['storage after throughput', fsxOpenZfs, LATER, 1800, 's1, s2 0, s3 0', `s4: ${explainFresh('5.5')}`],
    ['any second change of Lustre', fsxLustre, OF_LUSTRE, 900, 's1, s2 0', `s3, s4 0: ${explainFresh('5.8')}`],
  ])('applies the change rules of FSx file systems to %s', (_, kind, configs, seconds, ...expected) => {
    const drafts = configs.map((config, index) => ({ stage: `s${index + 1}`, config: { ...config }, seconds }));
    expect(describeChains(chainStages(kind, drafts))).toEqual(expected);
  });
});

interface FakeCell {
  readonly stage: string | null;
  readonly targetConfig: { readonly n: string };
  readonly variantKey: string;
}
const makeCell = (n: string, stage: string | null = null, variantKey = n[0] ?? ''): FakeCell => ({
  stage,
  targetConfig: { n },
  variantKey,
});

describe('planTargets', () => {
  const STAGED = [makeCell('a1', 'one'), makeCell('a2', 'two'), makeCell('b1', 'one'), makeCell('b2', 'two')];
  const HOURLY = makeChange(makeRequest(3600));
  const APART = 'changed in place, it could be changed back only 1h later';

  const CYCLE = 'switching in place would need more than the 4 changes that AWS allows in 24h';
  type ChangeOf = Parameters<typeof makeTarget>[0];
  const upwards: ChangeOf = (from, to) => (from < to ? AT_ONCE : RECREATE);
  /** Both `a` and `c` go to `b` and back, but not to each other. */
  const throughB: ChangeOf = (from, to) => (from === 'b' || to === 'b' || from === to ? AT_ONCE : RECREATE);
  const notInTwo: ChangeOf = (from, to) => (from[1] === '2' && to[1] === '2' && from !== to ? RECREATE : AT_ONCE);
  const never: ChangeOf = (from, to) => (from === to ? makeChange() : RECREATE);
  const makeCells = (names: string) => names.split(' ').map((n) => makeCell(n));

  it.each<[string, readonly FakeCell[], ChangeOf, ...targets: string[]]>([
    ['one instance when changes are possible at any time', makeCells('a b a c'), () => AT_ONCE, 'a a b c'],
    ['an instance of each when a change needs a pause', makeCells('a b'), () => HOURLY, 'a', `b: ${APART}`],
    ['an instance of each when changes are few a day', makeCells('a b'), () => makeChange(OFTEN), 'a', `b: ${CYCLE}`],
    ['an instance of each when a change is one-way', makeCells('a b'), upwards, 'a', 'b: it cannot shrink'],
    ['only variants that change to and from all others', makeCells('a b c'), throughB, 'a b', 'c: it cannot shrink'],
    ['variants with all stages', STAGED, () => AT_ONCE, 'a1 a2 b1 b2 (one, two)'],
    [
      'variants apart if some stage cannot change',
      STAGED,
      notInTwo,
      'a1 a2 (one, two)',
      'b1 b2 (one, two): it cannot shrink',
    ],
    ['a stage that cannot be reached in place', STAGED.slice(0, 2), never, 'a1 (one)', 'a2 (two): it cannot shrink'],
  ])('plans %s', (_, cells, changeOf, ...expected) => {
    const names = cells[0]?.stage === null ? [null] : ['one', 'two'];
    const found = planTargets(makeTarget(changeOf), cells, names, () => 900);
    const texts = found.map(({ cells: own, stages, why }) => {
      const its = own.map(({ targetConfig }) => targetConfig.n).join(' ');
      const places = stages[0] === null ? '' : ` (${stages.join(', ')})`;
      return `${its}${places}${why === null ? '' : `: ${why}`}`;
    });
    expect(texts).toEqual(expected);
  });
});

describe('TargetPolicy', () => {
  const graded = makeTarget((from, to) => {
    const expectedSeconds = from.slice(0, 2) === to.slice(0, 2) ? 60 : from[0] === to[0] ? 400 : 600;
    return makeChange(makeRequest(0, { expectedSeconds }));
  });
  const cells = ['a1', 'a1x', 'a2', 'b1'].map((n) => makeCell(n, null, n));
  const planWithPolicy = (policy: Partial<TargetPolicy>): unknown =>
    planTargets(graded, cells, [null], () => 900, { ...IN_PLACE, apartWhy: 'dear', ...policy }).map(
      ({ cells: own, why, separateCause }) => [
        own.map(({ targetConfig }) => targetConfig.n).join(' '),
        why,
        separateCause,
      ],
    );

  it('assigns levels to separate target instances when a change takes longer than apartAboveSeconds', () => {
    expect(planWithPolicy({})).toEqual([['a1 a1x a2 b1', null, null]]);
    expect(planWithPolicy({ apartAboveSeconds: 400 })).toEqual([
      ['a1 a1x a2', null, null],
      ['b1', 'dear', 'price'],
    ]);
    expect(planWithPolicy({ apartAboveSeconds: 0 })).toEqual(cases.levelsApart);
  });

  it('lists the seconds of possible changes, of short ones only when data must be laid out again', () => {
    const getDataLayout = (config: unknown) => ({ end: (config as { n: string }).n[2] ?? '' });
    expect(listChangeSeconds(graded, cells)).toEqual([600, 400]);
    expect(listChangeSeconds({ ...graded, mounting: { ...graded.mounting, getDataLayout } }, cells)).toEqual([
      600, 400, 60,
    ]);
    expect(
      listChangeSeconds(
        makeTarget(() => RECREATE),
        cells,
      ),
    ).toEqual([]);
  });

  it('waits out a pause up to pauseMaxSeconds, or gives the reason for a new target instance', () => {
    const stages = ['a', 'b', 'c'].map((stage) => ({ stage, config: { n: stage }, seconds: 900 }));
    const chainWithPolicy = (policy: object) =>
      chainStages(
        makeTarget(() => PAUSING),
        stages,
        { ...IN_PLACE, ...policy },
      );
    expect(describeChains(chainWithPolicy({ pauseMaxSeconds: Infinity }))).toEqual(['a, b 0, c 21600']);
    expect(chainWithPolicy({ pauseWhy: '; dear' })[1]).toMatchObject({
      why: `${explainFresh('5.8')}; dear`,
      separateCause: 'pause',
    });
  });
});
