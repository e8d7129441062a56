/** `rig` by itself: whether hosts are worth launching after a long creation. */
import { takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments } from '../../../story';
import { changed, copy, CLOSING, differs, DOCUMENT, FS, play, reason, request, written } from './rig-answers';
import { GOOD, playThree, THREE, unless } from './rig-three';

const first = [{ copy: 'c1', seconds: 100 }, { copy: 'c2', seconds: 60 }, { seconds: 40 }];
const behind = (batches: readonly object[]): object[] =>
  batches.map((one, index) => (index === 0 ? { ...one, first } : one));

/** Hosts that answer after 300 s, and a first round of 200, must fit into the remaining time and budget. */
export async function* worth(load: Load): Complaints {
  const copies = [copy('c1', { requests: [request('fs')] })];
  const limits = { copies, startingSeconds: 300, readySeconds: 600.4, batches: behind(DOCUMENT.batches) };
  const slow = { MakeStorage: takes(900, { Output: FS }) };
  const begin = BEGINNING / 1000;
  const what = 'Creating its target instances took 900 s, 600 were expected: hosts and a first round would have';
  const late = `${what} ended after the deadline of the execution, 2026-01-01T00:23:19.000Z.`;
  // 500 s at 2 USD an hour.
  const dear = `${what} brought the rig above its share of the budget, 0.27 USD.`;
  for (const [limit, code, text] of [
    [{ deadline: begin + 1399 }, 'DeadlineReached', late],
    [{ shareUsd: 0.27 }, 'BudgetReached', dear],
  ] as const) {
    const played = await play(load, { ...slow, LoadRig: changed({ ...limits, ...limit }) });
    const told = written('STOPPED', reason(code, text), [
      ['creating', 0],
      ['creating', 900, 1],
      ['deleting', 900],
    ]);
    yield* differs(code, played, ['LoadRig', 'LookAtFence', 'MakeStorage', ...CLOSING], {
      rig: 'r1',
      status: 'STOPPED',
    });
    yield* same(`${code}: told`, listArguments(played, 'WriteOutcome'), [told]);
  }
  for (const limit of [{ deadline: begin + 1400 }, { shareUsd: 0.278 }]) {
    const played = await play(load, { ...slow, LoadRig: changed({ ...limits, ...limit }) });
    yield* same(`${JSON.stringify(limit)} suffices`, listArguments(played, 'LaunchRole').length, 2);
  }
}

/** A failed target instance counts in neither: 440 s at 4 USD an hour instead of 500 at 5. */
export async function* withoutOne(load: Load): Complaints {
  const limits = { ...THREE, startingSeconds: 300, batches: behind(THREE.batches) };
  for (const [failing, shareUsd, launched] of [
    ['c2', 0.489, 2],
    ['c2', 0.488, 0],
    ['none', 0.695, 2],
    ['none', 0.694, 0],
  ] as const) {
    const MakeStorage = unless(failing, GOOD['MakeStorage']);
    const played = await playThree(load, { MakeStorage, LoadRig: changed({ ...limits, shareUsd }) });
    yield* same(`${failing}, ${shareUsd} USD`, listArguments(played, 'LaunchRole').length, launched);
  }
}
