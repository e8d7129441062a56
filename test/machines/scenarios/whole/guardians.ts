/** The guardian when deletes or listings fail, or the fence cannot be closed. */
import { parseParts } from '../../../../lib/shapes/execution-names';
import type { Receipt } from '../../../../lib/shapes/receipt';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import type { PendingCall } from '../../../../lib/twin/cloud/cloud';
import {
  broken,
  type Complaints,
  EXECUTION,
  json,
  KEYS,
  type Load,
  play,
  same,
  SMALL,
  type Stage,
  stage,
} from '../../stage';

const denied = new ServiceError('UnauthorizedOperation', 'no', 403);

function findGuardian(
  on: Stage,
): { status: string; error?: string | undefined; cause?: string | undefined } | undefined {
  return on.deployment.account.sfn.executions().find(({ machineArn }) => machineArn.endsWith('guardian'));
}

function rounds(on: Stage): string[] {
  const names = on.deployment.account.sfn.executions().map(({ name }) => name);
  return names.filter((name) => name.startsWith(`${EXECUTION}__teardown__`)).map((name) => parseParts(name)[1] ?? '');
}

/** No instance can ever be terminated: five rounds, a receipt with leftovers, a guardian that fails. */
export async function* unclean(load: Load): Complaints {
  const on = stage(load, {
    deafRule: true,
    fault: ({ action }) => (action === 'TerminateInstances' ? denied : undefined),
  });
  await play(on, SMALL);
  const receipt = await json<Receipt>(on, KEYS.receipt);
  const guardian = findGuardian(on);
  const reports = on.calls.filter((call) => call.state === 'Report' && call.action === 'Invoke').length;
  // The protected host, and the volume that ends with it.
  yield* same(
    'receipt',
    [receipt?.clean, receipt?.remaining.map(({ kind }) => kind).sort()],
    [false, ['ec2:instance', 'ec2:volume']],
  );
  yield* same('guardian', [guardian?.status, guardian?.error], ['FAILED', 'CleanupIncomplete']);
  if (!(guardian?.cause?.includes(EXECUTION) === true)) yield `it says ${guardian?.cause}`;
  yield* same('rounds', rounds(on), ['1', '2', '3', '4', '5']);
  yield* same('reports', reports, 1);
}

/** The fault ends in the second round: the third one is not needed, and the receipt is clean. */
export async function* secondRound(load: Load): Complaints {
  let looks = 0;
  const on = stage(load, {
    fault: ({ action, caller }) => {
      if (caller.state === 'WriteReceipt' && action === 'DescribeInstances') looks += 1;
      return action === 'TerminateInstances' && looks < 1 ? denied : undefined;
    },
  });
  await play(on, SMALL);
  yield* await broken(on);
  yield* same('rounds', rounds(on), ['1', '2']);
  yield* same('guardian', findGuardian(on)?.status, 'SUCCEEDED');
}

/** The last listing always fails: the receipt claims nothing. */
export async function* playUnverified(load: Load): Complaints {
  const on = stage(load, {
    deafRule: true,
    fault: ({ action, caller }) =>
      caller.state === 'WriteReceipt' && action === 'DescribeInstances' ? denied : undefined,
  });
  await play(on, SMALL);
  const guardian = findGuardian(on);
  const receipt = await json<Receipt>(on, KEYS.receipt);
  yield* same('clean', receipt?.clean, false);
  yield* same(
    'the receipt names what could not be looked at',
    receipt?.unlisted.map(({ kind }) => kind),
    ['ec2:instance'],
  );
  yield* same('guardian', [guardian?.status, guardian?.error], ['FAILED', 'CleanupIncomplete']);
  yield* same('rounds', rounds(on), ['1', '2', '3', '4', '5']);
}

/** The fence cannot be closed at first: everything is torn down all the same, and the fence is closed in the end. */
export async function* playUnfenced(load: Load): Complaints {
  const at = ({ caller, action }: PendingCall, state: string): boolean =>
    caller.state === state && action === 'PutObject';
  const late = stage(load, { fault: (call) => (at(call, 'CloseFence') ? denied : undefined) });
  await play(late, SMALL);
  const never = stage(load, {
    deafRule: true,
    fault: (call) => (at(call, 'CloseFence') || at(call, 'CloseFenceAgain') ? denied : undefined),
  });
  await play(never, SMALL);
  const guardian = findGuardian(never);
  yield* await broken(late);
  yield* same('late', findGuardian(late)?.status, 'SUCCEEDED');
  yield* same('late is fenced', (await json(late, KEYS.fence)) === null, false);
  yield* same('never', [guardian?.status, guardian?.error], ['FAILED', 'CleanupIncomplete']);
  yield* same('never has no receipt', await json(never, KEYS.receipt), null);
  yield* [...never.hosts.alive].map((id) => `host ${id} still lives although only the fence failed`);
}

/** Stopped executions are listed as running for a while: the guardian waits for a limited time. */
export async function* lagging(load: Load): Complaints {
  const ghosts = (seconds: number): Stage => {
    let until = Number.POSITIVE_INFINITY;
    return stage(load, {
      deafRule: true,
      aroundTasks: (tasks) => ({
        run: async (call) => {
          const answer = await tasks.run(call);
          if (call.state !== 'StopLiving') return answer;
          const now = clockOf();
          until = Math.min(until, now + 1000 * seconds);
          return now < until ? { ...(answer as object), Payload: { living: 1 } } : answer;
        },
      }),
    });
  };
  let clockOf = (): number => 0;
  for (const [seconds, waits] of [
    [5, [5, 9]],
    [100_000, [30, 34]],
  ] as const) {
    const on = ghosts(seconds);
    clockOf = () => on.clock.now();
    await play(on, SMALL);
    const fence = on.calls.find((call) => call.state === 'CloseFence' && call.action === 'PutObject');
    const teardown = on.deployment.account.sfn.executions().find(({ name }) => name === `${EXECUTION}__teardown__1__0`);
    const waited = ((teardown?.startDate ?? Number.POSITIVE_INFINITY) - Date.parse(fence?.time ?? '')) / 1000;
    const [least, most] = waits;
    yield* await broken(on);
    if (!(waited >= least && waited <= most)) yield `ghosts of ${seconds} s: it waited ${waited} s before the teardown`;
  }
  const calm = stage(load);
  await play(calm, SMALL);
  const looks = calm.calls.filter((call) => call.state === 'StopLiving' && call.action === 'Invoke').length;
  yield* same('looks where nothing lives', looks, 2);
}
