/** Whole random specs: of all kinds on AWS, of external resources, and with a search, events or servers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { type BlockNode, drawBlock, drawOne, likely, nameValues, type Settings } from './draw';

type Blocks = readonly (BlockNode & { readonly weight: number })[];

/** `values.yaml`. */
interface Values {
  readonly targets: Blocks;
  readonly external: Blocks;
  readonly directories: Blocks;
  readonly workloads: Blocks;
  readonly servers: Blocks;
  readonly event: BlockNode;
  readonly mounts: Readonly<Record<string, BlockNode>>;
  readonly images: readonly string[];
  readonly externalFleet: BlockNode;
  readonly design: BlockNode;
  readonly factors: BlockNode;
  readonly questions: Readonly<Record<string, readonly Settings[]>>;
}

type NamedSettings = Readonly<Record<string, Settings>>;
/** A change of a whole spec. */
type Change = (spec: Settings) => Settings;

/** The role `client`, mounting all targets. */
function drawFleet(targets: NamedSettings, { mounts, images }: Values): fc.Arbitrary<Settings> {
  const has = (wanted: string): boolean => Object.values(targets).some(({ kind }) => kind === wanted);
  const each = Object.entries(targets).map(
    ([name, { kind }]) => [name, drawBlock(mounts[String(kind)] ?? {})] as const,
  );
  return fc
    .tuple(
      drawBlock({
        needed: {
          instanceType: {
            // Instance types with their own disks and a price.
            right: has('instance-store') ? ['i3en.xlarge', 'i3en.2xlarge'] : ['c5n.large', 'c6in.xlarge', 'm7g.large'],
            wrong: ['c99.huge', 'c5n.large'],
          },
        },
        optional: {
          // A volume belongs to one host.
          count: { right: has('ebs') ? [1] : [1, 2, 3], wrong: [0, 2] },
          image: { right: ['al2023'], wrong: images },
          placement: { right: ['cluster'], wrong: ['spread'] },
        },
      }),
      fc.option(fc.record(Object.fromEntries(each)), { freq: 1 }),
    )
    .map(([client, mount]) => ({ client: mount === null ? client : { ...client, mount: { each: mount } } }));
}

/** Half of them have no question; the others mostly use a metric of a workload. */
function drawQuestion(workloads: NamedSettings, { questions }: Values): fc.Arbitrary<Settings | undefined> {
  const fitting = Object.values(workloads).flatMap(({ kind }) => questions[String(kind)] ?? []);
  const asked = fitting.length === 0 ? (questions['tree-copy'] ?? []) : fitting;
  return fc.option(likely(fc.constantFrom(...asked), fc.constantFrom(...(questions['none'] ?? []))), {
    nil: undefined,
    freq: 1,
  });
}

/** External storage allows one rig at a time. */
function drawLimits(targets: NamedSettings): fc.Arbitrary<Settings> {
  const shared = Object.values(targets).some(({ kind }) => /^external-|^directory$/.test(String(kind)));
  return drawBlock({
    needed: { maxUsd: [5, 50, 500], maxHours: [4, 24, 48] },
    optional: { parallelRigs: shared ? { right: [1], wrong: [1, 2, 3] } : [1, 2, 3] },
  });
}

function changeWorkload(spec: Settings, change: Change): Settings {
  const { w0 = {}, ...rest } = spec['workloads'] as NamedSettings;
  return { ...spec, workloads: { ...rest, w0: change(w0) } };
}

/** Search of the deepest queue that is fast enough: one block, all targets mixed. */
function addSearch({ design, factors, decide: _, ...rest }: Settings, factor: string): Settings {
  const { blocks: _b, comparison: _c, ...others } = (design ?? {}) as Settings;
  const load = { kind: 'fio', rw: 'randread', bs: '4k', size: '1 GiB', iodepth: '$depth' };
  return {
    ...rest,
    factors: { ...(factors as Settings | undefined), depth: [1, 4, 16, 64] },
    workloads: { ...(rest['workloads'] as Settings), w0: load },
    criteria: { quick: { metric: 'latency_p99', operation: 'read', atMost: '5ms' } },
    design: { ...others, search: { factor } },
  };
}

/** One change; combinations rarely add anything. */
function drawChange({ servers, event }: Values): fc.Arbitrary<Change> {
  const steady = { metric: 'bandwidth', operation: 'read' };
  return fc.oneof(
    drawOne(servers).map(
      (server): Change =>
        ({ decide: _, ...spec }) =>
          changeWorkload(spec, () => server),
    ),
    drawBlock(event).map(
      (one): Change =>
        (spec) =>
          changeWorkload(spec, (workload) => ({ ...workload, events: [one] })),
    ),
    likely(fc.constant('depth'), fc.constant('nobody')).map(
      (factor): Change =>
        (spec) =>
          addSearch(spec, factor),
    ),
    likely(fc.constantFrom('1s', '10s'), fc.constant('0s')).map(
      (every): Change =>
        (spec) => ({
          ...spec,
          criteria: { steady: { ...steady, atLeast: '1 MB/s', every } },
          decide: { ...steady, require: ['steady'], prefer: 'highest' },
        }),
    ),
  );
}

/** Specs as mappings. @param root of the checkout */
export function makeSpecs(root: string): fc.Arbitrary<Settings> {
  const text = readFileSync(join(root, 'checks/campaign/specs/values.yaml'), 'utf8');
  const values = parse(text, { merge: true }) as Values;
  const external = drawOne(values.external);
  const storage = fc.oneof({ weight: 15, arbitrary: drawOne(values.targets) }, { weight: 2, arbitrary: external });
  const given = fc.oneof({ weight: 3, arbitrary: drawOne(values.directories) }, { weight: 1, arbitrary: external });
  const made = drawSpecs(values, storage, 3, (targets) => drawFleet(targets, values));
  const ofOthers = drawSpecs(values, given, 2, () => drawBlock(values.externalFleet).map((client) => ({ client })));
  const changed = fc.tuple(fc.oneof(made, ofOthers), drawChange(values)).map(([spec, change]) => change(spec));
  return fc.oneof(
    { weight: 7, arbitrary: made },
    { weight: 1, arbitrary: ofOthers },
    { weight: 2, arbitrary: changed },
  );
}

/** Unreferenced factors are left out: each would be a mistake. @param most maximum number of targets */
function drawSpecs(
  values: Values,
  storage: fc.Arbitrary<Settings>,
  most: number,
  drawFleetOf: (targets: NamedSettings) => fc.Arbitrary<Settings>,
): fc.Arbitrary<Settings> {
  const named = <T>(prefix: string, one: fc.Arbitrary<T>, maxLength: number) =>
    fc.array(one, { minLength: 1, maxLength }).map((all) => nameValues(prefix, all));
  return fc.tuple(named('t', storage, most), named('w', drawOne(values.workloads), 2)).chain(([targets, workloads]) =>
    fc
      .record({
        fleet: drawFleetOf(targets),
        design: drawBlock(values.design),
        decide: drawQuestion(workloads, values),
        limits: drawLimits(targets),
        factors: drawBlock(values.factors),
      })
      .map(({ factors, decide, ...rest }) => {
        const text = JSON.stringify([rest, workloads]);
        const used = Object.entries(factors).filter(([name]) => text.includes(`"$${name}`));
        return {
          experiment: 'random',
          ...(used.length === 0 ? {} : { factors: Object.fromEntries(used) }),
          targets,
          workloads,
          ...rest,
          ...(decide === undefined ? {} : { decide }),
        };
      }),
  );
}
