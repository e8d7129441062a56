import { readSpec, readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { formatCell } from '../../../lib/experiment/design/cells';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './expand.cases.json';

/** Operations and engines of files on one disk, and a tree of files. */
const spec = (asked: string, rw = '[randread, randwrite]'): string => `experiment: asked
factors: { ioengine: [filecreate, filedelete], rw: ${rw} }
targets: { disk: { kind: directory, path: .fsxbench/disk } }
workloads:
  meta: { kind: fio, ioengine: $ioengine, nrfiles: 10000 }
  data: { kind: fio, rw: $rw, bs: 4k, size: 64 MiB, ramp_time: 1s, runtime: 4s }
  tree: { kind: tree-copy, files: 3000, size: 10 MiB }
design: { replicates: 4 }
${asked}
`;

const listProblems = (asked: string, rw?: string): string[] =>
  readSpec(spec(asked, rw), 'spec.yaml').problems.map(
    ({ severity, code, line, path, message }) => `${severity} ${line} ${path.join('.')} ${code}: ${message}`,
  );

describe('readSpec, section `decide`', () => {
  it.each([
    ['decide: { metric: iops, where: { workload: meta } }'],
    ['decide: { metric: bandwidth, operation: read, where: { workload: data, rw: randread } }'],
    ['decide: { metric: latency_p99, where: { workload: data, rw: randwrite } }'],
    // Workloads that never have the metric are no rivals in it.
    ['decide: { metric: elapsed_synced }'],
  ])('accepts a metric and operation that competing cells report: %s', (asked) => {
    expect(listProblems(asked).filter((text) => !text.includes('CannotAnswer: no cell of'))).toEqual([]);
  });

  it('reports UnknownMetric at decide.metric when no competing cell reports the metric', () => {
    expect(listProblems('decide:\n  where: { workload: meta }\n  metric: bandwidth')).toEqual([
      'error 11 decide.metric UnknownMetric: none of the competing configurations (workload `meta`) reports ' +
        '`bandwidth`; allowed: `iops`, `latency_mean`, `latency_p50`, `latency_p95`, `latency_p99`, ' +
        '`latency_p99_9`',
    ]);
    expect(listProblems('decide: { metric: elapsed, where: { workload: data } }')).toEqual([
      expect.stringMatching(/^error 9 decide\.metric UnknownMetric: none of the.*`latency_p99`, `latency_p99_9`/),
    ]);
  });

  it('reports UnknownOperation at decide.operation when no competing cell reports the operation', () => {
    expect(listProblems('decide:\n  metric: iops\n  operation: reed\n  where: { workload: data }')).toEqual([
      'error 11 decide.operation UnknownOperation: none of the competing configurations reports `iops` of `reed`; ' +
        'did you mean `read`? Allowed: `read`, `write`',
    ]);
    expect(listProblems('decide: { metric: iops, operation: read, where: { workload: meta } }')).toEqual([
      expect.stringMatching(/none of the competing configurations reports `iops` of `read`; allowed: `write`$/),
    ]);
  });

  it('reports MissingKey for decide.operation when a trial reports the metric for two operations', () => {
    expect(listProblems('decide: { metric: iops, where: { workload: data } }', '[randread, randrw]')).toEqual([
      'error 9 decide.operation MissingKey: `operation` is missing: a trial reports `iops` for each of `read`, ' +
        '`write`. Choose one, e.g. operation: read',
    ]);
  });

  it('warns (CannotAnswer) when some competing cells lack the metric of the operation', () => {
    const requireCriterion = 'decide: { metric: iops, operation: read, where: { workload: data } }';
    expect(listProblems(requireCriterion, '[randread, randrw, randwrite, write]').slice(0, 1)).toEqual([
      expect.stringMatching(
        /^warning 9 decide.metric CannotAnswer: 2 of .* of `read` \(workload=data rw=randwrite, and 1/,
      ),
    ]);
  });
});

it('warns (CannotAnswer) of a maximum for a percentile that is only a lower bound', () => {
  const warn = (engine: string, metric: string) => {
    const lines = [
      'experiment: a',
      'targets: { d: { kind: directory, path: /tmp } }',
      `workloads: { c: { kind: commits, engine: ${engine} } }`,
    ];
    const text = [...lines, `decide: { metric: ${metric}, atMost: 10ms }`, ''].join('\n');
    return readSpec(text, 'a.yaml')
      .problems.filter(({ code }) => code === 'CannotAnswer')
      .map(({ message }) => message);
  };
  expect(warn('etcd', 'commit_latency_p99')).toEqual([
    expect.stringMatching(/^`commit_latency_p99` of .*only a lower/),
  ]);
  expect([...warn('etcd', 'commit_latency_p50'), ...warn('postgres', 'commit_latency_p99')]).toEqual([]);
});

describe('readSpec, section `criteria`', () => {
  const asked = (quick: string): string =>
    `criteria:\n  quick: ${quick}\n` +
    'decide: { metric: iops, where: { workload: meta }, require: [quick], prefer: highest }';

  it('checks metric and operation of a required criterion against the competing cells', () => {
    expect(listProblems(asked('{ metric: latency_p99, operation: write, atMost: 5ms }'))).toEqual([]);
    expect(listProblems(asked('{ metric: latency_p99, operation: read, atMost: 5ms }'))).toEqual([
      expect.stringMatching(/^error 10 criteria.quick.operation UnknownOperation: .* of `read`; allowed: `write`$/),
    ]);
    expect(listProblems(asked('{ metric: elapsed, atMost: 5s }'))).toEqual([
      expect.stringMatching(/^error 10 criteria\.quick\.metric UnknownMetric:.*`latency_p99`, `latency_p99_9`/),
    ]);
  });

  it('reports errors of a criterion together with the error of decide.metric', () => {
    const both = asked('{ metric: elapsed, atMost: 5s }').replace('metric: iops', 'metric: bandwidth');
    expect(listProblems(both).map((text) => text.slice(0, 30))).toEqual([
      'error 10 criteria.quick.metric',
      'error 11 decide.metric Unknown',
    ]);
  });

  it('advises to remove a criterion that nothing requires, and checks its operation against all cells', () => {
    const listUnusedProblems = (criterion: string): string[] => listProblems(`criteria: { quick: ${criterion} }`);
    expect(listUnusedProblems('{ metric: iops, operation: read, atLeast: 5 }')).toEqual([
      'advice 9 criteria.quick UnusedCriterion: nothing uses this criterion. Name it in `decide.require`, or remove it',
    ]);
    expect(listUnusedProblems('{ metric: iops, operation: copy, atLeast: 5 }')).toEqual([
      expect.stringMatching(/^error 9 criteria\.quick\.operation.*`copy`; allowed: `write`, `read`/),
    ]);
  });

  it('warns (CannotAnswer) when some competing cells lack the metric of a required criterion', () => {
    const rivals =
      'criteria: { q: { metric: bandwidth, atLeast: 1 MB/s } }\n' +
      'decide: { metric: iops, require: [q], prefer: highest }';
    expect(listProblems(rivals)).toEqual([
      expect.stringMatching(/^warning 9 criteria\.q\.metric CannotAnswer: 2 of.*it, or `exclude` the others/),
    ]);
  });
});

/** `cell -> reference`, with `~` where it differs in more than what is named. */
function listReferences(changes: Record<string, unknown>) {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const expanded = expandSpec(spec, FAKE);
  const name = (id: string) => {
    const cell = expanded.cells.find(({ cellId }) => cellId === id);
    if (cell === undefined) throw new Error(`no cell ${id}`);
    return formatCell(cell);
  };
  return expanded.references.map(({ cell, to, exact }) => `${name(cell)} ${exact ? '->' : '~>'} ${name(to)}`);
}
const listReferenceProblems = (changes: Record<string, unknown>) =>
  readSpecObject(rawSpec(changes), FAKE).problems.filter(({ path }) => path.join('.') === 'design.reference');
const two = { factors: { mode: ['read', 'write'], size: [1, 2] } };

describe('findReferenceCells', () => {
  it('returns an empty list when the design has no reference', () => {
    expect(listReferences(two)).toEqual([]);
  });

  it('replaces the named levels in each cell to find its reference', () => {
    expect(listReferences({ ...two, design: { reference: { size: 2 } } })).toEqual(cases.references);
  });

  it('uses the cell of named and first levels, marked inexact, when the replaced cell is not measured', () => {
    expect(listReferences({ ...two, design: { oneAtATime: true, reference: { size: 1 } } })).toEqual(
      cases.toFirstLevel,
    );
    expect(listReferences({ ...two, design: { oneAtATime: true, reference: { size: 2 } } })).toEqual(
      cases.toSecondLevel,
    );
  });

  it('leads from each mapped workload and target to another one, and from others to themselves', () => {
    const workloads = {
      w: { kind: 'load', size: 1 },
      'w-before': { kind: 'load', size: 2 },
      v: { kind: 'load', size: 7 },
    };
    const targets = { a: { kind: 'folder', path: '/a' }, b: { kind: 'folder', path: '/b' } };
    const reference = { workload: { w: 'w-before' }, target: { a: 'b' } };
    const found = { factors: {}, workloads, targets, decide: { metric: 'rate', noWorse: '10%' } };
    expect(listReferences({ ...found, design: { reference } })).toEqual([
      'target=a workload=w -> target=b workload=w-before',
      'target=a workload=w-before -> target=b workload=w-before',
      'target=a workload=v -> target=b workload=v',
      'target=b workload=w -> target=b workload=w-before',
      'target=b workload=w-before -> target=b workload=w-before',
      'target=b workload=v -> target=b workload=v',
    ]);
    const wrong = { ...found, design: { reference: { workload: { w: 'before' } } } };
    expect(readSpecObject(rawSpec(wrong), FAKE).problems.map(({ path }) => path.join('.'))).toEqual([
      'design.reference.workload',
    ]);
  });

  it('refuses `noWorse` without a reference that the question covers', () => {
    const list = (changes: Record<string, unknown>) =>
      readSpecObject(rawSpec({ ...two, ...changes }), FAKE).problems.map(({ path, message }) => [path[1], message]);
    expect(list({ decide: { metric: 'rate', noWorse: '10%' } })).toEqual([
      ['noWorse', expect.stringMatching(/covers: write `design\.reference`$/)],
    ]);
    const decide = { metric: 'rate', noWorse: '10%', where: { size: 1 } };
    expect(list({ decide, design: { reference: { size: 1 } } })).toEqual([
      ['noWorse', expect.stringMatching(/covers: no configuration of `decide\.where` has another one$/)],
    ]);
  });

  it('refers to cells of the same workload, and skips a workload without a measured reference', () => {
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      v: { kind: 'load', mode: '$mode', size: 7 },
    };
    const design = cases.design;
    expect(listReferences({ ...two, workloads, decide: { metric: 'rate' }, design })).toEqual([
      'workload=w mode=read size=1 -> workload=w mode=read size=1',
      'workload=w mode=write size=1 -> workload=w mode=read size=1',
    ]);
  });

  it('finds the cell of a reference target that does not use the other factors', () => {
    const targets = { a: { kind: 'folder', path: '$dir' }, b: { kind: 'folder', path: '/b' } };
    const factors = { mode: ['read'], size: [1], dir: ['/x', '/y'] };
    expect(
      listReferences({ factors, targets, decide: { metric: 'rate' }, design: { reference: { target: 'b' } } }),
    ).toEqual(cases.acrossTargets);
  });
});

describe('readSpec, section `design.reference`', () => {
  it('reports NoCells when the reference is excluded from measurement', () => {
    expect(listReferenceProblems({ design: { exclude: [{ size: 2 }], reference: { size: 2 } } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        code: 'NoCells',
        message: expect.stringContaining(
          'the reference is never measured. fsxbench looks for each configuration with these values instead. ' +
            'Then it looks for these values with the first value of every other factor. Name values that are ' +
            'measured',
        ),
      }),
    ]);
  });

  it('reports an error when every cell matches the reference', () => {
    const one = { factors: { mode: ['read'], size: [1] }, decide: { metric: 'rate' } };
    expect(listReferenceProblems({ ...one, design: { reference: { size: 1 } } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        message: expect.stringContaining('there is only one configuration'),
      }),
    ]);
    const many = { factors: { mode: ['read', 'write'], size: [1] }, decide: { metric: 'rate' } };
    expect(listReferenceProblems({ ...many, design: { reference: { size: 1 } } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        message: expect.stringContaining('all configurations have these values'),
      }),
    ]);
  });

  it('reports only the unknown level, without a second error at design.reference', () => {
    expect(listReferenceProblems({ design: { reference: { size: 9 } } })).toEqual([]);
  });
});
