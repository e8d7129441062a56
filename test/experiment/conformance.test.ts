import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatCell } from '../../lib/experiment/design/cells';
import { expandSpec, type ExpandedSpec } from '../../lib/experiment/design/expand';
import { KINDS, type Kinds } from '../../lib/experiment/kinds';
import { readPublished } from '../../lib/experiment/design/published-figures';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { findPublished } from '../../lib/results/from-spec/published-figures';
import type { Spec } from '../../lib/shapes/spec';
import { FAKE } from './fake-kinds';
import cases from './conformance.cases.json';

const STUDIES = join(__dirname, 'specs/studies');
/** Whole studies may lie beside a checkout: they use kinds that do not exist yet. */
const WHOLE = join(process.env['FSXBENCH_SHARED'] ?? resolve(process.cwd(), '../shared'), 'studies');
const here = existsSync(WHOLE);

/** Real kinds where there are, small ones in the place of those to come. */
const BOTH: Kinds = {
  targetKinds: [...KINDS.targetKinds, ...FAKE.targetKinds],
  workloadKinds: [...KINDS.workloadKinds, ...FAKE.workloadKinds],
  targetOf: (kind) => KINDS.targetOf(kind) ?? FAKE.targetOf(kind),
  workloadOf: (kind) => KINDS.workloadOf(kind) ?? FAKE.workloadOf(kind),
};

function expandStudy(name: string): ExpandedSpec & { spec: Spec } {
  const { spec, problems } = readSpec(readFileSync(join(STUDIES, `${name}.yaml`), 'utf8'), name, BOTH);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (spec === undefined) throw new Error(`${name} was not read`);
  return { ...expandSpec(spec, BOTH), spec };
}

describe('readSpec and expandSpec on example studies', () => {
  it('expands kafka-on-ontap to 12 cells by cross, exclude and include', () => {
    const { cells, decide } = expandStudy('kafka-on-ontap');
    const names = cells.map(formatCell);
    expect(names).toHaveLength(2 * 4 + 2 + 2);
    // What is included is never excluded.
    expect(names.at(-1)).toBe('target=local workload=loss driver=throughput rf=1');
    expect(cells.at(-1)?.params).toMatchObject({ messageSize: 32 * 1024, producerRate: 40_000 });
    expect(cells[0]?.fleet).toMatchObject({
      controller: { count: 3, mount: 'none' },
      broker: { mount: { volumes: 'all', nconnect: 16 } },
    });
    // Disks of the hosts know none of these options, but one of their own.
    const mount = { noatime: false };
    expect(cells.at(-1)?.fleet['broker']).toEqual({ count: 3, instanceType: 'i3en.2xlarge', mount });
    expect(decide).toMatchObject({ atLeast: 1.3e9, prefer: 'cheapest' });
  });

  it('keeps one EBS baseline cell in web-content-on-openzfs, whatever options vary on OpenZFS', () => {
    const { cells, decide, references, spec, space } = expandStudy('web-content-on-openzfs');
    const onEbs = cells.filter(({ target }) => target === 'ebs');
    expect(onEbs.map(formatCell)).toEqual(['target=ebs instanceType=c5n.large workers=1']);
    // Whatever is varied on the file system, there is one baseline: its other levels were not measured.
    expect(new Set(references.map(({ to }) => to))).toEqual(new Set([onEbs[0]?.cellId]));
    expect(references).toHaveLength(cells.length);
    const far = references
      .filter(({ exact }) => !exact)
      .map(({ cell }) => cells.find(({ cellId }) => cellId === cell)!);
    expect(far).toHaveLength(4);
    for (const { levels } of far) expect([levels['workers'], levels['instanceType']]).not.toEqual(['1', 'c5n.large']);
    expect(cells).toHaveLength(1 + 1 + 8 + 1 + 3);
    expect(cells[0]?.fleet['client']).toMatchObject({
      count: 1,
      mount: { nfsvers: '4.2', nconnect: 16, sync: true },
    });
    expect(decide?.atMost).toBe(120);
    const listPublished = (levels: Readonly<Record<string, string>>) =>
      findPublished(
        cells.find((cell) => Object.entries(levels).every(([name, label]) => cell.levels[name] === label))!,
        readPublished(spec.published, { ...spec, space }, BOTH).published,
      ).map(({ metric, text }) => `${metric} ${text}`);
    expect(listPublished({ target: 'ebs' })).toEqual(['elapsed 5s']);
    expect(listPublished({ nfsvers: '3' })).toEqual(['elapsed 15m', 'server_write_ops 40 ops/s']);
    expect(listPublished({ mountSync: 'false', workers: '1' })).toEqual([
      'elapsed 1m40s',
      'server_write_ops 360 ops/s',
    ]);
    expect(listPublished({ workers: '8' })).toEqual([]);
  });

  it('expands lustre-metadata to 8 cells, with an extending workload and default mount options', () => {
    const { cells, decide } = expandStudy('lustre-metadata');
    expect(cells).toHaveLength(4 * 2);
    expect(cells[0]?.fleet).toEqual(cases.fleet);
    expect(cells[1]?.params).toMatchObject({ kind: 'mdtest', ranks: 800, shiftRanks: true });
    expect(decide?.atLeast).toBe(100_000);
  });

  it('expands local studies with broker and worker roles, and without a `fleet` section', () => {
    const kafka = expandStudy('local-kafka');
    expect(kafka.cells).toHaveLength(4 + 2);
    expect(kafka.cells[0]?.fleet).toEqual({ broker: { count: 1 }, worker: { count: 1, mount: 'none' } });
    const copy = expandStudy('local-tree-copy');
    expect(copy.cells.map(({ fleet }) => fleet)).toEqual(Array(6).fill({ client: { count: 1 } }));
    expect(copy.spec).toMatchObject({ design: { replicates: 6 }, limits: { maxUsd: 50, maxHours: 8 } });
  });

  (here ? it : it.skip)(
    `reports only unsupported kinds, keys, stages and values in whole studies${here ? '' : ' (skipped: no studies)'}`,
    () => {
      const later = new Set(['UnknownKind', 'UnknownKey', 'NoStages', 'BadValue']);
      for (const file of readdirSync(WHOLE).filter((name) => name.endsWith('.yaml'))) {
        const { problems } = readSpec(readFileSync(join(WHOLE, file), 'utf8'), file, BOTH);
        // What a workload's parameters are called is the matter of its kind; conditions by the second come later.
        const others = problems.filter(
          ({ severity, code, path, message }) =>
            severity === 'error' &&
            !later.has(code) &&
            path[0] !== 'workloads' &&
            !message.includes('are not built yet'),
        );
        expect([file, others]).toEqual([file, []]);
      }
    },
  );
});

describe('docs/spec.md', () => {
  it('shows an example spec that readSpec accepts without errors', () => {
    const page = readFileSync(join(process.cwd(), 'docs/spec.md'), 'utf8');
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const { problems } = readSpec(text, 'spec.md');
    const errors = problems.filter(({ severity, path }) => severity === 'error' && path[0] !== 'workloads');
    expect(errors).toEqual([]);
    expect(text).toContain('experiment: nfs-mounts');
  });
});
