/** Faults of a trial: tools fail, hosts die, results are lost, time or budget is used up. */
import { CONTRACT_VERSION } from '../../../../lib/shapes/contract-version';
import type { BatchDocument } from '../../../../lib/shapes/documents';
import type { AttemptEnded, StepOutcome } from '../../../../lib/shapes/outcomes';
import type { HostCommand } from '../../../../lib/twin/hosts/driver';
import type { Behaviour } from '../../scripted-hosts';
import {
  BEGINNING,
  broken,
  type Complaints,
  EXECUTION,
  json,
  KEYS,
  type Load,
  readPlan,
  play,
  prefixComplaints,
  same,
  SMALL,
  SPEC,
  stage,
} from '../../stage';

interface Story {
  readonly name: string;
  /** The behavior of `client-1` in the first attempt of the first trial. */
  readonly does: Behaviour;
  /** Commands of the attempts of the first trial. */
  readonly attempts: readonly StepOutcome['status'][];
  readonly says: RegExp;
  readonly always?: boolean;
}

const STORIES: readonly Story[] = [
  {
    name: 'the tool fails',
    does: { exitCode: 1 },
    attempts: ['FAILED'],
    says: /^client-1: exit code 1: the tool said why$/,
  },
  {
    name: 'results are lost',
    does: { uploads: false },
    attempts: ['LOST', 'SUCCEEDED'],
    says: /^client-1: succeeded without results$/,
  },
  {
    name: 'results are lost twice',
    does: { uploads: false },
    attempts: ['LOST', 'LOST'],
    says: /without results/,
    always: true,
  },
  { name: 'the tool hangs', does: { hangs: true }, attempts: ['FAILED'], says: /^client-1: / },
];

/** The first trial fails on one host; every other trial is measured. */
export async function* wrong(load: Load): Complaints {
  for (const story of STORIES) yield* prefixComplaints(story.name, playTold(load, story));
}

async function* playTold(load: Load, { does, attempts, says, always = false }: Story): Complaints {
  const here = (host: string, { parameters }: HostCommand): boolean =>
    host === 'client-1' && (parameters['Attempt'] === 't0001.a1' || (always && parameters['Attempt'] === 't0001.a2'));
  const on = stage(load, { hosts: { behave: (host, command) => (here(host, command) ? does : {}) } });
  const execution = await play(on, SPEC);
  const plan = await readPlan(on);
  yield* await broken(on);
  yield* same('experiment', execution.status, 'SUCCEEDED');
  for (const { trial, rig } of plan.trials) {
    const expected = trial === 't0001' ? attempts : ['SUCCEEDED'];
    for (const [index, status] of expected.entries()) {
      // Before a second attempt the fixtures are applied again; a failure records only its own step.
      const steps = index > 0 && status === 'SUCCEEDED' ? ['SUCCEEDED', status] : [status];
      const ended = await json<AttemptEnded>(on, `${KEYS.attempt(rig, trial, index + 1)}ended.json`);
      yield* same(
        `${trial} attempt ${index + 1}`,
        [ended?.attempt, ended?.steps.map((one) => one.status)],
        [index + 1, steps],
      );
      if (!(status === 'SUCCEEDED' || says.test(ended?.steps[0]?.failed[0] ?? '')))
        yield `says ${ended?.steps[0]?.failed}`;
    }
    const more = await json(on, `${KEYS.attempt(rig, trial, expected.length + 1)}started.json`);
    yield* same(`${trial} has no further attempt`, more, null);
  }
}

/** A tool that never ends is ended exactly at its limit; the wait of the other hosts is limited, too. */
export async function* limits(load: Load): Complaints {
  const on = stage(load, {
    hosts: { behave: (_, command) => (command.parameters['Step'] === 'measure' ? { hangs: true } : {}) },
  });
  await play(on, SMALL);
  const [trial] = (await readPlan(on)).trials;
  const [command] = trial?.steps ?? [];
  const execution = on.deployment.account.sfn
    .executions()
    .find(({ name }) => name === `${EXECUTION}__r1__t0001__a1__1__0`);
  const took = ((execution?.stopDate ?? 0) - (execution?.startDate ?? 0)) / 1000;
  const most = (command?.timeoutSeconds ?? 0) + 35;
  yield* await broken(on);
  if (!(took <= most)) yield `a hanging command took ${took} s, its limit is ${command?.timeoutSeconds} s`;
}

/** Batches started by hand: time over, budget used up, fence closed, and a budget that just suffices. */
export async function* admission(load: Load): Complaints {
  const now = BEGINNING / 1000;
  const cases: readonly [string, Partial<BatchDocument>, boolean, string | null, number?][] = [
    ['deadline', { deadline: now + 5 }, false, 'DeadlineReached'],
    ['budget', { shareUsd: 105 }, false, 'BudgetReached', 3600],
    ['fence', {}, true, 'FenceClosed'],
    ['enough', { shareUsd: 200, deadline: now + 100 }, false, null, 3600],
  ];
  for (const [name, changed, fenced, code, usdPerHour = 0] of cases) {
    const on = stage(load);
    // 20 USD were spent until 80 s ago, the trial takes 8 s.
    const document = { ...batch(now), ...changed };
    await on.store.put(KEYS.batch('r1', 1), JSON.stringify(document), false);
    if (fenced) await on.store.put(KEYS.fence, '{}', false);
    const execution = await on.deployment.start('trial-batch', `${EXECUTION}__r1__1`, {
      version: String(CONTRACT_VERSION),
      key: KEYS.batch('r1', 1),
      spent: 20,
      since: now - 80,
      usdPerHour,
      failed: [],
    });
    await on.deployment.settled();
    const output = execution.output as { stopped?: { code?: string; text?: string } | [] } | undefined;
    const stopped = output?.stopped;
    const found = stopped === undefined || Array.isArray(stopped) ? null : stopped.code;
    const began = on.calls.some(
      (call) => call.action === 'PutObject' && String((call.input as { Key: string }).Key).endsWith('started.json'),
    );
    yield* [...same('stopped', found, code), ...same('began', began, code === null)].map((text) => `${name}: ${text}`);
  }
}

function batch(now: number): Record<string, unknown> {
  const attemptPrefix = `${KEYS.trial('r1', 't0001')}a`;
  return {
    version: 1,
    executionId: EXECUTION,
    experiment: 'play',
    rig: 'r1',
    rigTag: `${EXECUTION}__r1`,
    batch: 1,
    hostsKey: KEYS.hosts('r1'),
    outcomeKey: KEYS.rigOutcome('r1'),
    endpointsKey: 'none',
    fenceKey: KEYS.fence,
    deadline: now + 10_000,
    shareUsd: 20,
    timing: TIMING,
    trials: [{ trial: 't0001', copy: 'c1', attemptPrefix, seconds: 8, round: [], steps: [] }],
  };
}

const TIMING = { barrierLeadSeconds: 0.5, deliverySeconds: 30, pollSeconds: 0.1 };
