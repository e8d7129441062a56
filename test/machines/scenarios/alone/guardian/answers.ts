/** `guardian` by itself: its input, a good answer for every state, and the form of a story. */
import { type Alone, alone, type Answers, fails } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { tellStory } from '../../../story';

export const UNTIL = BEGINNING / 1000 + 1000;
export const INPUT = {
  executionId: 'e-1',
  experiment: 'play',
  executionArn: 'arn:experiment:e-1',
  until: UNTIL,
  timing: {
    guardianPollSeconds: 60,
    guardianPollGrowth: 0.5,
    pollSeconds: 15,
    stopSeconds: 100,
    resultsGraceSeconds: 600.5,
    teardownPollSeconds: 7,
    teardownAllowanceSeconds: 900.5,
    settleSeconds: 120,
    readPauseMaxSeconds: 600,
  },
};
export const is = (Status: string): unknown => ({ Status });
export const living = (count: number): unknown => ({ Payload: { living: count } });
export const receipt = (clean: boolean): unknown => ({ Payload: { clean } });
export const HEALTHY: Answers = {
  Watch: is('SUCCEEDED'),
  LookAtFence: fails('S3.NoSuchKeyException'),
  CloseFence: { Payload: { fencedAt: 'early' } },
  StopLiving: living(0),
  Outcome: is('SUCCEEDED'),
  SaveResults: { Output: {} },
  TearDown: { Output: {} },
  CloseFenceAgain: { Payload: { fencedAt: 'late' } },
  WriteReceipt: receipt(true),
  NotifyLeftovers: { ExecutionArn: 'arn:tell' },
  AskServers: { Payload: { waitSeconds: 0 } },
  AskServersLate: { Payload: { waitSeconds: 0 } },
  Report: { Payload: { complete: true } },
  Notify: { ExecutionArn: 'arn:tell' },
  ReadAgain: { Output: { complete: true } },
};
export const done = (outcome: string): unknown => ({ executionId: 'e-1', outcome, clean: true });
export const LEFT = [
  'CleanupIncomplete',
  'The cleanup of e-1 could not be verified. The receipt lists leftovers; the janitor tries again.',
];
/** Up to the end of a successful execution. */
export const BEGUN = 'Watch 0, CloseFence 0, StopLiving 0, StopLiving 15, Outcome 15';

export const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(load, 'guardian', INPUT, { ...HEALTHY, ...answers });

/** Complains where the calls differ, or where the last call is not the notification. */
export async function* tells(load: Load, what: string, answers: Answers, calls: string, end: unknown): Complaints {
  const story = tellStory(await play(load, answers));
  const [before = '', told, ...again] = story.calls.split(/, (?=Notify )/);
  yield* same(what, { ...story, calls: before }, { calls, end });
  if (!(told !== undefined && again.length === 0)) yield `${what}: told ${again.length + 1} times, or never`;
}
