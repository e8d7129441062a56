/** `trial-batch` by itself: trials of a search run only if the function `may-run` needs them. */
import { alone, type Alone, fails, inTurn, takes } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';

const NOW = BEGINNING / 1000;
const STEP = { name: 'measure', timeoutSeconds: 100 };
const trial = (name: string, guarded: boolean, ...round: readonly object[]): object => ({
  trial: name,
  attemptPrefix: `raw/${name}/a`,
  copy: 'c1',
  seconds: 50,
  round,
  steps: [STEP],
  ...(guarded ? { guarded } : {}),
});
const ROUND = [{ copy: 'c1', seconds: 300 }];
const DOCUMENT = {
  batch: 1,
  executionId: 'play-1',
  experiment: 'play',
  rig: 'r1',
  rigTag: 'play-1__r1',
  fenceKey: 'fence.json',
  hostsKey: 'hosts.txt',
  outcomeKey: 'rigs/r1.outcome.json',
  endpointsKey: 'endpoints.txt',
  deadline: NOW + 10_000,
  shareUsd: 10_000,
  timing: { barrierLeadSeconds: 60 },
  trials: [trial('t1', true, ...ROUND), trial('t2', true), trial('t3', false)],
};
const RUN = { Payload: { run: true, code: null, text: '' } };
const SKIP = { Payload: { run: false, code: 'OutsideBracket', text: 'not needed' } };

const play = (load: Load, more: object, changed: object = {}): Promise<Alone> =>
  alone(
    load,
    'trial-batch',
    { key: 'batch.json', spent: 20, since: NOW - 80, usdPerHour: 3600, failed: [] },
    {
      LoadBatch: { Body: JSON.stringify({ ...DOCUMENT, ...changed }) },
      MayRun: RUN,
      CountHosts: { Payload: { gone: 0, why: '' } },
      LookAtFence: fails('S3.NoSuchKeyException'),
      MarkStarted: {},
      SendToHosts: takes(10, { Output: { name: 'measure', status: 'SUCCEEDED', failed: [] } }),
      MarkEnded: {},
      ...more,
    },
  );
const begun = ({ calls }: Alone): unknown =>
  calls.flatMap(({ state, arguments: given }) =>
    state === 'MarkStarted' ? [(given as { Body: { trial: string } }).Body.trial] : [],
  );
const asked = ({ calls }: Alone): unknown =>
  calls.flatMap(({ state, arguments: given }) => (state === 'MayRun' ? [given] : []));
const stopped = ({ output }: Alone): unknown =>
  ((output as { stopped?: { code?: string } } | undefined)?.stopped ?? {}).code;

/** The function is asked for each trial of a search and for no other; a second attempt keeps the decision. */
export async function* searches(load: Load): Complaints {
  const all = await play(load, {});
  const one = await play(load, { MayRun: inTurn(RUN, SKIP) });
  const lost = takes(10, { Output: { name: 'measure', status: 'LOST', failed: ['gone'] } });
  const again = await play(load, { MayRun: inTurn(RUN, SKIP), SendToHosts: lost });
  yield* same('all', begun(all), ['t1', 't2', 't3']);
  const payload = (name: string): object => ({
    FunctionName: 'MayRunFunctionArn',
    Payload: { executionId: 'play-1', experiment: 'play', rig: 'r1', trial: name },
  });
  yield* same('asked', asked(all), [payload('t1'), payload('t2')]);
  yield* same('one', begun(one), ['t1', 't3']);
  yield* same('again', [begun(again), (asked(again) as unknown[]).length], [['t1', 't1', 't3', 't3'], 2]);
}

/** A function that fails, for any reason: the trial is skipped, and the next one still checks the whole round. */
export async function* playUndecided(load: Load): Complaints {
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const failed = await play(load, { MayRun: fails(name) });
    yield* same(`failed: ${name}`, [begun(failed), stopped(failed)], [['t3'], undefined]);
    const late = await play(load, { MayRun: fails(name) }, { deadline: NOW + 299 });
    yield* same(`late: ${name}`, [begun(late), stopped(late)], [[], 'DeadlineReached']);
  }
  const cause = JSON.stringify({ errorMessage: 'another version is deployed' });
  const other = await play(load, { MayRun: fails('OtherVersion', cause) });
  yield* same('version', [begun(other), stopped(other)], [[], 'OtherVersion']);
  const long = await play(load, { MayRun: fails('OtherVersion', 'x'.repeat(30_000)) });
  yield* same('long cause', [begun(long), stopped(long)], [[], 'OtherVersion']);
}
