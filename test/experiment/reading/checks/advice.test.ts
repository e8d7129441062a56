import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../../fake-kinds';
import { makeFio, lustreSpec, persistent } from '../../real-spec';

function listAdvice(changes: Record<string, unknown>): string[] {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  expect(spec).toBeDefined();
  return problems.map(({ severity, code, path }) => `${severity} ${path.join('.')} ${code}`);
}

const FOUR = { design: { replicates: 4 } };

describe('advice on a spec', () => {
  it('returns no advice for a sound spec', () => {
    expect(listAdvice({})).toEqual([]);
  });

  it.each([
    [{ design: { replicates: 1 }, decide: undefined }, 'design.replicates OneReplicate'],
    [{ design: { order: 'asWritten' } }, 'design.order OrderAsWritten'],
    [{ design: { blocks: 5 } }, 'design.blocks SameDisk'],
    [{ decide: { metric: 'rate', prefer: 'cheapest' } }, 'decide.prefer NoThreshold'],
    [{ decide: { metric: 'rate', prefer: 'lowest' } }, 'decide.prefer WorstPreferred'],
    [{ decide: { metric: 'delay', prefer: 'highest' } }, 'decide.prefer WorstPreferred'],
    [{ ...FOUR, decide: { metric: 'rate', atMost: '5 MB/s', prefer: 'highest' } }, 'decide.atMost WorstAllowed'],
    [{ ...FOUR, decide: { metric: 'delay', atLeast: '5ms', prefer: 'lowest' } }, 'decide.atLeast WorstAllowed'],
    [{ design: { cross: ['mode'] } }, 'factors.size UnusedLevel'],
    [{ fleet: { client: {}, spare: {} } }, 'fleet.spare UnusedRole'],
    [{ design: { earlyStop: true } }, 'design.earlyStop UnusedOption'],
    [{ design: { otherReplicates: 2 }, decide: { metric: 'rate' } }, 'design.otherReplicates UnusedOption'],
    [{ design: { otherReplicates: 2 }, decide: undefined }, 'design.otherReplicates UnusedOption'],
    [{ design: { otherReplicates: 7 } }, 'design.otherReplicates OtherReplicates'],
    [{ ...FOUR, decide: { metric: 'rate', atLeast: '5 MB/s', prefer: 'cheapest' } }, 'decide.prefer NoPrice'],
  ])('advises on %j: %s', (changes, expected) => {
    expect(listAdvice(changes)).toEqual([`advice ${expected}`]);
  });

  it('advises to add usdPerHour to an external store when the cheapest configuration is preferred (NoPrice)', () => {
    const store = (more: object) => ({
      kind: 'external-nfs',
      address: '10.20.0.15',
      export: '/e',
      folder: 'bench',
      ...more,
    });
    const listNoPrice = (more: object, prefer: string) =>
      readSpecObject(
        lustreSpec({
          targets: { nas: store(more) },
          decide: { metric: 'iops', atLeast: '1k ops/s', prefer },
        }),
      ).problems.flatMap(({ code, path, message }) => (code === 'NoPrice' ? [[path.join('.'), message]] : []));
    expect(listNoPrice({}, 'cheapest')).toEqual([
      [
        'targets.nas',
        '`nas` has no price, so the answer stays inconclusive wherever it may be the cheapest. Write its ' +
          '`usdPerHour`',
      ],
    ]);
    expect(listNoPrice({ usdPerHour: 1 }, 'cheapest')).toEqual([]);
    expect(listNoPrice({}, 'highest')).toEqual([]);
  });

  it('accepts a required criterion in place of a threshold when the cheapest is preferred', () => {
    const criteria = { quick: { metric: 'delay', atMost: '5ms' } };
    expect(
      listAdvice({ ...FOUR, criteria, decide: { metric: 'rate', prefer: 'cheapest', require: ['quick'] } }),
    ).toEqual(['advice decide.prefer NoPrice']);
  });

  it.each([
    [{ replicates: 8 }, 'is 8; looks need 5 to 6'],
    [{ replicates: 4 }, 'is 4; looks need 5 to 6'],
    [{ replicates: 6, blocks: 5 }, '`blocks` is 5'],
    [{ replicates: 6, comparison: 'sequential' }, '`comparison` is `sequential`'],
    [{ replicates: 6 }, null],
  ])('says for earlyStop: true in the design %j why it has no effect: %s', (design, why) => {
    const decide = { metric: 'rate', atLeast: '5 MB/s', prefer: 'cheapest' };
    const { problems } = readSpecObject(rawSpec({ design: { ...design, earlyStop: true }, decide }), FAKE);
    const found = problems.filter(({ path }) => path.join('.') === 'design.earlyStop').map(({ message }) => message);
    expect(found).toEqual(why === null ? [] : [expect.stringContaining(`${why}. Remove it`)]);
  });

  it.each([
    [
      { replicates: 2 },
      undefined,
      /^`replicates` is 2; comparing two configurations.*measured\. Write `replicates: 6`$/,
    ],
    [
      { replicates: 3 },
      '5 MB/s',
      /^`replicates` is 3; a threshold needs at least 4,.*measured\. Write `replicates: 6`$/,
    ],
    [
      { blocks: 3, replicates: 9 },
      '5 MB/s',
      /^`blocks` is 3; a threshold needs at least 4, so.*is measured\. Write `blocks: 5`$/,
    ],
  ])(
    'warns of too few replicates or blocks for a decision (TooFewReplicates): %j, at least %s',
    (design, atLeast, message) => {
      const decide = { metric: 'rate', ...(atLeast === undefined ? {} : { atLeast }) };
      const found = readSpecObject(rawSpec({ design, decide }), FAKE).problems;
      const warned = found.filter(({ code }) => code === 'TooFewReplicates');
      expect(warned.map(({ severity, message: text }) => [severity, text])).toEqual([
        ['warning', expect.stringMatching(message)],
      ]);
    },
  );

  it('defaults to 6 replicates, or 2 per block with several blocks', () => {
    const replicatesOf = (design: object): number | undefined =>
      readSpecObject(rawSpec({ design: { replicates: undefined, ...design } }), FAKE).spec?.design.replicates;
    expect([replicatesOf({}), replicatesOf({ blocks: 5 }), replicatesOf({ blocks: 5, replicates: 3 })]).toEqual([
      6, 2, 3,
    ]);
  });

  it('accepts several blocks in AWS, and one replicate in each of several blocks', () => {
    const cloud = { targets: { far: { kind: 'cloud' } }, fleet: { client: { instanceType: 'c5n.large' } } };
    expect(listAdvice({ ...cloud, design: { replicates: 1, blocks: 3 }, limits: { parallelRigs: 2 } })).toEqual([]);
  });
});

