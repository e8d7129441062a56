/** `experiment` by itself: its calls to other machines, and its reports about rigs, results and refusals. */
import { type Alone, alone, type Answers, fails, inTurn, LONG } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';

const PLAN = {
  executionId: 'e-1',
  experiment: 'play',
  guardianUntil: 4000,
  timing: { teardownPollSeconds: 7, teardownAllowanceSeconds: 900, pollSeconds: 15 },
  parallelRigs: 2,
  rigs: [
    { rig: 'r1', key: 'rigs/r1.json' },
    { rig: 'r2', key: 'rigs/r2.json' },
    { rig: 'r3', key: 'rigs/r3.json' },
  ],
};
const RESULT = { answer: { text: 'yes' }, trials: { valid: 8 }, links: { report: 'report.html' } };
const RESULTS = { complete: true, result: RESULT };
const MEASURED = { Output: { status: 'SUCCEEDED' } };
const HEALTHY: Answers = {
  Admit: { Payload: PLAN },
  StartGuardian: { ExecutionArn: 'arn:guardian' },
  MeasureRig: MEASURED,
  RigFailed: { Output: {} },
  Results: { Output: RESULTS },
  NotifyRefusal: { ExecutionArn: 'arn:tell' },
};
const LOST_RESULTS = [
  'ResultsFailed',
  'The measurement ended, but some results could not be read and analysed. ' +
    'The raw files are in the bucket; the guardian reads them again.',
];
const MEASURING = 'Admit 0, StartGuardian 0, MeasureRig 0, MeasureRig 0, MeasureRig 0';

const UNGUARDED = 'Admit 0, StartGuardian 0';

const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(load, 'experiment', { spec: 'text' }, { ...HEALTHY, ...answers });

async function* tells(load: Load, what: string, answers: Answers, calls: string, end: unknown): Complaints {
  yield* same(what, tellStory(await play(load, answers)), { calls, end });
}

/** Answers `MeasureRig` by rig; other rigs succeed. */
const byRig =
  (answers: Readonly<Record<string, unknown>>) =>
  ({ arguments: given }: { readonly arguments: unknown }): unknown => {
    const answer = answers[(given as { Input: { rig: string } }).Input.rig] ?? MEASURED;
    if (answer instanceof Error) throw answer;
    return answer;
  };
const failed = (rigs: string): string[] => [
  'RigsFailed',
  `Rigs that failed: ${rigs}. The report says why: report.html`,
];
const left = (rigs: string): string[] => [
  'CleanupIncomplete',
  `Some resources of these rigs could not be deleted, and may still cost money: ${rigs}. ` +
    'The guardian of e-1 continues to delete them; its receipt lists leftovers.',
];
/** Every call of a successful execution, with all arguments. */
export async function* calls(load: Load): Complaints {
  const played = await play(load, {});
  const child = (machine: string, name: string, input: unknown): unknown => ({
    StateMachineArn: machine,
    Name: name,
    Input: input,
  });
  const rig = (name: string): unknown =>
    child('RigMachineArn', `e-1__${name}`, {
      executionId: 'e-1',
      rig: name,
      key: `rigs/${name}.json`,
      teardown: { pollSeconds: 7, seconds: 900 },
    });
  const guarded = {
    executionId: 'e-1',
    experiment: 'play',
    executionArn: 'arn:aws:states:eu-west-1:123456789012:execution:experiment:play-1',
    until: 4000,
    timing: PLAN.timing,
  };
  const admitted = { executionId: 'play-1', startedAt: '2026-01-01T00:00:00.000Z', input: { spec: 'text' } };
  const ended = { executionId: 'e-1', experiment: 'play', ended: null };
  const expected = [
    ['Admit', { FunctionName: 'AdmitFunctionArn', Payload: admitted }],
    ['StartGuardian', child('GuardianMachineArn', 'e-1', guarded)],
    ['MeasureRig', rig('r1')],
    ['MeasureRig', rig('r2')],
    ['MeasureRig', rig('r3')],
    ['Results', child('ResultsMachineArn', 'e-1__results__0', ended)],
  ];
  const found = played.calls.map((call) => [call.state, call.arguments]);
  yield* same('number of calls', found.length, expected.length);
  yield* expected.flatMap((call, index) => same(`call ${index}`, found[index], call));
  yield* same('output', [played.status, played.output, played.at], ['SUCCEEDED', RESULT, 0]);
}

