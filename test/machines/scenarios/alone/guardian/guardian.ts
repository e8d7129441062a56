/** `guardian` by itself: how long it watches, what it stops, and how it determines the outcome. */
import { alone, type Alone, type Answers, fails, inTurn, LONG } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { silent, TROUBLES } from '../../../story';
import { BEGUN, INPUT, UNTIL, done, HEALTHY, is, living, play, tells } from './answers';

const child = (machine: string, name: string, input: unknown): unknown => ({
  StateMachineArn: machine,
  Name: name,
  Input: input,
});
const lambda = (name: string, payload: unknown): unknown => ({ FunctionName: name, Payload: payload });

/** Every call for a failed execution, with all arguments. */
export async function* calls(load: Load): Complaints {
  const failed = is('FAILED');
  const played = await play(load, { Watch: failed, Outcome: failed });
  const [ids, arn] = [{ executionId: 'e-1', experiment: 'play' }, { ExecutionArn: 'arn:experiment:e-1' }];
  const stop = lambda('StopChildrenFunctionArn', { executionId: 'e-1', executionArn: 'arn:experiment:e-1' });
  const teardown = { tagKey: 'fsxbench:execution', tagValue: 'e-1', pollSeconds: 7, seconds: 900.5 };
  const expected = [
    ['Watch', arn, 0],
    ['CloseFence', lambda('CloseFenceFunctionArn', { executionId: 'e-1', by: 'play-1' }), 0],
    ['StopLiving', stop, 0],
    ['StopLiving', stop, 15],
    ['Outcome', arn, 15],
    ['SaveResults', child('ResultsMachineArn', 'play-1__saved__0', { ...ids, ended: 'FAILED' }), 15],
    ['TearDown', child('TeardownMachineArn', 'play-1__teardown__1__0', teardown), 15],
    ['WriteReceipt', lambda('WriteReceiptFunctionArn', { ...ids, outcome: 'FAILED', fencedAt: 'early' }), 135],
    ['AskServers', lambda('AskServersFunctionArn', { ...ids, late: false }), 135],
    ['Report', lambda('AnalyseFunctionArn', { ...ids, ended: 'FAILED' }), 135],
    [
      'Notify',
      child('NotifyMachineArn', 'play-1', {
        ...ids,
        why: 'ended',
        outcome: 'FAILED',
        clean: true,
        error: '',
        cause: '',
      }),
      135,
    ],
  ];
  const found = played.calls.map((call) => [call.state, call.arguments, call.at]);
  yield* same('number of calls', found.length, expected.length);
  yield* expected.flatMap((call, index) => same(`call ${index}`, found[index], call));
  yield* same('output', played.output, done('FAILED'));
}

/** Polls less and less often, until the execution ends or its time is over. */
export async function* watch(load: Load): Complaints {
  const [running, ok] = [is('RUNNING'), done('SUCCEEDED')];
  const first = 'Watch 0, Watch 60, Watch 120, Watch 180, Watch 270';
  const rest = (at: number): string =>
    [`CloseFence ${at}, StopLiving ${at}, StopLiving ${at + 15}, Outcome ${at + 15}, TearDown ${at + 15}`]
      .concat([`WriteReceipt ${at + 135}, Report ${at + 135}`])
      .join(', ');
  const overtime = `${first}, Watch 405, Watch 607.5, Watch 911.25, Watch 1366.875, ${rest(1366.875)}`;
  yield* tells(
    load,
    'ends',
    { Watch: inTurn(running, running, running, running, is('ABORTED')) },
    `${first}, ${rest(270)}`,
    ok,
  );
  yield* tells(load, 'never ends', { Watch: running }, overtime, ok);
  for (const name of TROUBLES) {
    const blind = fails(name, LONG);
    const answers = { Watch: inTurn(blind, is('SUCCEEDED')) };
    const unseen = overtime.replace(/Watch ([\d.]+)/g, 'Watch $1, LookAtFence $1');
    yield* tells(load, `cannot look: ${name}`, answers, `Watch 0, LookAtFence 0, Watch 60, ${rest(60)}`, ok);
    yield* tells(load, `can never look: ${name}`, { Watch: blind }, unseen, ok);
  }
}

/** A missing execution: its stack was deleted, and resources cost money. A single miss may be a delayed listing. */
export async function* playDeleted(load: Load): Complaints {
  const gone = fails('Sfn.ExecutionDoesNotExistException');
  const end = (at: number): string =>
    `CloseFence ${at}, StopLiving ${at}, StopLiving ${at + 15}, Outcome ${at + 15}, SaveResults ${at + 15}, ` +
    `TearDown ${at + 15}, WriteReceipt ${at + 135}, Report ${at + 135}`;
  const running = is('RUNNING');
  const lags = inTurn(gone, running, gone, running, gone, gone);
  yield* tells(
    load,
    'the stack was deleted',
    { Watch: inTurn(running, gone), Outcome: gone },
    `Watch 0, Watch 60, Watch 120, ${end(120)}`,
    done('UNKNOWN'),
  );
  yield* tells(
    load,
    'a look lags',
    { Watch: lags, Outcome: gone },
    `Watch 0, Watch 60, Watch 120, Watch 180, Watch 270, Watch 405, ${end(405)}`,
    done('UNKNOWN'),
  );
}