describe('EndsInMemory', () => {
  const copy = { copy: { kind: 'tree-copy', files: 2000, size: '20 MB' } };
  const ebs = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 };
  const zfs = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 64, throughputMBps: 160 };
  const listEndsInMemory = (changes: Record<string, unknown>): string[] =>
    readSpecObject(lustreSpec({ workloads: copy, fleet: { client: { instanceType: 'c5n.large' } }, ...changes }))
      .problems.filter(({ code }) => code === 'EndsInMemory')
      .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

  it('advises against deciding by `elapsed` when host memory may still hold the written data', () => {
    expect(listEndsInMemory({ targets: { ebs, zfs, lustre: persistent() }, decide: { metric: 'elapsed' } })).toEqual([
      'advice decide.metric: `elapsed` ends when programs have written. With `ebs`, `lustre`, host memory may ' +
        'still hold all data then: it measures memory. Decide by `elapsed_synced`',
    ]);
    const here = { targets: { here: { kind: 'directory', path: '/data' } }, fleet: { client: {} } };
    expect(listEndsInMemory({ ...here, decide: { metric: 'elapsed' } })).toHaveLength(1);
    expect(listEndsInMemory({ targets: { ebs, zfs }, decide: { metric: 'elapsed_synced' } })).toEqual([]);
  });

  it('is not reported when only NFS targets compete, since NFS writes on close', () => {
    expect(listEndsInMemory({ targets: { zfs }, decide: { metric: 'elapsed' } })).toEqual([]);
    expect(
      listEndsInMemory({ targets: { ebs, zfs }, decide: { metric: 'elapsed', where: { target: 'zfs' } } }),
    ).toEqual([]);
  });

  it('is reported for a criterion on `elapsed` too', () => {
    const criteria = { quick: { metric: 'elapsed', atMost: '1m' } };
    const decide = { metric: 'files_per_second', require: ['quick'] };
    expect(listEndsInMemory({ targets: { ebs }, criteria, decide })).toEqual([
      expect.stringMatching(/^advice criteria\.quick\.metric: `elapsed` ends when/),
    ]);
  });
});

