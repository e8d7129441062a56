/**
 * Speed of the state language interpreter, in CPU seconds per transition: a loop of Pass and Choice, compared with
 * aws-local-stepfunctions; 200 parallel branches that create and poll in virtual time, compared with plain promises of
 * as many steps; and whether its memory stays flat over a million transitions.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as ExecutionModule from '../lib/asl/interpreter/execution';
import type * as LoaderModule from '../lib/asl/interpreter/loader';
import type * as ClockModule from '../lib/asl/clock/virtual';
import { computeRatio, measureCpu } from './pairs';

const turn = promisify(setImmediate);

const BRANCHES = 200;
const POLLS = 10;
/** Iterations of one loop: as many as fit into the history of one execution. */
const TURNS = 6_000;
/** Transitions of the memory test, and the interval of its readings. */
const MEMORY_TOTAL = 1_000_000;
const MEMORY_STEP = 100_000;

const LOOP = {
  QueryLanguage: 'JSONata',
  StartAt: 'Begin',
  States: {
    Begin: { Type: 'Pass', Assign: { n: 0 }, Next: 'Count' },
    Count: { Type: 'Pass', Assign: { n: '{% $n + 1 %}' }, Next: 'More' },
    More: {
      Type: 'Choice',
      Choices: [{ Condition: `{% $n < ${TURNS - 1} %}`, Next: 'Count' }],
      Default: 'Done',
    },
    Done: { Type: 'Succeed' },
  },
};

const task = (action: string, more: object): object => ({
  Type: 'Task',
  Resource: `arn:aws:states:::aws-sdk:ec2:${action}`,
  TimeoutSeconds: 60,
  Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 3, JitterStrategy: 'FULL' }],
  ...more,
});

/** One branch: create, then wait, describe and choose until the resource exists. */
const BRANCH = (n: number): object => ({
  StartAt: `Create${n}`,
  States: {
    [`Create${n}`]: task('createVolume', {
      Arguments: { Size: '{% $states.input.size %}', AvailabilityZone: 'eu-west-1a' },
      Assign: { [`id${n}`]: '{% $states.result.VolumeId %}', [`polls${n}`]: 0 },
      Next: `Pause${n}`,
    }),
    [`Pause${n}`]: { Type: 'Wait', Seconds: 10, Next: `Look${n}` },
    [`Look${n}`]: task('describeVolumes', {
      Arguments: { VolumeIds: [`{% $id${n} %}`] },
      Assign: { [`polls${n}`]: `{% $polls${n} + 1 %}` },
      Output: '{% $states.result.Volumes[0].State %}',
      Next: `There${n}`,
    }),
    [`There${n}`]: {
      Type: 'Choice',
      Choices: [{ Condition: `{% $polls${n} >= ${POLLS} %}`, Next: `Done${n}` }],
      Default: `Pause${n}`,
    },
    [`Done${n}`]: { Type: 'Succeed' },
  },
});

const POLLING = {
  QueryLanguage: 'JSONata',
  StartAt: 'All',
  States: {
    All: { Type: 'Parallel', Branches: Array.from({ length: BRANCHES }, (_, n) => BRANCH(n)), Output: {}, End: true },
  },
};

/** Executes a definition with the interpreter of a folder. @returns its transitions */
type Execute = (definition: object) => Promise<number>;

export async function openInterpreter(root: string): Promise<Execute> {
  const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(root, 'lib/asl', path)).href) as Promise<T>;
  const { Execution } = await load<typeof ExecutionModule>('interpreter/execution.ts');
  const { loadMachine } = await load<typeof LoaderModule>('interpreter/loader.ts');
  const { makeVirtualClock } = await load<typeof ClockModule>('clock/virtual.ts');
  return (definition) => {
    const machine = loadMachine('bench', JSON.stringify(definition), {});
    return execute((of) => new Execution({ ...of, machine, clock: makeVirtualClock(0) }));
  };
}

type Options = Omit<ConstructorParameters<typeof ExecutionModule.Execution>[0], 'machine' | 'clock'>;