/** No successful poll for half an hour, and no known end: resources must not cost money until the deadline. */
export async function* playBlinded(load: Load): Complaints {
  const denied = fails('Sfn.AccessDeniedException');
  const looks = (calls: Alone['calls']): number => calls.filter(({ state }) => state === 'Watch').length;
  const closed = (calls: Alone['calls']): number => calls.find(({ state }) => state === 'CloseFence')?.at ?? -1;
  const input = { ...INPUT, until: UNTIL + 86_400, timing: { ...INPUT.timing, guardianPollGrowth: 0 } };
  const answers = { ...HEALTHY, Watch: denied, Outcome: denied };
  const never = await alone(load, 'guardian', input, answers);
  const told = inTurn(fails('S3.NoSuchKeyException'), { Body: LONG });
  const heard = await alone(load, 'guardian', input, { ...answers, LookAtFence: told });
  const seen = Array.from({ length: 29 }, () => denied);
  const short = inTurn(...seen, is('RUNNING'), ...seen, is('FAILED'));
  const passed = await alone(load, 'guardian', input, { ...answers, Watch: short });
  yield* same('blind', [looks(never.calls), closed(never.calls), never.output], [30, 29 * 60, done('UNKNOWN')]);
  yield* same('told', [looks(heard.calls), closed(heard.calls), heard.output], [2, 60, done('UNKNOWN')]);
  yield* same('a trouble that passes', [looks(passed.calls), passed.output], [60, done('FAILED')]);
}

/** Stops until nothing lives in two consecutive listings, within a time limit. */
export async function* stop(load: Load): Complaints {
  const began = 'Watch 0, CloseFence 0';
  const ended = (at: number): string => `Outcome ${at}, TearDown ${at}, WriteReceipt ${at + 120}, Report ${at + 120}`;
  const every = (last: number): string =>
    Array.from({ length: last / 15 + 1 }, (_, index) => `StopLiving ${15 * index}`).join(', ');
  const story = (what: string, answer: unknown, last: number): Complaints =>
    tells(load, what, { StopLiving: answer }, `${began}, ${every(last)}, ${ended(last)}`, done('SUCCEEDED'));
  yield* story('one comes late', inTurn(living(0), living(3), living(0), living(0)), 45);
  yield* story('two take long', inTurn(living(2), living(2), living(0), living(0)), 45);
  yield* story('lives on', living(1), 105);
  // Reported by the function's own call, or by Lambda: then it does not retry for 100 seconds.
  const refusals = [
    fails('AccessDeniedException', LONG),
    fails('Lambda.AWSLambdaException', 'User: x is not authorized to perform: lambda:InvokeFunction'),
  ];
  for (const refusal of refusals) {
    const denied = await play(load, { StopLiving: inTurn(living(1), refusal) });
    const next = denied.calls.find(({ state }) => state === 'TearDown');
    yield* same(`denied: ${refusal.error}`, [(next?.at ?? 999) < 60, denied.output], [true, done('SUCCEEDED')]);
  }
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* story(`once ${name}`, inTurn(living(0), trouble, living(0)), 30);
    yield* story(`always ${name}`, trouble, 105);
  }
}

/** The outcome of the execution: results are saved unless it succeeded. */
export async function* outcome(load: Load): Complaints {
  const rest = (at: number): string => `TearDown ${at}, WriteReceipt ${at + 120}, Report ${at + 120}`;
  const saved = `${BEGUN}, SaveResults 15, ${rest(15)}`;
  const ok = done('SUCCEEDED');
  const gone = fails('Sfn.ExecutionDoesNotExistException');
  yield* tells(load, 'ended as TIMED_OUT', { Outcome: is('TIMED_OUT') }, saved, done('TIMED_OUT'));
  yield* tells(load, 'is not there', { Outcome: gone }, saved, done('UNKNOWN'));
  yield* tells(
    load,
    'results hang',
    { Outcome: is('FAILED'), SaveResults: silent },
    `${BEGUN}, SaveResults 15, ${rest(616)}`,
    done('FAILED'),
  );
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* tells(load, `Outcome, after a success: ${name}`, { Outcome: trouble }, `${BEGUN}, ${rest(15)}`, ok);
    yield* tells(load, `Outcome: ${name}`, { Watch: is('X'), Outcome: trouble }, saved, done('X'));
    yield* tells(load, `SaveResults: ${name}`, { Outcome: is('FAILED'), SaveResults: trouble }, saved, done('FAILED'));
  }
}

/** A call with a lost answer is repeated, with another name where it starts a machine. */
export async function* playRetried(load: Load): Complaints {
  const lost: Answers = {
    Watch: 'Sfn.SdkClientException',
    CloseFence: 'Lambda.SdkClientException',
    StopLiving: 'Lambda.TooManyRequestsException',
    Outcome: 'Sfn.SfnException',
    SaveResults: 'StepFunctions.ThrottlingException',
    TearDown: 'StepFunctions.SdkClientException',
    WriteReceipt: 'Lambda.ServiceException',
    AskServers: 'Transient',
    Report: 'Transient',
  };
  for (const [state, error] of Object.entries(lost)) {
    const good = state === 'Outcome' ? is('FAILED') : HEALTHY[state];
    const answers = { Outcome: is('FAILED'), [state]: inTurn(fails(String(error)), good) };
    const played = await play(load, answers);
    const made = played.calls.filter((call) => call.state === state);
    const names = made.slice(0, 2).map((call) => (call.arguments as { Name?: string }).Name);
    const child = { SaveResults: 'play-1__saved__', TearDown: 'play-1__teardown__1__' }[state];
    yield* same(`${state} is made again`, (made[1]?.at ?? 0) - (made[0]?.at ?? 0), 0.5);
    yield* same(`${state} by name`, names, child === undefined ? [undefined, undefined] : [`${child}0`, `${child}1`]);
    yield* same(`${state} after all`, played.output, done('FAILED'));
  }
}