describe('LeavesOutFlushes', () => {
  const wal = { kind: 'fio', rw: 'randrw', bs: '4k', size: '1 GiB', fdatasync: 1 };
  const listLeavesOutFlushes = (decide: Record<string, unknown>, changes: Record<string, unknown> = {}): string[] =>
    readSpecObject(lustreSpec({ workloads: { wal: { ...wal, ...changes } }, decide }))
      .problems.filter(({ code }) => code === 'LeavesOutFlushes')
      .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

  it.each([
    ['latency_p99', 'sync_latency_p99'],
    ['latency_mean', 'sync_latency_mean'],
    ['iops', 'sync_latency_p99'],
  ])('advises for metric `%s` of a workload with fdatasync to decide by `%s`', (metric, commits) =>
    expect(listLeavesOutFlushes({ metric, operation: 'write', prefer: 'lowest' })).toEqual([
      `advice decide.metric: \`wal\` waits until writes are durable. \`${commits}\` is the duration of such a ` +
        `commit, and \`${metric}\` may exclude it. If commits matter, decide by \`${commits}\``,
    ]),
  );

  it.each([
    [{ metric: 'sync_latency_p99' }, {}],
    [{ metric: 'latency_p99', operation: 'read' }, {}],
    [{ metric: 'bandwidth', operation: 'write' }, {}],
    [{ metric: 'latency_p99', operation: 'write' }, { fdatasync: undefined }],
  ])('is not reported for %j and %j', (decide, changes) => expect(listLeavesOutFlushes(decide, changes)).toEqual([]));
});

describe('MeasuredElsewhere', () => {
  const listMeasuredElsewhere = (changes: Record<string, unknown>): string[] =>
    readSpecObject(lustreSpec({ factors: { bs: ['4k', '1m'] }, ...changes })).problems.flatMap((problem) =>
      problem.code === 'MeasuredElsewhere' ? [`${problem.severity} ${problem.path.join('.')}: ${problem.message}`] : [],
    );
  const targets = { a: persistent(), b: persistent({ perUnitMBps: 250 }), c: persistent({ perUnitMBps: 500 }) };
  const workloads = { fio: { ...makeFio('1 GiB'), bs: '$bs' } };
  const decide = { metric: 'bandwidth', where: { bs: '1m' } };

  it('warns when oneAtATime leaves out levels that match decide.where', () => {
    expect(listMeasuredElsewhere({ targets, workloads, decide, design: { oneAtATime: true } })).toEqual([
      expect.stringMatching(/^warning design\.oneAtATime: `decide\.where` rules.*add configurations with `include`/),
    ]);
    const where = { bs: '4k' };
    expect(
      listMeasuredElsewhere({ targets, workloads, decide: { ...decide, where }, design: { oneAtATime: true } }),
    ).toEqual([]);
  });

  it('warns when design.exclude removes cells that match decide.where', () => {
    const exclude = [{ target: 'b', bs: '1m' }];
    expect(listMeasuredElsewhere({ targets, workloads, decide, design: { exclude } })).toEqual([
      expect.stringMatching(/^warning design\.exclude: `decide\.where` rules out.*add configurations with `include`/),
    ]);
    expect(
      listMeasuredElsewhere({ targets, workloads, decide, design: { exclude: [{ target: 'b', bs: '4k' }] } }),
    ).toEqual([]);
  });

  it('is not reported for the targets that compete, nor for stages of targets outside decide.where', () => {
    const stages = { s: { storageGiB: 1200 }, l: { storageGiB: 2400 } };
    const staged = { a: persistent(), b: persistent({ stages }) };
    const where = { bs: '1m', target: 'a' };
    expect(listMeasuredElsewhere({ targets: staged, workloads, decide: { ...decide, where } })).toEqual([]);
    expect(listMeasuredElsewhere({ targets, workloads, decide })).toEqual([]);
  });
});