async function execute(make: (options: Options) => ExecutionModule.Execution): Promise<number> {
  const execution = make({
    machineArn: 'arn:aws:states:eu-west-1:111111111111:stateMachine:bench',
    arn: 'arn:aws:states:eu-west-1:111111111111:execution:bench:bench',
    name: 'bench',
    roleArn: 'arn:aws:iam::111111111111:role/bench',
    input: { size: 100 },
    tasks: {
      run: async ({ resource }) =>
        resource.endsWith('createVolume')
          ? { VolumeId: 'vol-1', State: 'creating', Size: 100 }
          : { Volumes: [{ VolumeId: 'vol-1', State: 'creating', Size: 100 }] },
    },
    random: () => 0.5,
    uuid: () => 'uuid',
  });
  const { status, cause } = await execution.start().done;
  if (status !== 'SUCCEEDED') throw new Error(`the execution ended ${status}: ${cause ?? ''}`);
  return execution.history.transitions;
}

/** The same number of steps in each of several lanes; each step is a few awaits and a new object. */
async function promises(steps: number, lanes: number): Promise<number> {
  const step = async (value: { readonly n: number }): Promise<{ readonly n: number }> => ({ n: value.n + 1 });
  const lane = async (): Promise<number> => {
    let value = { n: 0 };
    while (value.n < steps / lanes) value = await step(value);
    return value.n;
  };
  const counts = await Promise.all(Array.from({ length: lanes }, lane));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The same loop for an interpreter of JSONPath. */
const PEER_LOOP = {
  StartAt: 'Begin',
  States: {
    Begin: { Type: 'Pass', Result: { n: 0 }, Next: 'Count' },
    Count: { Type: 'Pass', Parameters: { 'n.$': 'States.MathAdd($.n, 1)' }, Next: 'More' },
    More: {
      Type: 'Choice',
      Choices: [{ Variable: '$.n', NumericLessThan: TURNS - 1, Next: 'Count' }],
      Default: 'Done',
    },
    Done: { Type: 'Succeed' },
  },
};

interface PeerModule {
  readonly StateMachine: new (
    definition: object,
    options: object,
  ) => { run(input: object): { readonly result: Promise<unknown> } };
}

/** CPU seconds ÷ those of another interpreter of this project. */
export function compareInterpreters(own: Execute, other: Execute, pairs: number): Promise<number> {
  return computeRatio(
    pairs,
    () => measureCpu(() => own(LOOP)),
    () => measureCpu(() => other(LOOP)),
  );
}

/** CPU seconds ÷ those of aws-local-stepfunctions. @param peer folder of the package */
export async function comparePeer(own: Execute, peer: string, pairs: number): Promise<number> {
  const { StateMachine } = (await import(pathToFileURL(join(peer, 'build/main.node.esm.js')).href)) as PeerModule;
  const theirs = new StateMachine(PEER_LOOP, { validationOptions: { noValidate: true } });
  return computeRatio(
    pairs,
    () => measureCpu(() => own(LOOP)),
    () => measureCpu(() => theirs.run({}).result),
  );
}

/** CPU seconds of 200 branches ÷ those of promises with as many steps. */
export async function compareBranches(own: Execute, pairs: number): Promise<number> {
  const steps = await own(POLLING);
  return computeRatio(
    pairs,
    () => measureCpu(() => own(POLLING)),
    () => measureCpu(() => promises(steps, BRANCHES)),
  );
}

/** Heap after a million transitions ÷ heap after the first tenth. */
export async function compareMemory(own: Execute): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const readings: number[] = [];
  let done = 0;
  while (done < MEMORY_TOTAL) {
    done += await own(LOOP);
    // Let the event loop turn between two executions, as it does in real use.
    await turn();
    if (done >= MEMORY_STEP * (readings.length + 1)) {
      collect();
      readings.push(process.memoryUsage().heapUsed);
    }
  }
  return Math.max(...readings) / (readings[0] ?? 0);
}
