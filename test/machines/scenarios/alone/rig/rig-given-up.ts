/** `rig` by itself, with several target instances: when a failed one is deleted, and its cost until then. */
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, fails, takes } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent } from '../../../story';
import {
  at,
  batchOf,
  change,
  changed,
  copy,
  type RigFailure,
  type Moment,
  request,
  turned,
  written,
} from './rig-answers';
import { getCopy, NAMES, playThree, THREE } from './rig-three';

type EndArguments = { Body: { reason: unknown; marks: unknown; failed: unknown } };

const told = (played: Alone): EndArguments['Body'] => (listArguments(played, 'WriteEnd')[0] as EndArguments).Body;
const marked = (moments: readonly Moment[]): unknown =>
  (written('', null, moments) as { Body: { marks: unknown } }).Body.marks;
const calledAt = (played: Alone, state: string): unknown[] =>
  played.calls.filter((call) => call.state === state).map((call) => [getCopy(call), call.at]);
const lost = (seconds: number): RigFailure => [
  { copy: 'c2', code: 'RequestFailed', text: 'it came to FAILED', deletedAt: at(seconds) },
];

/** Its file system is available after 100 s, its volume fails after 200; another target instance takes 600. */
const slowly = (call: TaskCall): unknown => {
  const { Name } = call.arguments as { Name: string };
  if (getCopy(call) !== 'c2') return takes(600, { Output: { id: 'fs' } });
  if (Name.includes('__fs__')) return takes(100, { Output: { id: 'fs' } });
  return Promise.resolve(takes(100, fails('RequestFailed', 'it came to FAILED')));
};

/** Deleted when it fails, without waiting for the others; later marks do not contain its price. */
export async function* playDeleted(load: Load): Complaints {
  const copies = NAMES.map((name) =>
    copy(name, { requests: name === 'c2' ? [request('fs'), request('volume', 1)] : [request('fs')], prepare: [] }),
  );
  const played = await playThree(load, { LoadRig: changed({ ...THREE, copies }), MakeStorage: slowly });
  const refused = await playThree(load, {
    LoadRig: changed({ ...THREE, copies }),
    MakeStorage: slowly,
    DropCopy: fails('Trouble'),
  });
  const moments = (gone: boolean): readonly Moment[] => [
    ['creating', 0],
    ['creating', 100, 1],
    ...(gone ? [['creating', 200, 0] as const] : []),
    ['creating', 600, gone ? 2 : 3],
    ['launching', 600, gone ? 4 : 5],
    ['preparing', 600],
    ['measuring', 600],
    ['changing', 600, gone ? 5 : 7],
    ['measuring', 600, gone ? 5 : 7],
    ['deleting', 600],
    ['done', 600, 0],
  ];
  const [first] = listArguments(played, 'MeasureBatch') as { Input: { spent: number } }[];
  yield* same('asked to go', calledAt(played, 'DropCopy'), [['c2', 200]]);
  yield* same('marks', told(played).marks, marked(moments(true)));
  yield* same('lost', told(played).failed, lost(200));
  // It existed for 100 s of 600, and later prices do not contain it.
  yield* same('spent', first?.Input, { ...first?.Input, spent: 100 / 3600, usdPerHour: 4 });
  yield* same('not asked to go', told(refused).marks, marked(moments(false)));
  yield* same('not asked to go: lost', told(refused).failed, [
    { copy: 'c2', code: 'RequestFailed', text: 'it came to FAILED' },
  ]);
}

/** A change that waits until the budget is used up has not failed, even though later steps would cost less. */
export async function* playUnchanged(load: Load): Complaints {
  const batches = [
    batchOf(1, 1, [], { copies: NAMES, usdPerHour: 5 }),
    batchOf(2, 2, [turned('c1', change('fs', 1)), turned('c2', change('fs', 1))], { copies: NAMES, usdPerHour: 0.1 }),
  ];
  // 5 USD an hour: 2880.4 s, of which the last 0.4 are not used, and would be worth 20 after the change.
  const LoadRig = changed({ ...THREE, batches, shareUsd: 4.0006 });
  const ChangeOne = (call: TaskCall): unknown => (getCopy(call) === 'c2' ? silent() : { Output: {} });
  const played = await playThree(load, { LoadRig, ChangeOne });
  const broken = await playThree(load, {
    LoadRig,
    ChangeOne: (call: TaskCall) =>
      getCopy(call) === 'c2' ? takes(2700, fails('RequestFailed', 'it came to FAILED')) : { Output: {} },
  });
  const why = 'The rig spent its share of the budget, 4.0006 USD, while it waited: States.Timeout.';
  yield* same('unchanged', told(played).reason, { code: 'BudgetReached', text: why });
  yield* same('unchanged at', Math.floor(played.at), 2880);
  yield* same('broken', [told(broken).reason, listArguments(broken, 'MeasureBatch').length], [null, 2]);
}
