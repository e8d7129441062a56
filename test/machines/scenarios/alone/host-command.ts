/** `host-command` by itself: its polls, its time limits, and its report about a command. */
import { alone, type Answers, fails, inTurn, LONG, uncaught } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';

const COMMAND = {
  name: 'measure',
  roles: ['client'],
  hosts: 2,
  scriptKey: 'scripts/a.sh',
  scriptSha256: 'abc',
  barrier: true,
  expectedSeconds: 600,
  timeoutSeconds: 700,
  pollSeconds: 20,
};
const INPUT = {
  rigTag: 'play-1__r1',
  fenceKey: 'closed/fence.json',
  outcomeKey: 'rigs/r1.outcome.json',
  step: COMMAND,
  hostsKey: 'hosts.txt',
  endpointsKey: 'none',
  outputPrefix: 'raw/',
  attempt: 't0001.a1',
  timing: { barrierLeadSeconds: 60, pollSeconds: 15, deliverySeconds: 120 },
};
const GOOD = { name: 'measure', status: 'SUCCEEDED', failed: [] };
const HEALTHY: Answers = {
  LookAtFence: fails('S3.NoSuchKeyException'),
  LookAtOutcome: fails('S3.NoSuchKeyException'),
  Send: { Command: { CommandId: 'c-1' } },
  Look: { Payload: { ended: true } },
  Cancel: {},
  Judge: { Payload: GOOD },
};
const looking = (ended: boolean): unknown => ({ Payload: { ended } });

async function moments(load: Load, answers: Answers, input: unknown = INPUT): Promise<unknown> {
  const { calls, output } = await alone(load, 'host-command', input, { ...HEALTHY, ...answers });
  const sent = calls.filter(({ state }) => !['LookAtFence', 'LookAtOutcome'].includes(state));
  return [sent.map(({ state, at }) => `${state} ${at}`).join(', '), output];
}

/** The document gets all parameters as texts; the common start is a moment ahead, to the millisecond. */
export async function* sends(load: Load): Complaints {
  const attempt = `t0001.a1 ${'long '.repeat(30)}`;
  const timing = { ...INPUT.timing, barrierLeadSeconds: 60.12345 };
  const [look, outcome, barred] = (await alone(load, 'host-command', { ...INPUT, attempt, timing }, HEALTHY)).calls;
  const free = { ...INPUT, step: { ...COMMAND, barrier: false } };
  const [, , unbarred] = (await alone(load, 'host-command', free, HEALTHY)).calls;
  const instant = (unbarred?.arguments as { Parameters: { StartAt: unknown } } | undefined)?.Parameters.StartAt;
  yield* same('fence', look?.arguments, { Bucket: 'ResultsBucket', Key: 'closed/fence.json' });
  yield* same('outcome', outcome?.arguments, { Bucket: 'ResultsBucket', Key: 'rigs/r1.outcome.json' });
  yield* same('arguments', barred?.arguments, {
    DocumentName: 'RunScriptDocument',
    Targets: [
      { Key: 'tag:fsxbench:stack', Values: ['StackName'] },
      { Key: 'tag:fsxbench:rig', Values: ['play-1__r1'] },
      { Key: 'tag:fsxbench:role', Values: ['client'] },
    ],
    MaxConcurrency: '100%',
    MaxErrors: '100%',
    TimeoutSeconds: 120,
    Comment: `play-1__r1 ${attempt}`.slice(0, 100),
    Parameters: {
      ScriptKey: ['scripts/a.sh'],
      ScriptSha256: ['abc'],
      HostsKey: ['hosts.txt'],
      EndpointsKey: ['none'],
      OutputPrefix: ['raw/'],
      Attempt: [attempt],
      Step: ['measure'],
      StartAt: [`${BEGINNING / 1000 + 60}.123`],
      IssuedAt: [String(BEGINNING)],
      ExecutionTimeout: ['761'],
      WrapperKey: ['none'],
    },
  });
  yield* same('no barrier', instant, ['0']);
}

