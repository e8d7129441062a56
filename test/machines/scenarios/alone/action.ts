/** `action` by itself: external actions, their time limits, and how it reports the result. */
import { type Alone, alone, type Answers, fails, inTurn, LONG, takes, uncaught } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const KEYS = { questionKey: 'asked/e-1/a.json', startedKey: 'actions/a.started.json', outcomeKey: 'actions/a.json' };
const ABOUT = { target: 'nas', copy: 'c1', stage: 'eight', ...KEYS };
const FENCE = { Bucket: 'ResultsBucket', Key: 'closed/fence.json' };
const INPUT = { executionId: 'e-1', experiment: 'play', rig: 'r1', made: { fs: { id: 'fs-1' } }, fenceKey: FENCE.Key };
const hooked = { ...INPUT, action: { ...ABOUT, hook: HOOK, withinSeconds: 3600 } };
const confirmed = { ...INPUT, action: { ...ABOUT, confirm: 'Add the nodes.', withinSeconds: 7200 } };
const moment = (seconds: number): string => new Date(BEGINNING + 1000 * seconds).toISOString();
const HEALTHY: Answers = {
  LookAtFence: fails('S3.NoSuchKeyException'),
  NoteHook: {},
  RunHook: takes(300, { Output: {} }),
  Mail: {},
  Ask: takes(600, { by: 'arn:aws:iam::1:user/me' }),
  NoteEnd: {},
};
const play = (load: Load, input: object, answers: Answers = {}): Promise<Alone> =>
  alone(load, 'action', input, { ...HEALTHY, ...answers });
/** The note of its end. */
const noted = (played: Alone): unknown => (listArguments(played, 'NoteEnd')[0] as { Body?: unknown } | undefined)?.Body;

async function* tells(
  load: Load,
  what: string,
  [input, answers]: readonly [object, Answers],
  calls: string,
  end: unknown,
): Complaints {
  yield* same(what, tellStory(await play(load, input, answers)), { calls, end });
}

const HOOKED = 'LookAtFence 0, NoteHook 0, RunHook 0, NoteEnd 300';
const ASKED = 'LookAtFence 0, Mail 0, Ask 0, NoteEnd 600';
const CLOSED = 'The fence of this execution is closed, or could not be checked: nothing more may be done.';
const slow = `the state machine ${HOOK} had not ended after 3600 seconds; its execution play-1 may still run.`;
const bad = (why: string): string => `the state machine ${HOOK} failed for stage eight: ${why}`;

/** A hook: noted before its start, with the name of its caller, and with all its input. */
export async function* runs(load: Load): Complaints {
  const played = await play(load, hooked);
  const begun = { hook: HOOK, name: 'play-1', target: 'nas', stage: 'eight', at: moment(0), withinSeconds: 3600 };
  const told = {
    execution: 'e-1',
    experiment: 'play',
    rig: 'r1',
    target: 'nas',
    copy: 'c1',
    stage: 'eight',
    timeoutSeconds: 3600,
    made: INPUT.made,
  };
  const end = { how: 'done', at: moment(300) };
  const put = (Key: string, Body: object): object => ({
    Bucket: 'ResultsBucket',
    Key,
    Body,
    ContentType: 'application/json',
  });
  yield* same('story', tellStory(played), { calls: HOOKED, end });
  yield* same('looked', listArguments(played, 'LookAtFence'), [FENCE]);
  yield* same('begun', listArguments(played, 'NoteHook'), [put(KEYS.startedKey, begun)]);
  yield* same('run', listArguments(played, 'RunHook'), [{ StateMachineArn: HOOK, Name: 'play-1', Input: told }]);
  yield* same('ended', listArguments(played, 'NoteEnd'), [
    put(KEYS.outcomeKey, { target: 'nas', stage: 'eight', ...end }),
  ]);
  yield* same(
    'nothing made',
    (listArguments(await play(load, { ...hooked, made: undefined }), 'RunHook')[0] as { Input: { made: unknown } })
      .Input.made,
    {},
  );
}

