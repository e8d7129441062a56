/** `notify` by itself: after a failure the others are still sent, and the machine reports the failed one. */
import { type Alone, alone, type Answers, fails, inTurn, LONG } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';

const INPUT = { executionId: 'e-1', experiment: 'play', why: 'ended', outcome: 'ABORTED', clean: true };
const MAIL = {
  kind: 'failed',
  detailType: 'Execution Failed',
  subject: '[fsxbench] e-1 ended: cleanup verified',
  text: 'words',
  detail: { kind: 'failed', executionId: 'e-1' },
};
const HEALTHY: Answers = { Compose: { Payload: MAIL }, Mail: {}, Announce: {} };
const ALL = 'Compose 0, Mail 0, Announce 0';
const DONE = { executionId: 'e-1', detailType: 'Execution Failed' };
const notTold = (what: string): string[] => ['NotificationFailed', `The end of e-1 could not be reported by ${what}`];

const play = (load: Load, answers: Answers, input: object = INPUT): Promise<Alone> =>
  alone(load, 'notify', input, { ...HEALTHY, ...answers });

async function* tells(load: Load, what: string, answers: Answers, calls: string, end: unknown): Complaints {
  yield* same(what, tellStory(await play(load, answers)), { calls, end });
}

const mailed = (played: Alone): unknown => listArguments(played, 'Mail')[0];
const announced = (played: Alone): unknown =>
  (listArguments(played, 'Announce')[0] as { Entries?: unknown[] } | undefined)?.Entries;

/** The text of the function is sent unchanged. */
export async function* calls(load: Load): Complaints {
  const played = await play(load, {});
  const Detail = { ...MAIL.detail, message: 'play-1' };
  const event = { EventBusName: 'default', Source: 'fsxbench', DetailType: MAIL.detailType, Detail };
  yield* same('story', tellStory(played), { calls: ALL, end: DONE });
  yield* same('composed', listArguments(played, 'Compose'), [
    { FunctionName: 'ComposeMailFunctionArn', Payload: INPUT },
  ]);
  yield* same('mailed', mailed(played), { TopicArn: 'NotifyTopicArn', Subject: MAIL.subject, Message: 'words' });
  yield* same('announced', announced(played), [event]);
}

/** Each of the three may fail: the others are tried all the same. */
export async function* failures(load: Load): Complaints {
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* tells(load, `Compose: ${name}`, { Compose: trouble }, ALL, DONE);
    yield* tells(load, `Mail: ${name}`, { Mail: trouble }, ALL, notTold('mail.'));
    yield* tells(load, `Announce: ${name}`, { Announce: trouble }, ALL, notTold('an event.'));
    yield* tells(load, `both: ${name}`, { Mail: trouble, Announce: trouble }, ALL, notTold('mail or an event.'));
  }
  yield* tells(load, 'silent', { Compose: silent }, 'Compose 0, Mail 300, Announce 300', DONE);
  yield* tells(load, 'no mail', { Mail: silent }, 'Compose 0, Mail 0, Announce 60', notTold('mail.'));
  yield* tells(load, 'no event', { Announce: silent }, ALL, notTold('an event.'));
}

/** A simple text, where the function makes none: an unclean end is reported as leftovers. */
export async function* plain(load: Load): Complaints {
  const lost = { Compose: fails('Trouble', LONG) };
  const long = 'e'.repeat(120);
  const [clean, good, left, cut] = [
    await play(load, lost),
    await play(load, lost, { ...INPUT, outcome: 'SUCCEEDED' }),
    await play(load, lost, { ...INPUT, clean: false, outcome: 'FAILED' }),
    await play(load, lost, { ...INPUT, executionId: long }),
  ];
  const text = (ending: string): string =>
    `execution   e-1\nended       ${ending}\n\nThe rest of this mail could not be written. The bucket ResultsBucket ` +
    'has the report and the cleanup receipt,\nif they exist. docs/operate.md says what to do.\n';
  const event = (detailType: string, kind: string, outcome: string, isClean: boolean): unknown => ({
    EventBusName: 'default',
    Source: 'fsxbench',
    DetailType: detailType,
    Detail: { kind, stack: 'StackName', executionId: 'e-1', outcome, clean: isClean, message: 'play-1' },
  });
  yield* same('clean', mailed(clean), {
    TopicArn: 'NotifyTopicArn',
    Subject: '[fsxbench] e-1 ended: cleanup verified',
    Message: text('ABORTED\nAll its resources are deleted.'),
  });
  yield* same('clean', announced(clean), [event('Execution Failed', 'failed', 'ABORTED', true)]);
  yield* same('good', announced(good), [event('Execution Finished', 'finished', 'SUCCEEDED', true)]);
  yield* same('left', mailed(left), {
    TopicArn: 'NotifyTopicArn',
    Subject: '[fsxbench] ACTION e-1: cleanup not verified',
    Message: text('FAILED\nCleanup is not verified, so resources may be left.'),
  });
  yield* same('left', announced(left), [event('Resources Left', 'resources-left', 'FAILED', false)]);
  yield* same(
    'cut',
    (mailed(cut) as { Subject: string }).Subject,
    `[fsxbench] ${long} ended: cleanup verified`.slice(0, 100),
  );
}

/** A caller with its own text needs no function. */
export async function* brought(load: Load): Complaints {
  const played = await play(load, { Compose: fails('Trouble') }, { executionId: 'janitor', mail: MAIL });
  yield* same('story', tellStory(played), {
    calls: 'Mail 0, Announce 0',
    end: { executionId: 'janitor', detailType: MAIL.detailType },
  });
  yield* same('mailed', mailed(played), { TopicArn: 'NotifyTopicArn', Subject: MAIL.subject, Message: 'words' });
}

/** Transient errors are retried. */
export async function* playRetried(load: Load): Complaints {
  const twice: Readonly<Record<string, readonly string[]>> = {
    Compose: ['Lambda.TooManyRequestsException', 'Transient'],
    Mail: ['SNS.AmazonSNSException', 'SNS.InternalErrorException', 'SNS.ThrottledException', 'SNS.SdkClientException'],
    Announce: [
      'EventBridge.FailedEntry',
      'EventBridge.AmazonEventBridgeException',
      'EventBridge.InternalException',
      'EventBridge.SdkClientException',
    ],
  };
  for (const [state, errors] of Object.entries(twice)) {
    for (const error of errors) {
      const played = await play(load, { [state]: inTurn(fails(error), HEALTHY[state]) });
      const [first, second, ...others] = listArguments(played, state);
      yield* same(`${state}: ${error}`, [second, others, played.output], [first, [], DONE]);
    }
  }
}
