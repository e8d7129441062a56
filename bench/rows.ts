/** Rows of `npm run bench`: what each measures, its limit, and the folders whose changes it watches. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { computeBounds } from '../checks/bounds/bounds';
import { readScripts } from '../lib/aws/scripts';
import { readSpec } from '../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../lib/pricing/aws';
import { compareBranches, compareInterpreters, compareMemory, comparePeer, openInterpreter } from './interpreter';
import { GOALS_COMMIT, openBuild, openPeer } from './kept';
import { compareDamaged, compareSound } from './parse';
import { computeRatio, runNode, type Usage } from './pairs';
import { comparePrices } from './prices';
import { compareTrial } from './trial-overhead';

export interface Row {
  readonly name: string;
  /** What the value is divided by: a commit, a tool or a bound. */
  readonly to: string;
  /** Maximum of the ratio. */
  readonly limit: number;
  /** Folders of the measured code. */
  readonly folders: readonly string[];
  /** Takes minutes, or needs an idle machine: not in CI. */
  readonly isLong?: true;
  /** @param pairs number of pairs of which the median counts */
  readonly measure: (pairs: number) => number | Promise<number>;
}

const PLANNER = ['lib/experiment', 'lib/targets', 'lib/workloads', 'lib/pricing', 'lib/shapes'];
const REHEARSAL = [...PLANNER, 'lib/asl', 'lib/twin', 'lib/aws', 'lib/results', 'lib/report', 'state-machines'];
const PEER = { name: 'aws-local-stepfunctions', version: '3.0.0' };

/** Writes a spec with 10 x 10 x … factor values of the workload, each measured once. @returns its path */
function writeSpec(cells: number): string {
  const list = (count: number, of: (index: number) => number): string =>
    Array.from({ length: count }, (_, index) => of(index)).join(', ');
  const text = `
experiment: bench
factors:
  iodepth: [${list(10, (index) => 2 ** index)}]
  numjobs: [${list(10, (index) => index + 1)}]
  runtime: [${list(cells / 100, (index) => 5 + index)}]
targets: { lustre: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 } }
fleet: { client: { count: 2, instanceType: c5n.2xlarge } }
workloads:
  fio: { kind: fio, rw: randread, bs: 4k, iodepth: $iodepth, numjobs: $numjobs, size: 1 GiB, runtime: $runtime }
design: { replicates: 1 }
limits: { maxUsd: 100000, maxHours: 96 }
`;
  const path = join(tmpdir(), `fsxbench-bench-${cells}.yaml`);
  writeFileSync(path, text);
  return path;
}

/** CPU seconds of a command ÷ those of a kept build. @param of what of its use counts */
function compareCommand(commit: string, args: readonly string[], of: keyof Usage = 'seconds'): Row['measure'] {
  return (pairs) => {
    const run = (root: string) => (): number => runNode([join(root, 'dist/fsxbench.mjs'), ...args])[of];
    return computeRatio(pairs, run(resolve('.')), run(openBuild(commit)));
  };
}

/** CPU seconds of the first call of a Lambda function ÷ those of a kept build. */
function compareColdStart(commit: string, name: string): Row['measure'] {
  return (pairs) => {
    const run = (root: string) => (): number =>
      runNode([resolve('bench/cold-start.mjs'), join(root, 'dist/lambdas'), name]).seconds - bare;
    const bare = runNode(['-e', '0']).seconds;
    return computeRatio(pairs, run(resolve('.')), run(openBuild(commit)));
  };
}

/** Planned time of the shipped experiment that is farthest from its bound, of those that repeat a study. */
async function compareBounds(): Promise<number> {
  const scripts = await readScripts('workloads');
  const options = {
    executionId: 'bounds',
    stack: 'bounds',
    startedAt: 0,
    scripts,
    prices: buildPriceBook('us-east-1'),
  };
  const found = readdirSync('experiments').flatMap((file) => {
    const { spec } = file.endsWith('.yaml') ? readSpec(readFileSync(join('experiments', file), 'utf8'), file) : {};
    const bounds = spec === undefined ? undefined : computeBounds(spec, options);
    return bounds?.study === true ? [bounds.plan.seconds / bounds.bound.seconds] : [];
  });
  return Math.max(...found);
}

/** Specs and experiments of both builds are those of the commit of the goals. */
const experiment = (name: string): string => join(openBuild(GOALS_COMMIT), `experiments/${name}.yaml`);

/** Limits without a goal: a tenth more than before is a regression, whatever the noise. */
const SAME = 1.1;