/** Nothing is measured where the plan or the guardian failed. */
export async function* refusals(load: Load): Complaints {
  for (const name of TROUBLES) {
    const [trouble, end] = [fails(name, LONG), [name, LONG.slice(0, 4000)]];
    yield* tells(load, `Admit: ${name}`, { Admit: trouble }, 'Admit 0, NotifyRefusal 0', end);
    yield* tells(load, `Guardian: ${name}`, { StartGuardian: trouble }, `${UNGUARDED}, NotifyRefusal 0`, end);
    yield* tells(load, `Notify: ${name}`, { Admit: trouble, NotifyRefusal: trouble }, 'Admit 0, NotifyRefusal 0', end);
  }
  const [told] = listArguments(await play(load, { Admit: fails('SpecInvalid', LONG) }), 'NotifyRefusal');
  const telling = {
    why: 'refused',
    outcome: 'REFUSED',
    clean: true,
    error: 'SpecInvalid',
    cause: LONG.slice(0, 10_000),
  };
  const input = { executionId: 'play-1', ...telling };
  yield* same('told', told, { StateMachineArn: 'NotifyMachineArn', Name: 'play-1__refused', Input: input });
  const { error, cause } = await play(load, { Admit: () => Promise.reject(fails('', '')) });
  // The error of a function, as Lambda returns it.
  const thrown = (code: string, errorMessage = 'line 3:\n  "no"'): Error =>
    fails(code, JSON.stringify({ errorType: code, errorMessage, trace: ['at x'] }));
  const plain = await play(load, { Admit: thrown('InputInvalid') });
  yield* same('plain', tellStory(plain), {
    calls: 'Admit 0, NotifyRefusal 0',
    end: ['InputInvalid', 'line 3:\n  "no"'],
  });
  const planned = await play(load, {
    Admit: thrown('PlannedOnly', JSON.stringify({ end: 'PlannedOnly', answer: { text: 'so' } })),
  });
  const end = { end: 'PlannedOnly', answer: { text: 'so' } };
  yield* same('planned only', tellStory(planned), { calls: 'Admit 0', end });
  yield* same('no reason', [error, cause], ['Unknown', 'No cause was given.']);
}

/** A failed rig is torn down and named, and stops no other; a stopped one is reported, but is no failure. */
export async function* rigs(load: Load): Complaints {
  const after = 'Results 0';
  for (const name of TROUBLES) {
    const one = { MeasureRig: byRig({ r2: fails(name, LONG) }) };
    const played = await play(load, one);
    const teardown = {
      StateMachineArn: 'TeardownMachineArn',
      Name: 'e-1__r2__teardown__after__0',
      Input: { tagKey: 'fsxbench:rig', tagValue: 'e-1__r2', pollSeconds: 7, seconds: 900 },
    };
    const all = { MeasureRig: fails(name, LONG), RigFailed: fails(name, LONG) };
    const none = await play(load, all);
    yield* same(`one: ${name}`, tellStory(played).end, failed('r2'));
    yield* same(`one: ${name}: measured`, listArguments(played, 'MeasureRig').length, 3);
    yield* same(`one: ${name}: torn down`, listArguments(played, 'RigFailed'), [teardown]);
    yield* same(`all: ${name}`, tellStory(none).end, left('r1, r2, r3'));
    yield* same(`all: ${name}: torn down`, listArguments(none, 'RigFailed').length, 3);
  }
  const hung = await play(load, { MeasureRig: byRig({ r2: fails('Early', LONG) }), RigFailed: silent });
  const torn = hung.calls.find(({ state }) => state === 'RigFailed')?.at ?? 0;
  yield* same('a teardown that hangs', Math.round((hung.calls.at(-1)?.at ?? 0) - torn), 1200);
  const stopped = { MeasureRig: byRig({ r3: { Output: { status: 'STOPPED' } } }) };
  yield* tells(load, 'one is stopped', stopped, `${MEASURING}, ${after}`, RESULT);
}

