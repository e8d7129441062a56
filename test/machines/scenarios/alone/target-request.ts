/** `target-request` by itself: its requests, polls and limits, and its errors. */
import { type Alone, alone, type Answers, fails, inTurn, LONG, takes } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';

const CREATE = {
  id: 'volume',
  call: 'CreateVolume',
  input: { Name: 'volume', OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId' }, ClientRequestToken: 'abc' },
  expectedSeconds: 600,
  timeoutSeconds: 1000,
  pollSeconds: 30,
  pauseSeconds: 0,
};
const CHANGE = {
  ...CREATE,
  of: 'fs',
  call: 'UpdateFileSystem',
  input: { FileSystemId: '@fs.id' },
  pauseSeconds: 100,
};
const MADE = { fs: { id: 'fs-1', rootVolumeId: 'fsvol-0' }, other: { id: 'fs-2' } };
const FENCE = { Bucket: 'ResultsBucket', Key: 'closed/fence.json' };
const OPEN = fails('S3.NoSuchKeyException');
const VALUES = { id: 'fsvol-1', path: '/fsx/volume' };

const seen = (state: string, lifecycle: string, why = ''): unknown => ({
  Payload: { id: 'fsvol-1', state, lifecycle, why, values: VALUES, changeableAt: 0 },
});
const READY = seen('ready', 'AVAILABLE');
const BUSY = seen('busy', 'CREATING', 'not there');
/** When the next change is allowed, seconds after the beginning. */
const changeable = (seconds: number): unknown => ({ Payload: { changeableAt: BEGINNING / 1000 + seconds } });
const HEALTHY: Answers = {
  LookAtPause: changeable(50),
  LookAtFence: OPEN,
  Send: seen('busy', 'CREATING'),
  Look: READY,
};
const play = (load: Load, answers: Answers, request: object = CREATE): Promise<Alone> =>
  alone(load, 'target-request', { request, made: MADE, fenceKey: FENCE.Key }, { ...HEALTHY, ...answers });

async function* tells(
  load: Load,
  what: string,
  answers: Answers,
  calls: string,
  end: unknown,
  request: object = CREATE,
): Complaints {
  yield* same(what, tellStory(await play(load, answers, request)), { calls, end });
}

const NEVER =
  'Look 420, Look 450, Look 480, Look 510, Look 540, Look 570, Look 600, Look 630, Look 660, Look 690, '.concat(
    'Look 720, Look 750, Look 780, Look 810, Look 840, Look 870, Look 900, Look 930, Look 960, Look 990, Look 1020',
  );
const CLOSED =
  'The fence of this execution is closed, or could not be checked: nothing more may be created or changed.';
const slow = (last: string): unknown => [
  'RequestTooSlow',
  `CreateVolume of fsvol-1 is not done after 1000 seconds; last seen: ${last}`,
];

/** A create: the fence, the planned request with its references, and polls of the result. */
export async function* creates(load: Load): Complaints {
  const played = await play(load, { Look: inTurn(BUSY, READY) });
  const look = { FunctionName: 'CallStorageFunctionArn', Payload: { look: 'fsvol-1', pauseSeconds: 0 } };
  const sent = { call: 'CreateVolume', input: CREATE.input, made: MADE, fenceKey: FENCE.Key };
  yield* same('calls', played.calls, [
    { state: 'LookAtFence', arguments: FENCE, at: 0 },
    { state: 'Send', arguments: { FunctionName: 'CallStorageFunctionArn', Payload: sent }, at: 0 },
    { state: 'Look', arguments: look, at: 420 },
    { state: 'Look', arguments: look, at: 450 },
  ]);
  yield* same('output', [played.output, played.at], [VALUES, 450]);
}

/** A change after a change: AWS reports from when it is allowed, and the fence is checked after the pause. */
export async function* changes(load: Load): Complaints {
  const story = (what: string, answers: Answers, calls: string): Complaints =>
    tells(load, what, answers, calls, VALUES, CHANGE);
  const played = await play(load, {}, CHANGE);
  const sent = { call: 'UpdateFileSystem', input: CHANGE.input, made: MADE, fenceKey: FENCE.Key };
  yield* same('look', listArguments(played, 'LookAtPause'), [
    { FunctionName: 'CallStorageFunctionArn', Payload: { look: 'fs-1', pauseSeconds: 100 } },
  ]);
  yield* same('change', listArguments(played, 'Send'), [{ FunctionName: 'CallStorageFunctionArn', Payload: sent }]);
  yield* story('pause', {}, 'LookAtPause 0, LookAtFence 50, Send 50, Look 470');
  yield* story('past', { LookAtPause: changeable(-9) }, 'LookAtPause 0, LookAtFence 0, Send 0, Look 420');
  yield* story(
    'never changed',
    { LookAtPause: { Payload: { changeableAt: 0 } } },
    'LookAtPause 0, LookAtFence 0, Send 0, Look 420',
  );
  yield* story('slow', { Send: takes(7, BUSY) }, 'LookAtPause 0, LookAtFence 50, Send 50, Look 477');
  // A pause of less than a second counts, too.
  yield* tells(load, 'short', {}, 'LookAtPause 0, LookAtFence 50, Send 50, Look 470', VALUES, {
    ...CHANGE,
    pauseSeconds: 0.5,
  });
  yield* tells(load, 'first', {}, 'LookAtFence 0, Send 0, Look 420', VALUES, { ...CHANGE, pauseSeconds: 0 });
}

/** A change under load: polled before its settings should apply, until data are redistributed, too. */
export async function* underLoad(load: Load): Complaints {
  const loaded = { ...CHANGE, pauseSeconds: 0, usableSeconds: 100 };
  const optimizing = { Payload: { state: 'busy', usable: true, lifecycle: 'AVAILABLE', why: '', values: VALUES } };
  const at = (seconds: number): number => BEGINNING / 1000 + seconds;
  const story = (what: string, answers: Answers, calls: string, acted: number, ready: number): Complaints =>
    tells(load, what, answers, `LookAtFence 0, Send 0, ${calls}`, { acted: at(acted), ready: at(ready) }, loaded);
  const accepted = { Payload: { id: 'fs-1', state: 'busy', changeableAt: at(3) } };
  const looks = inTurn(BUSY, optimizing, optimizing, READY);
  yield* story('optimizes', { Send: accepted, Look: looks }, 'Look 70, Look 100, Look 130, Look 160', 3, 100);
  yield* story('ready', { Look: inTurn(BUSY, READY) }, 'Look 70, Look 100', 0, 100);
  yield* story('unseen', { Look: inTurn(fails('Trouble'), READY) }, 'Look 70, Look 100', 0, 100);
}

/** A fence that was found, or a failed check, counts as closed. */
export async function* fences(load: Load): Complaints {
  const end = ['FenceClosed', CLOSED];
  for (const [index, answer] of [{ Body: '{}' }, ...TROUBLES.map((name) => fails(name, LONG)), silent].entries()) {
    yield* tells(load, `create ${index}`, { LookAtFence: answer }, 'LookAtFence 0', end);
    yield* tells(load, `change ${index}`, { LookAtFence: answer }, 'LookAtPause 0, LookAtFence 50', end, CHANGE);
  }
  const lost = await play(load, { LookAtFence: fails('S3.S3Exception') });
  yield* same('tried again', [listArguments(lost, 'LookAtFence').length, tellStory(lost).end], [7, end]);
  yield* same('given up', (await play(load, { LookAtFence: silent })).at, 60);
}

/** Polls: once shortly before the expected end, then at intervals, once more after the limit, and no longer. */
export async function* looks(load: Load): Complaints {
  const early = 'LookAtFence 0, Send 0, Look 420';
  const failed = seen('failed', 'MISCONFIGURED', 'No route.');
  const end = ['RequestFailed', 'CreateVolume of fsvol-1 reached the state MISCONFIGURED: No route.'];
  const last = inTurn(...Array.from({ length: 20 }, () => BUSY), READY);
  yield* tells(load, 'never', { Look: BUSY }, `LookAtFence 0, Send 0, ${NEVER}`, slow('CREATING not there'));
  yield* tells(load, 'at last', { Look: last }, `LookAtFence 0, Send 0, ${NEVER}`, VALUES);
  yield* tells(load, 'failed', { Look: failed }, early, end);
  yield* tells(load, 'failed later', { Look: inTurn(BUSY, failed) }, `${early}, Look 450`, end);
  yield* tells(load, 'strange', { Look: inTurn(seen('odd', 'ODD'), READY) }, `${early}, Look 450`, VALUES);
  yield* tells(
    load,
    'late from the beginning',
    { Look: BUSY },
    'LookAtFence 0, Send 0, Look 4200',
    slow('CREATING not there'),
    { ...CREATE, expectedSeconds: 6000 },
  );
}

/** A failed poll says nothing about the resource. */
export async function* blind(load: Load): Complaints {
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* tells(
      load,
      `once: ${name}`,
      { Look: inTurn(trouble, READY) },
      'LookAtFence 0, Send 0, Look 420, Look 450',
      VALUES,
    );
    yield* tells(
      load,
      `always: ${name}`,
      { Look: trouble },
      `LookAtFence 0, Send 0, ${NEVER}`,
      slow(`not seen ${name}`),
    );
  }
  const hung = { Look: inTurn(silent, READY) };
  yield* tells(load, 'hangs', hung, 'LookAtFence 0, Send 0, Look 420, Look 750', VALUES);
}