/** A hook that fails, cannot be started or hangs: its error, and whether it may still run. */
export async function* hooksThatFail(load: Load): Complaints {
  const child = (more: object): unknown => fails('States.TaskFailed', JSON.stringify({ Status: 'FAILED', ...more }));
  const failed: readonly (readonly [unknown, string, string])[] = [
    [child({ Error: 'Broken', Cause: 'no disk' }), 'failed', bad('FAILED Broken: no disk')],
    [child({}), 'failed', bad('FAILED No cause was given.')],
    [child({ Error: 'Broken', Cause: LONG }), 'failed', bad(`FAILED Broken: ${LONG.slice(0, 600)}`)],
    [fails('StepFunctions.AccessDenied', 'not you'), 'not started', bad('StepFunctions.AccessDenied: not you')],
    [fails('Trouble', ''), 'not started', bad('Trouble: No cause was given.')],
  ];
  for (const [answer, how, cause] of failed) {
    const played = await play(load, hooked, { RunHook: answer });
    yield* same(cause, [played.error, played.cause], ['HookFailed', cause]);
    yield* same(how, (noted(played) as { how: string }).how, how);
  }
  const hangs = await play(load, hooked, { RunHook: silent });
  yield* same('slow', tellStory(hangs), {
    calls: 'LookAtFence 0, NoteHook 0, RunHook 0, NoteEnd 3600',
    end: ['HookTooSlow', slow],
  });
  yield* same('slow', (noted(hangs) as { how: string }).how, 'slow');
}

/** A hook that had ended when its lost start was retried: its result counts, not its existence. */
export async function* lostStarts(load: Load): Complaints {
  const RunHook = fails('StepFunctions.ExecutionAlreadyExistsException');
  const calls = 'LookAtFence 0, NoteHook 0, RunHook 0, LookAtHook 0, NoteEnd 0';
  const done = { how: 'done', at: moment(0) };
  const cases: readonly (readonly [unknown, string, unknown])[] = [
    [{ Status: 'SUCCEEDED' }, 'done', done],
    [{ Status: 'FAILED', Error: 'Broken', Cause: 'no disk' }, 'failed', ['HookFailed', bad('FAILED Broken: no disk')]],
    [{ Status: 'ABORTED' }, 'failed', ['HookFailed', bad('ABORTED No cause was given.')]],
    [{ Status: 'FAILED', Error: 'B', Cause: LONG }, 'failed', ['HookFailed', bad(`FAILED B: ${LONG.slice(0, 600)}`)]],
    [{ Status: 'RUNNING' }, 'slow', ['HookTooSlow', bad('RUNNING another execution has its name.')]],
  ];
  for (const [LookAtHook, how, end] of cases) {
    const played = await play(load, hooked, { RunHook, LookAtHook });
    yield* same(how, tellStory(played), { calls, end });
    yield* same(how, (noted(played) as { how: string }).how, how);
  }
  const ExecutionArn = 'arn:aws:states:us-east-1:123456789012:execution:grow:play-1';
  const looked = listArguments(
    await play(load, hooked, { RunHook, LookAtHook: { Status: 'SUCCEEDED' } }),
    'LookAtHook',
  );
  for (const name of TROUBLES) {
    const played = await play(load, hooked, { RunHook, LookAtHook: fails(name, LONG) });
    const why = `HookStatusUnknown: its execution has started, but its result could not be read. ${name}`;
    yield* same(name, [played.error, played.cause], ['HookFailed', bad(why)]);
  }
  for (const error of ['Sfn.SfnException', 'Sfn.SdkClientException']) {
    const LookAtHook = inTurn(fails(error), { Status: 'SUCCEEDED' });
    yield* same(error, (await play(load, hooked, { RunHook, LookAtHook })).status, 'SUCCEEDED');
  }
  yield* same('looked', looked, [{ ExecutionArn }]);
}

/** A person: notified by mail, asked with a unique token, and named in the confirmation. */
export async function* asks(load: Load): Complaints {
  const played = await play(load, confirmed);
  const [mail] = listArguments(played, 'Mail') as { TopicArn: string; Subject: string; Message: string }[];
  const [ask] = listArguments(played, 'Ask') as { Key: string; Body: Record<string, unknown> }[];
  const { token, ...body } = ask?.Body ?? {};
  const end = { how: 'confirmed', at: moment(600), by: 'arn:aws:iam::1:user/me' };
  yield* same('story', tellStory(played), { calls: ASKED, end });
  yield* same('mail', mail, {
    TopicArn: 'NotifyTopicArn',
    Subject: '[fsxbench] e-1 waits for your confirmation',
    Message:
      'Add the nodes.\n\nexperiment  play\nexecution   e-1\ntarget      nas\nstage       eight\n' +
      `until       ${moment(7200)}\n\n` +
      'When it is done:        npx fsxbench confirm e-1\nWhen it cannot be done: npx fsxbench confirm e-1 --no\n',
  });
  yield* same('key', ask?.Key, KEYS.questionKey);
  yield* same('question', body, {
    executionId: 'e-1',
    experiment: 'play',
    rig: 'r1',
    target: 'nas',
    stage: 'eight',
    text: 'Add the nodes.',
    since: moment(0),
    until: moment(7200),
    fenceKey: FENCE.Key,
    outcomeKey: KEYS.outcomeKey,
  });
  yield* same('token', [typeof token, token !== ''], ['string', true]);
  yield* same('in no mail', mail?.Message.includes(String(token)), false);
  yield* same('noted', noted(played), { target: 'nas', stage: 'eight', ...end });
  yield* same('nobody named', (await play(load, confirmed, { Ask: {} })).output, {
    how: 'confirmed',
    at: moment(0),
    by: 'somebody',
  });
  yield* same(
    'long name',
    (listArguments(await play(load, { ...confirmed, executionId: 'e'.repeat(120) }), 'Mail')[0] as { Subject: string })
      .Subject.length,
    100,
  );
}

