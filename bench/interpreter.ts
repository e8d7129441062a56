/**
 * Speed of the state language interpreter, compared with plain promises with the same number of steps, alternating in
 * the same process; and whether its memory stays flat over a million transitions. Goals: 20,000 transitions/s of a loop
 * of Pass and Choice, 5,000/s of 200 parallel branches that create and poll in virtual time.
 * Usage: npm run bench:interpreter
 */
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Execution } from '../lib/asl/interpreter/execution';
import { loadMachine } from '../lib/asl/interpreter/loader';
import type { Machine } from '../lib/asl/interpreter/machine';
import { makeVirtualClock } from '../lib/asl/clock/virtual';

const turn = promisify(setImmediate);

const ROUNDS = 5;
const LOOP_GOAL = 20_000;
const BRANCHES_GOAL = 5_000;
const BRANCHES = 200;
const POLLS = 10;
/** Iterations of one loop: as many as fit into the history of one execution. */
const TURNS = 6_000;
/** Transitions of the memory test, and the interval of its readings. */
const MEMORY_TOTAL = 1_000_000;
const MEMORY_STEP = 100_000;
/** Memory counts as flat when no reading exceeds the first by more than this, MiB. */
const MEMORY_SLACK = 8;

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

async function execute(machine: Machine): Promise<number> {
  const execution = new Execution({
    machine,
    machineArn: `arn:aws:states:eu-west-1:111111111111:stateMachine:${machine.name}`,
    arn: `arn:aws:states:eu-west-1:111111111111:execution:${machine.name}:bench`,
    name: 'bench',
    roleArn: 'arn:aws:iam::111111111111:role/bench',
    input: { size: 100 },
    clock: makeVirtualClock(0),
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

async function rate(work: () => Promise<number>): Promise<number> {
  const begun = process.hrtime.bigint();
  const steps = await work();
  return steps / (Number(process.hrtime.bigint() - begun) / 1e9);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US').padStart(12)}/s`;

/** @returns whether the goal was met. */
async function compare(name: string, machine: Machine, lanes: number, goal: number): Promise<boolean> {
  const steps = await execute(machine);
  const [machines, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    machines.push(await rate(() => execute(machine)));
    plain.push(await rate(() => promises(steps, lanes)));
  }
  const [ours, theirs] = [median(machines), median(plain)];
  process.stdout.write(
    `${name.padEnd(34)}${perSecond(ours)}  plain promises${perSecond(theirs)}  ratio 1:${(theirs / ours).toFixed(0)}` +
      `  goal${perSecond(goal)}\n`,
  );
  return ours >= goal;
}

/** @returns whether memory was flat. */
async function memory(machine: Machine): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const readings: number[] = [];
  let done = 0;
  while (done < MEMORY_TOTAL) {
    done += await execute(machine);
    // Let the event loop turn between two executions, as it does in real use.
    await turn();
    if (done >= MEMORY_STEP * (readings.length + 1)) {
      collect();
      readings.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
  }
  const shown = readings.map((mebibytes) => mebibytes.toFixed(1)).join(' ');
  process.stdout.write(`heap after each ${MEMORY_STEP.toLocaleString('en-US')} transitions, MiB: ${shown}\n`);
  return readings.every((reading) => reading <= (readings[0] ?? 0) + MEMORY_SLACK);
}

async function bench(): Promise<boolean> {
  const loop = loadMachine('loop', JSON.stringify(LOOP), {});
  const polling = loadMachine('polling', JSON.stringify(POLLING), {});
  const met = [
    await compare('Pass and Choice in a loop', loop, 1, LOOP_GOAL),
    await compare(`${BRANCHES} branches create and poll`, polling, BRANCHES, BRANCHES_GOAL),
    await memory(loop),
  ];
  return met.every(Boolean);
}

void bench().then((met) => {
  process.exitCode = met ? 0 : 1;
});
