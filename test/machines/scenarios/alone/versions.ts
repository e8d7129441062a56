/** A deployment during an execution: measuring machines refuse the input of another version before any call. */
import { MACHINES } from '../../../../lib/shapes/machines';
import { alone, fails } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';

const INPUT = {
  executionId: 'play-1',
  rig: 'r1',
  key: 'executions/play/play-1/rigs/r1.json',
  teardown: { pollSeconds: 1, seconds: 60 },
};
const REFUSED =
  'Contract version 7 planned this execution, but version ContractVersion is deployed: the stacks were updated while ' +
  'it ran. fsxbench deletes its resources. Completed rounds count. Start the spec again under another name.';

/** A refused rig writes its outcome and tears down all the same. */
const CALLS: Readonly<Record<string, readonly string[]>> = { rig: ['WriteOutcome', 'TearDown', 'WriteEnd'] };

const ANSWERS = { WriteOutcome: {}, TearDown: {}, WriteEnd: {} };

export async function* versions(load: Load): Complaints {
  for (const machine of MACHINES.bench.filter((name) => name !== 'experiment')) {
    const played = await alone(load, machine, { ...INPUT, version: '7' }, ANSWERS);
    yield* same(`${machine}: end`, [played.error, played.cause], ['OtherVersion', REFUSED]);
    yield* same(
      `${machine}: calls`,
      played.calls.map(({ state }) => state),
      CALLS[machine] ?? [],
    );
    const none = await alone(load, machine, { ...INPUT, version: undefined }, ANSWERS);
    yield* same(`${machine}: none`, none.cause?.slice(0, 21), 'Contract version none');
  }
}

const THROWN = JSON.stringify({ errorType: 'OtherVersion', errorMessage: REFUSED, trace: [] });

/** A running batch keeps its definition: its functions report that no trial may start any more. */
export async function* batchVersions(load: Load): Complaints {
  const trial = { trial: 't1', attemptPrefix: 'raw/t1/a', copy: 'c1', seconds: 50, round: [], steps: [] };
  const document = { batch: 1, rigTag: 'play-1__r1', deadline: 1e12, shareUsd: 100, trials: [trial, trial] };
  const input = { key: 'batch.json', spent: 0, since: 0, usdPerHour: 0, failed: [] };
  for (const [cause, text] of [
    [THROWN, REFUSED],
    ['x'.repeat(30_000), 'The stacks were updated while it ran.'],
  ] as const) {
    const { calls, output } = await alone(load, 'trial-batch', input, {
      LoadBatch: { Body: JSON.stringify(document) },
      CountHosts: fails('OtherVersion', cause),
    });
    yield* same(
      'calls',
      calls.map(({ state }) => state),
      ['LoadBatch', 'CountHosts'],
    );
    yield* same('output', output, { batch: 1, stopped: { code: 'OtherVersion', text } });
  }
}

/** A resource that can never be listed is not awaited until its time-out. */
export async function* requestVersions(load: Load): Complaints {
  const request = {
    id: 'fs',
    call: 'CreateFileSystem',
    input: {},
    expectedSeconds: 60,
    timeoutSeconds: 6000,
    pollSeconds: 30,
    pauseSeconds: 0,
  };
  const played = await alone(
    load,
    'target-request',
    { request, made: {}, fenceKey: 'fence.json' },
    {
      LookAtFence: fails('S3.NoSuchKeyException'),
      Send: { Payload: { id: 'fs-1' } },
      Look: fails('OtherVersion', THROWN),
    },
  );
  yield* same('end', [played.error, played.cause], ['OtherVersion', THROWN]);
  yield* same(
    'calls',
    played.calls.map(({ state }) => state),
    ['LookAtFence', 'Send', 'Look'],
  );
}