/** A person who refuses or does not answer; a question that could not be sent. */
export async function* refusals(load: Load): Complaints {
  const cases: readonly (readonly [unknown, string, unknown])[] = [
    [fails('Refused', 'me: no nodes'), 'refused', ['NotConfirmed', 'stage eight of nas was refused: me: no nodes']],
    [fails('S3.NoSuchBucketException', 'gone'), 'not asked', ['S3.NoSuchBucketException', 'gone']],
    [fails('Trouble', ''), 'not asked', ['Trouble', 'No cause was given.']],
    [silent, 'unanswered', ['NotConfirmed', 'no confirmation of stage eight of nas within 7200 seconds.']],
  ];
  for (const [Ask, how, end] of cases) {
    const played = await play(load, confirmed, { Ask });
    yield* same(how, tellStory(played).end, end);
    yield* same(how, (noted(played) as { how: string }).how, how);
    yield* same(how, played.at, how === 'unanswered' ? 7200 : 0);
  }
}

/** Only a certain absence of the fence allows the action; an action that cannot be noted first is not started. */
export async function* playRefused(load: Load): Complaints {
  for (const input of [hooked, confirmed])
    for (const LookAtFence of [{}, ...TROUBLES.map((name) => fails(name, LONG)), silent])
      yield* same('closed', tellStory(await play(load, input, { LookAtFence })).end, ['FenceClosed', CLOSED]);
  for (const name of TROUBLES) {
    const NoteHook = fails(name, 'no bucket');
    const cause = 'The action could not be recorded, so it was not started. no bucket';
    yield* tells(load, 'not noted', [hooked, { NoteHook }], 'LookAtFence 0, NoteHook 0', [name, cause]);
  }
}

/** A failed mail, or an end that cannot be noted, stops nothing. */
export async function* carriesOn(load: Load): Complaints {
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    const end = { how: 'confirmed', at: moment(600), by: 'arn:aws:iam::1:user/me' };
    yield* tells(load, `no mail: ${name}`, [confirmed, { Mail: trouble }], ASKED, end);
    yield* tells(load, `no note: ${name}`, [confirmed, { NoteEnd: trouble }], ASKED, end);
    yield* tells(load, `no note: ${name}`, [hooked, { NoteEnd: trouble }], HOOKED, {
      how: 'done',
      at: moment(300),
    });
  }
  const mute = 'LookAtFence 0, Mail 0, Ask 60, NoteEnd 660';
  const late = { how: 'confirmed', at: moment(660), by: 'arn:aws:iam::1:user/me' };
  yield* tells(load, 'no answer', [confirmed, { Mail: silent }], mute, late);
}

/** Transient errors are retried with the same name; a hook that is redriven long afterwards is not started. */
export async function* again(load: Load): Complaints {
  const twice: Readonly<Record<string, readonly [object, readonly string[]]>> = {
    NoteHook: [hooked, ['S3.S3Exception', 'S3.SdkClientException']],
    NoteEnd: [hooked, ['S3.S3Exception', 'S3.SdkClientException']],
    RunHook: [
      hooked,
      [
        'StepFunctions.AWSStepFunctionsException',
        'StepFunctions.SdkClientException',
        'StepFunctions.ThrottlingException',
      ],
    ],
    Mail: [confirmed, ['SNS.AmazonSNSException', 'SNS.InternalErrorException', 'SNS.ThrottledException']],
    Ask: [confirmed, ['S3.S3Exception', 'S3.SdkClientException']],
  };
  for (const [state, [input, errors]] of Object.entries(twice))
    for (const error of errors) {
      const played = await play(load, input, { [state]: inTurn(fails(error), HEALTHY[state]) });
      yield* same(`${state}: ${error}`, [listArguments(played, state).length, played.status], [2, 'SUCCEEDED']);
    }
  const redriven = await alone(
    uncaught(load, 'RunHook'),
    'action',
    hooked,
    { ...HEALTHY, RunHook: fails('Trouble') },
    9000,
  );
  yield* same('redriven', listArguments(redriven, 'RunHook').length, 1);
}
