/** `janitor` by itself: its guardians for leftovers, their concurrency, and its report about failed starts. */
import { alone, type Answers, breaking, fails, LONG, takes } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';

const ORPHANS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((executionId) => ({
  executionId,
  experiment: `of ${executionId}`,
  why: `${executionId} is over`,
  until: 17,
}));
const started = (executionId: string): unknown => ({ executionId, started: `${executionId}__recover__1` });
const idOf = (call: TaskCall): string => (call.arguments as { Payload: { executionId: string } }).Payload.executionId;
const HEALTHY: Answers = {
  Find: { Payload: { orphans: ORPHANS, unseen: [] } },
  StartGuardian: takes(10, (call: TaskCall) => ({ Payload: started(idOf(call)) })),
};

/** A pass whose function does not run. */
const UNABLE: Answers = { ListGuardians: { Executions: [] }, NotifyUnable: {} };

const UNGUARDED = 'The next pass tries again; this one could not check, or start a guardian for: ';
const ONE: Answers = { Find: { Payload: { orphans: ORPHANS.slice(0, 1), unseen: [] } } };

/** Every orphan gets its guardian, five at a time. */
export async function* recovers(load: Load): Complaints {
  const { status, output, calls } = await alone(load, 'janitor', {}, HEALTHY);
  const none = await alone(load, 'janitor', {}, { ...HEALTHY, Find: { Payload: { orphans: [], unseen: [] } } });
  yield* same('calls', calls, [
    { state: 'Find', arguments: { FunctionName: 'FindOrphansFunctionArn', Payload: {} }, at: 0 },
    ...ORPHANS.map(({ executionId, experiment, why, until }, index) => ({
      state: 'StartGuardian',
      arguments: {
        FunctionName: 'StartGuardianFunctionArn',
        Payload: { executionId, experiment, why, left: true, until },
      },
      at: index < 5 ? 0 : 10,
    })),
  ]);
  yield* same(
    'recovered',
    [status, output],
    ['SUCCEEDED', { recovered: ORPHANS.map(({ executionId }) => started(executionId)) }],
  );
  yield* same('none', [none.status, none.output, none.calls.length], ['SUCCEEDED', { recovered: [] }, 1]);
}

/** What was listed is handled; an incomplete listing is a failure with a mail. */
export async function* half(load: Load): Complaints {
  const unseen = ['fsx:file-system', 'x'.repeat(5000)];
  const found = await alone(load, 'janitor', {}, { ...HEALTHY, Find: { Payload: { orphans: ORPHANS, unseen } } });
  const cause = `${UNGUARDED}${unseen.join(', ').slice(0, 2000)}`;
  yield* same('started', found.calls.filter(({ state }) => state === 'StartGuardian').length, ORPHANS.length);
  yield* same('end', [found.status, found.error, found.cause], ['FAILED', 'ListingFailed', cause]);
}

/** A running guardian counts as started; an orphan without further recoveries does not. */
export async function* playUnguarded(load: Load): Complaints {
  const answered = async (answer: object): Promise<unknown> => {
    const StartGuardian = { Payload: { executionId: 'a', started: null, ...answer } };
    const { status, cause } = await alone(load, 'janitor', {}, { ...ONE, StartGuardian });
    return [status, cause];
  };
  const why = 'all recoveries are used up';
  yield* same('one runs', await answered({ why: 'a is running' }), ['SUCCEEDED', undefined]);
  yield* same('used up', await answered({ why, unguarded: why }), ['FAILED', `${UNGUARDED}a (${why})`]);
}

/** Where its function cannot run, a mail without functions names possible costs, once a day for the same execution. */
export async function* unable(load: Load): Complaints {
  const busy = fails('Lambda.TooManyRequestsException', 'Rate Exceeded');
  const told = async (names: readonly string[], more: Answers = {}) => {
    const ListGuardians = { Executions: names.map((Name) => ({ Name })) };
    const one = await alone(load, 'janitor', {}, { Find: busy, ListGuardians, NotifyUnable: {}, ...more });
    const [call] = one.calls.filter(({ state }) => state === 'NotifyUnable');
    return { ...one, told: call?.arguments as { Name: string; Input: { mail: { text: string; detail: object } } } };
  };
  const { status, error, cause, at, told: sent } = await told(['e-2__recover__12', 'e-1', 'e-2']);
  yield* same(
    'end',
    [status, error, cause, at < 2_700],
    ['FAILED', 'Lambda.TooManyRequestsException', 'Rate Exceeded', true],
  );
  yield* same('name', sent.Name.replace(/\d{4}(-\d\d){2}__[0-9a-f]{8}$/, 'DAY'), 'janitor__unable__DAY');
  yield* same('detail', sent.Input.mail.detail, {
    kind: 'resources-left',
    stack: 'StackName',
    why: 'unable',
    executionId: 'e-1, e-2',
    clean: false,
  });
  for (const part of [
    'Lambda.TooManyRequestsException: Rate Exceeded.',
    'May cost money: e-1, e-2\n',
    'aws lambda get-account-settings',
    'aws lambda delete-function-concurrency',
    'npx fsxbench stop EXECUTION',
  ])
    yield* same(part, sent.Input.mail.text.includes(part), true);
  const none = await told([]);
  yield* same('none', none.told.Input.mail.text.includes('May cost money: no guardian runs\n'), true);
  yield* same('another list, another name', none.told.Name === sent.Name, false);
  const blind = await told([], { ListGuardians: fails('Trouble') });
  yield* same('blind', blind.told.Input.mail.text.includes('(the list of running guardians cannot be read)'), true);
  const again = await told(['e-1'], { NotifyUnable: fails('StepFunctions.ExecutionAlreadyExistsException') });
  yield* same('told before', [again.status, again.error], ['FAILED', 'Lambda.TooManyRequestsException']);
}

/** A guardian that cannot be started fails the pass, after all others; the mail about a failed listing is short. */
export async function* playUnrecovered(load: Load): Complaints {
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const one = await alone(
      load,
      'janitor',
      {},
      {
        ...HEALTHY,
        StartGuardian: (call: TaskCall) => {
          if (idOf(call) === 'b') throw fails(name, LONG);
          return { Payload: started(idOf(call)) };
        },
      },
    );
    const cause = `${UNGUARDED}b (${name} ${LONG})`;
    yield* same(`StartGuardian: ${name}`, one.calls.length, 1 + ORPHANS.length);
    yield* same(
      `StartGuardian: ${name}`,
      [one.status, one.error, one.cause],
      ['FAILED', 'ListingFailed', `${cause.slice(0, cause.indexOf('(') + 101)})`],
    );
    const blind = await alone(load, 'janitor', {}, { ...UNABLE, Find: fails(name, LONG) });
    const broken = await alone(
      breaking(load, 'NotStarted', name),
      'janitor',
      {},
      {
        ...ONE,
        StartGuardian: fails('Trouble'),
      },
    );
    for (const { status, error, cause } of [blind, broken]) {
      yield* same(`Find: ${name}`, [status, error, cause], ['FAILED', name, LONG.slice(0, 4000)]);
    }
  }
  const silent = await alone(load, 'janitor', {}, { ...UNABLE, Find: fails('', '') });
  yield* same('without a word', [silent.error, silent.cause], ['Unknown', 'No cause was given.']);
}