const FILE =
  'client-0 client 0 10.0.0.1 mi-1\nserver-0 server 0 10.0.0.2 i-2\nwatcher-0 watcher 0 10.0.0.3 i-3\n' +
  'client-1 client 1 10.0.0.4 i-4\n';
const MANAGED = { ...INPUT, step: { ...COMMAND, roles: ['client', 'watcher'], wrapperKey: 'scripts/w.sh' } };

/** External hosts have no tag of fsxbench: roles select them by id, and fetch the script that runs commands. */
export async function* byId(load: Load): Complaints {
  const { calls } = await alone(load, 'host-command', MANAGED, { ...HEALTHY, ReadHosts: { Body: FILE } });
  const [, , read, send] = calls;
  const given = send?.arguments as { Targets: unknown; Parameters: Record<string, unknown> } | undefined;
  const unread = await alone(load, 'host-command', MANAGED, { ...HEALTHY, ReadHosts: fails('S3.NoSuchKeyException') });
  yield* same('list of hosts', read?.arguments, { Bucket: 'ResultsBucket', Key: 'hosts.txt' });
  yield* same('targets', given?.Targets, [{ Key: 'InstanceIds', Values: ['mi-1', 'i-3', 'i-4'] }]);
  yield* same('wrapper', given?.Parameters['WrapperKey'], ['scripts/w.sh']);
  yield* same('nobody is known', unread.output, {
    name: 'measure',
    status: 'LOST',
    failed: ['S3.NoSuchKeyException: said so'],
  });
  yield* same(
    'and nothing is sent',
    unread.calls.map(({ state }) => state).filter((state) => state === 'Send'),
    [],
  );
}

/** Early polls at twice the elapsed time, one at the expected end, soon more of them, then at intervals. */
export async function* looks(load: Load): Complaints {
  const soon = [660, 663, 666, 669, 673.5, 680.25, 690.375].map((at) => `Look ${at}`).join(', ');
  const steady = Array.from({ length: 10 }, (_, index) => `Look ${705.562 + 20 * index}`).join(', ');
  yield* same('ends at once', await moments(load, {}), ['Send 0, Look 150, Judge 150', GOOD]);
  yield* same(
    'ends after its time',
    await moments(load, {
      Look: inTurn(...Array.from({ length: 5 }, () => looking(false)), looking(true)),
    }),
    ['Send 0, Look 150, Look 300, Look 600, Look 660, Look 663, Look 666, Judge 666', GOOD],
  );
  yield* same('never ends', await moments(load, { Look: looking(false) }), [
    `Send 0, Look 150, Look 300, Look 600, ${soon}, ${steady}, Cancel 885.562, Judge 885.562`,
    GOOD,
  ]);
  yield* same('an answer without a word', await moments(load, { Look: inTurn({ Payload: {} }, looking(true)) }), [
    'Send 0, Look 150, Look 300, Judge 300',
    GOOD,
  ]);
  yield* same(
    'short, without a barrier',
    await moments(load, {}, { ...INPUT, step: { ...COMMAND, barrier: false, expectedSeconds: 7 } }),
    ['Send 0, Look 7, Judge 7', GOOD],
  );
}

/** A closed fence, an ended rig, or a failed check: no command is sent, and the reason is reported. */
export async function* fences(load: Load): Complaints {
  const why =
    'FenceClosed: The fence of this execution is closed, its rig has ended, or that could not be checked: no command ' +
    'is sent any more.';
  const told = { name: 'measure', status: 'LOST', failed: [why] };
  const closed = [{ Body: '{}' }, fails('States.DataLimitExceeded'), fails('Trouble'), fails('S3.S3Exception')];
  for (const [index, LookAtFence] of closed.entries())
    yield* same(`fence ${index}`, await moments(load, { LookAtFence }), ['', told]);
  for (const [index, LookAtOutcome] of closed.entries())
    yield* same(`outcome ${index}`, await moments(load, { LookAtOutcome }), ['', told]);
}