/** Rows that compare with the build of a commit. @param goals limits; without one, {@link SAME} */
function listBuildRows(commit: string, goals: Readonly<Record<string, number>>): readonly Row[] {
  const one = (
    name: string,
    folders: readonly string[],
    measure: Row['measure'],
    more: Pick<Row, 'isLong'> = {},
  ): Row => ({
    name,
    to: commit,
    limit: goals[name] ?? SAME,
    folders,
    measure,
    ...more,
  });
  const iscsi = ['rehearse', experiment('database-on-ontap-iscsi')];
  return [
    one('validate', ['lib/cli', ...PLANNER], compareCommand(commit, ['validate', experiment('local-disk')])),
    one('explain', ['lib/cli', ...PLANNER], compareCommand(commit, ['explain', 'iops'])),
    one('plan', PLANNER, compareCommand(commit, ['plan', writeSpec(10_000)])),
    one('rehearse lustre-metadata', REHEARSAL, compareCommand(commit, ['rehearse', experiment('lustre-metadata')])),
    one('rehearse iSCSI', REHEARSAL, compareCommand(commit, iscsi), { isLong: true }),
    one('rehearse iSCSI, memory', REHEARSAL, compareCommand(commit, iscsi, 'mebibytes'), { isLong: true }),
    ...['close-fence', 'compose-mail', 'may-run', 'parse-trial', 'analyse'].map((name) =>
      one(`first call of ${name}`, ['lambdas', ...REHEARSAL], compareColdStart(commit, name)),
    ),
    one('interpreter', ['lib/asl'], async (pairs) =>
      compareInterpreters(await openInterpreter(process.cwd()), await openInterpreter(openBuild(commit)), pairs),
    ),
  ];
}

const GOALS = {
  validate: 0.75,
  explain: 0.75,
  plan: 0.75,
  'rehearse lustre-metadata': 0.7,
  'rehearse iSCSI': 0.5,
  'rehearse iSCSI, memory': 0.6,
  'first call of close-fence': 0.4,
  'first call of compose-mail': 0.4,
  'first call of may-run': 0.4,
  'first call of parse-trial': 0.4,
  'first call of analyse': 0.4,
  interpreter: 1 / 1.3,
};

/** @param release commit of the last release; absent: only the commit of the goals */
export function listRows(release?: string): readonly Row[] {
  const own = (): ReturnType<typeof openInterpreter> => openInterpreter(process.cwd());
  const parse = ['lib/workloads/fio', 'lib/workloads/tools'];
  return [
    ...listBuildRows(GOALS_COMMIT, GOALS),
    ...(release === undefined ? [] : listBuildRows(release, {})),
    // As measured (docs/testing.md): what shipped questions cost may not rise.
    ...[
      { name: 'dollars per answer', limit: 0.84, isShortest: false },
      { name: 'dollars per answer, shortest', limit: 0.8, isShortest: true },
    ].map(({ name, limit, isShortest }) => ({
      name,
      to: GOALS_COMMIT,
      limit,
      folders: PLANNER,
      measure: () => comparePrices(openBuild(GOALS_COMMIT), isShortest),
    })),
    { name: 'hours of the worst study', to: 'bound of AWS', limit: 1.1, folders: PLANNER, measure: compareBounds },
    {
      name: 'interpreter',
      to: PEER.name,
      limit: 1 / 4,
      folders: ['lib/asl'],
      measure: async (pairs) => comparePeer(await own(), openPeer(PEER.name, PEER.version), pairs),
    },
    {
      name: '200 parallel branches',
      to: 'plain promises',
      limit: 800,
      folders: ['lib/asl'],
      measure: async (pairs) => compareBranches(await own(), pairs),
    },
    {
      name: 'heap of a million transitions',
      to: 'a tenth of them',
      limit: 1.3,
      folders: ['lib/asl'],
      measure: async () => compareMemory(await own()),
    },
    ...[
      { name: 'parse json', limit: 3.5, file: 'clones.json', clones: false },
      { name: 'parse json of clones', limit: 3.5, file: 'clones.json', clones: true },
      { name: 'parse json+', limit: 3.5, file: 'clones-plus.json', clones: false },
      { name: 'parse json+ of clones', limit: 3.5, file: 'clones-plus.json', clones: true },
    ].map(({ name, limit, file, clones }) => ({
      name,
      to: 'JSON.parse',
      limit,
      folders: parse,
      measure: (pairs: number) => compareSound(file, clones, pairs),
    })),
    {
      name: 'parse damaged json',
      to: 'JSON.parse of a sound one',
      limit: 100,
      folders: parse,
      measure: compareDamaged,
    },
    {
      name: 'local trial of 3 s',
      to: 'bare call of fio',
      limit: 1.25,
      folders: ['lib/local', 'workloads'],
      isLong: true,
      measure: () => compareTrial(process.cwd()),
    },
  ];
}