/** A request that is refused fails with its own error; a lost one is repeated. */
export async function* sends(load: Load): Complaints {
  const calls: Readonly<Record<string, string>> = {
    LookAtPause: 'LookAtPause 0',
    Send: 'LookAtPause 0, LookAtFence 50, Send 50',
  };
  for (const [state, way] of Object.entries(calls)) {
    for (const name of TROUBLES) {
      const trouble = { [state]: fails(name, LONG) };
      yield* tells(load, `${state}: ${name}`, trouble, way, [name, LONG], CHANGE);
    }
    const nameless = { [state]: () => Promise.reject(fails('', '')) };
    const end = ['Unknown', 'No cause was given.'];
    const hung = await play(load, { [state]: silent }, CHANGE);
    yield* tells(load, `${state}: no reason`, nameless, way, end, CHANGE);
    yield* same(`${state} hangs`, tellStory(hung), { calls: way, end: ['States.Timeout', 'No cause was given.'] });
    yield* same(`${state} hangs`, hung.at, state === 'Send' ? 350 : 300);
  }
  for (const [state, good] of Object.entries(HEALTHY)) {
    const transient = state === 'LookAtFence' ? 'S3.SdkClientException' : 'Transient';
    const played = await play(load, { [state]: inTurn(fails(transient, LONG), good) }, CHANGE);
    const [first, second, ...others] = listArguments(played, state);
    yield* same(`${state} again`, [second, others, played.output], [first, [], VALUES]);
  }
}