/** A redrive enters Send after the check of the fence: it continues only where that check is recent. */
export async function* redriven(load: Load): Complaints {
  const answers = { ...HEALTHY, Send: inTurn(fails('Trouble'), HEALTHY['Send']) };
  const ways: string[] = [];
  for (const after of [119, 8 * 3600]) {
    const { calls, error } = await alone(uncaught(load, 'Send'), 'host-command', INPUT, answers, after);
    ways.push([...calls.map(({ state }) => state), error ?? 'ended well'].join(' '));
  }
  yield* same('ways', ways, [
    'LookAtFence LookAtOutcome Send Send Look Judge ended well',
    'LookAtFence LookAtOutcome Send States.QueryEvaluationError',
  ]);
}

/** Times count from the open fence: retried checks do not use up the time before the barrier. */
export async function* late(load: Load): Complaints {
  const slow = inTurn(fails('S3.S3Exception'), fails('S3.S3Exception'), fails('S3.NoSuchKeyException'));
  const { calls } = await alone(load, 'host-command', INPUT, { ...HEALTHY, LookAtFence: slow });
  const send = calls.find(({ state }) => state === 'Send');
  const given = send?.arguments as { Parameters: Record<string, unknown> } | undefined;
  yield* same(
    'instants',
    [send?.at, given?.Parameters['StartAt'], given?.Parameters['IssuedAt']],
    [1.5, [String(BEGINNING / 1000 + 61.5)], [String(BEGINNING + 1500)]],
  );
}

/** A failed call, for any reason: it continues where possible, and reports LOST otherwise. */
export async function* playLost(load: Load): Complaints {
  const lostBy = (why: string): unknown => ({ name: 'measure', status: 'LOST', failed: [why] });
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const trouble = fails(name, LONG);
    const told = lostBy(`${name}: ${LONG.slice(0, 300)}`);
    yield* same(`Send: ${name}`, await moments(load, { Send: trouble }), ['Send 0', told]);
    yield* same(`Judge: ${name}`, await moments(load, { Judge: trouble }), ['Send 0, Look 150, Judge 150', told]);
    yield* same(`Look: ${name}`, await moments(load, { Look: inTurn(trouble, looking(true)) }), [
      'Send 0, Look 150, Look 300, Judge 300',
      GOOD,
    ]);
    const { calls, output } = await alone(load, 'host-command', INPUT, {
      ...HEALTHY,
      Look: trouble,
      Cancel: trouble,
    });
    yield* same(`Cancel: ${name}`, calls.slice(-2), [
      { state: 'Cancel', arguments: { CommandId: 'c-1' }, at: 885.562 },
      { state: 'Judge', arguments: JUDGED, at: 885.562 },
    ]);
    yield* same(`Cancel: ${name}`, output, GOOD);
  }
}

/** Polls send what the judge gets. Another version answers none: waiting for the limit would only cost money. */
export async function* polls(load: Load): Complaints {
  const { calls } = await alone(load, 'host-command', INPUT, HEALTHY);
  const poll = calls.find(({ state }) => state === 'Look')?.arguments;
  yield* same('poll', poll, { ...JUDGED, Payload: { poll: true, ...JUDGED.Payload } });
  const told = { name: 'measure', status: 'LOST', failed: ['OtherVersion: said so'] };
  yield* same('other version', await moments(load, { Look: fails('OtherVersion') }), ['Send 0, Look 150', told]);
}

const JUDGED = {
  FunctionName: 'JudgeHostsFunctionArn',
  Payload: {
    commandId: 'c-1',
    name: 'measure',
    roles: ['client'],
    hosts: 2,
    hostsKey: 'hosts.txt',
    outputPrefix: 'raw/',
  },
};
