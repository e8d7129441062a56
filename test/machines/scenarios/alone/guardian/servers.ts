/** `guardian` by itself: it queries server-side metrics after the cleanup, and failures there have no effect. */
import { type Answers, fails, LONG } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { silent, TROUBLES } from '../../../story';
import { done, play, receipt } from './answers';

const wait = (waitSeconds: number): unknown => ({ Payload: { waitSeconds } });
const late = (at: number): string => `AskServers 135, AskServersLate ${at}, Report ${at}, Notify ${at}`;
const AT_ONCE = 'AskServers 135, Report 135, Notify 135';

/** All calls from the receipt on, and the end. */
async function after(load: Load, answers: Answers): Promise<readonly [calls: string, end: unknown]> {
  const { calls, output, error } = await play(load, answers);
  const states = calls.map(({ state, at }) => `${state} ${at}`);
  const from = calls.findLastIndex(({ state }) => state === 'WriteReceipt');
  return [states.slice(from + 1).join(', '), output ?? error];
}

/** After the receipt, until the metrics arrive, at most ten minutes; whatever fails, the report is made. */
export async function* servers(load: Load): Complaints {
  const ok = done('SUCCEEDED');
  const story = async function* (what: string, answers: Answers, calls: string): Complaints {
    yield* same(what, await after(load, answers), [calls, ok]);
  };
  yield* story('all points are there', {}, AT_ONCE);
  yield* story('points come', { AskServers: wait(240) }, late(375));
  yield* story('never longer than ten minutes', { AskServers: wait(9999) }, late(735));
  yield* story('it hangs', { AskServers: silent }, 'AskServers 135, Report 435, Notify 435');
  yield* story(
    'it hangs when it is asked late',
    { AskServers: wait(240), AskServersLate: silent },
    'AskServers 135, AskServersLate 375, Report 675, Notify 675',
  );
  yield* same('what is left is not kept waiting', await after(load, { WriteReceipt: receipt(false) }), [
    'Report 615, Notify 615',
    'CleanupIncomplete',
  ]);
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* story(`cannot ask: ${name}`, { AskServers: trouble }, AT_ONCE);
    yield* story(`cannot ask late: ${name}`, { AskServers: wait(240), AskServersLate: trouble }, late(375));
  }
}
