/** External actions on a target instance between two batches: they replace requests, and run one after another. */
import { type Answers, fails, takes } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments } from '../../../story';
import { batchOf, change, changed, copy, play, turned } from './rig-answers';

const action = (stage: string, seconds: number): object => ({
  of: 'action',
  expectedSeconds: seconds,
  timeoutSeconds: seconds,
  pauseSeconds: 0,
  action: { confirm: 'Do it.', stage, withinSeconds: seconds, target: 'nas', copy: 'c1' },
});
const document = (copies: readonly object[], ...requests: readonly object[]): unknown =>
  changed({
    executionId: 'e-1',
    experiment: 'play',
    rig: 'r1',
    shareUsd: 100,
    copies,
    batches: [
      batchOf(1, 1, [], { copies: copies.length > 1 ? ['c1', 'c2'] : ['c1'] }),
      batchOf(2, 2, [turned('c1', ...requests)]),
    ],
  });
const ONE = [copy('c1', { requests: [], unmount: [] })];
const playing = (load: Load, LoadRig: unknown, answers: Answers): ReturnType<typeof play> =>
  play(load, { LoadRig, Act: takes(500, { Output: { how: 'done' } }), ...answers });
const reasonOf = (played: Awaited<ReturnType<typeof play>>): unknown =>
  (listArguments(played, 'WriteOutcome')[0] as { Body: { status: string; reason: unknown; failed: unknown } }).Body;

/** With a name that a retry uses too, with the fence and the created resources; a change by fsxbench follows. */
export async function* actsOfOthers(load: Load): Complaints {
  const played = await playing(load, document([copy('c1')], action('eight', 1000), change('fs', 1)), {});
  const [act] = listArguments(played, 'Act') as { Name: string; Input: Record<string, unknown> }[];
  const { action: told, made, ...input } = act?.Input ?? {};
  yield* same('name', act?.Name, 'tag__r1__act__2__c1__1');
  yield* same('input', input, { executionId: 'e-1', experiment: 'play', rig: 'r1', fenceKey: 'closed/fence.json' });
  yield* same('told', told, (action('eight', 1000) as { action: unknown }).action);
  yield* same('made', Object.keys(made as object), ['fs', 'volume']);
  yield* same(
    'order',
    played.calls.filter(({ state }) => ['Act', 'ChangeOne'].includes(state)).map(({ state }) => state),
    ['Act', 'ChangeOne'],
  );
  yield* same('waited', played.calls.find(({ state }) => state === 'ChangeOne')?.at, 500);
  yield* same('ends', played.status, 'SUCCEEDED');
}

/** A refusal ends the target instance, with its text; the others are measured. */
export async function* othersRefuse(load: Load): Complaints {
  const cause = JSON.stringify({ Error: 'NotConfirmed', Cause: 'stage eight of nas was refused: me: no' });
  const Act = fails('States.TaskFailed', cause);
  const failed = [{ copy: 'c1', code: 'NotConfirmed', text: 'stage eight of nas was refused: me: no' }];
  const alone = await playing(load, document(ONE, action('eight', 1000)), { Act });
  const rivals = [...ONE, copy('c2', { requests: [], unmount: [] })];
  const beside = await playing(load, document(rivals, action('eight', 1000)), { Act });
  yield* same('alone', (reasonOf(alone) as { failed: unknown }).failed, failed);
  yield* same('beside', (reasonOf(beside) as { failed: unknown }).failed, failed);
  yield* same('beside: goes on', (reasonOf(beside) as { status: unknown }).status, 'SUCCEEDED');
  yield* same('nothing deleted', listArguments(beside, 'DropUnchanged'), []);
}

/** A wait beyond the deadline, or the budget, is not begun. */
export async function* othersTooLate(load: Load): Complaints {
  const late = await playing(load, document(ONE, action('eight', 60_000)), {});
  const dear = await playing(load, document(ONE, action('eight', 45_000)), {
    LoadRig: changed({
      shareUsd: 20,
      copies: ONE,
      batches: [batchOf(1, 1, []), batchOf(2, 2, [turned('c1', action('eight', 45_000))])],
    }),
  });
  yield* [late, dear].flatMap((played, index) => [
    ...same('asked', listArguments(played, 'Act'), []),
    ...same(
      'why',
      (reasonOf(played) as { reason: { code: string } }).reason.code,
      ['DeadlineReached', 'BudgetReached'][index],
    ),
  ]);
}