/** The planned concurrency; a child that dies stops no other; without a list of rigs, all of them failed. */
export async function* children(load: Load): Complaints {
  const lost = fails('StepFunctions.SdkClientException');
  const again = await play(load, { MeasureRig: inTurn(lost, lost, MEASURED) });
  const died = await play(load, {
    MeasureRig: byRig({ r1: new Error('gone') }),
    Admit: { Payload: { ...PLAN, parallelRigs: 1 } },
  });
  const none = await play(load, { Admit: { Payload: { ...PLAN, parallelRigs: 'many' } } });
  const large = await play(load, { MeasureRig: { Output: { status: 'x'.repeat(100_000) } } });
  yield* same(
    'two at once',
    again.calls.slice(2, 7).map(({ state, at }) => `${state} ${at}`),
    ['MeasureRig 0', 'MeasureRig 0', 'MeasureRig 0.5', 'MeasureRig 0.5', 'MeasureRig 0.5'],
  );
  yield* same('two at once', again.output, RESULT);
  yield* same('a child dies', tellStory(died), { calls: `${MEASURING}, Results 0`, end: failed('r1') });
  yield* same('no children', tellStory(none), {
    calls: 'Admit 0, StartGuardian 0, Results 0',
    end: failed('r1, r2, r3'),
  });
  yield* same('too large', tellStory(large), { calls: `${MEASURING}, Results 0`, end: failed('r1, r2, r3') });
}

/** Incomplete results are a failure, as are results without valid trials; a failed notification is none. */
export async function* results(load: Load): Complaints {
  const [all, partial] = [`${MEASURING}, Results 0`, { result: RESULT, complete: false }];
  yield* tells(load, 'not whole', { Results: { Output: partial } }, all, LOST_RESULTS);
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* tells(load, `Results: ${name}`, { Results: trouble }, all, LOST_RESULTS);
  }
  const nothing = {
    ...RESULTS,
    result: { ...RESULT, answer: { headline: 'Nothing is known.' }, trials: { valid: 0 } },
  };
  const end = ['TooLittleMeasured', 'No trial is valid. Nothing is known. The report says why: report.html'];
  yield* tells(load, 'nothing counts', { Results: { Output: nothing } }, all, end);
  const one = { ...RESULT, trials: { valid: 1 } };
  yield* tells(load, 'one counts', { Results: { Output: { ...RESULTS, result: one } } }, all, one);
}

/** A call with a lost answer is repeated, with the same name where the first one may have succeeded. */
export async function* playRetried(load: Load): Complaints {
  const lost = fails('StepFunctions.SdkClientException');
  const [found, trouble] = [inTurn(lost, { Output: RESULTS }), fails('Trouble')];
  const names = (played: Alone, state: string): unknown[] =>
    listArguments(played, state).map((one) => (one as { Name?: string }).Name);
  const one = { Admit: { Payload: { ...PLAN, rigs: PLAN.rigs.slice(0, 1) } } };
  const guarded = await play(load, { StartGuardian: inTurn(lost, {}) });
  const read = await play(load, { Results: found });
  const measured = await play(load, { ...one, MeasureRig: inTurn(lost, MEASURED) });
  const torn = await play(load, { ...one, MeasureRig: trouble, RigFailed: inTurn(lost, {}) });
  const admitted = await play(load, { Admit: inTurn(fails('Lambda.SdkClientException'), { Payload: PLAN }) });
  const queued = fails('Queued');
  const waited = await play(load, { Admit: inTurn(queued, queued, { Payload: PLAN }) });
  const waitsForEver = await play(load, { Admit: queued });
  const heard = await play(load, { Admit: inTurn(silent, { Payload: PLAN }) });
  const unheard = await play(load, { Admit: silent });
  yield* same('StartGuardian', [names(guarded, 'StartGuardian'), guarded.output], [['e-1', 'e-1'], RESULT]);
  yield* same('Results', [names(read, 'Results'), read.output], [['e-1__results__0', 'e-1__results__1'], RESULT]);
  yield* same('MeasureRig', [names(measured, 'MeasureRig'), measured.output], [['e-1__r1', 'e-1__r1'], RESULT]);
  yield* same('RigFailed', names(torn, 'RigFailed'), ['e-1__r1__teardown__after__0', 'e-1__r1__teardown__after__1']);
  yield* same('Admit', [listArguments(admitted, 'Admit').length, admitted.output], [2, RESULT]);
  yield* same(
    'Admit, queued',
    [waited.calls.slice(0, 4).map(({ state, at }) => `${state} ${at}`), waited.output],
    [['Admit 0', 'Admit 150', 'Admit 300', 'StartGuardian 300'], RESULT],
  );
  // After a day it is refused like any other start.
  yield* same(
    'Admit, queued for ever',
    [listArguments(waitsForEver, 'Admit').length, waitsForEver.error, waitsForEver.at],
    [577, 'Queued', 86_400],
  );
  yield* same('Admit, silent once', [listArguments(heard, 'Admit').length, heard.output], [2, RESULT]);
  yield* same('Admit, silent for ever', [listArguments(unheard, 'Admit').length, unheard.error], [2, 'States.Timeout']);
}
