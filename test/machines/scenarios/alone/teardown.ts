/** `teardown` by itself: what it deletes and how, how it handles a refusal, and when it gives up. */
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { alone, type Alone, type Answers, breaking, fails, inTurn, LONG, takes } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';

const INPUT = { tagKey: 'fsxbench:rig', tagValue: 'play-1__r1', pollSeconds: 20, seconds: 50 };
const IDS = ['i-1', 'i-2', 'i-3', 'i-4', 'i-5', 'i-6', 'i-7'];
const HOSTS = { kind: 'ec2:instance', ids: IDS };
const DISK = { kind: 'ec2:volume', ids: ['vol-1'] };
const TEMPLATE = { kind: 'ec2:launch-template', ids: ['lt-1'] };
const STORAGE = { kind: 'fsx:file-system', ids: ['fs-1'], type: 'LUSTRE' };
const listing = (...deletable: readonly unknown[]): unknown => ({
  Payload: { living: deletable.length, deletable },
});
const EMPTY = listing();
const HEALTHY: Answers = {
  List: inTurn(listing(HOSTS, TEMPLATE), EMPTY),
  TerminateInstances: { TerminatingInstances: LONG },
  TerminateOne: { TerminatingInstances: LONG },
  DeleteDisk: {},
  DeleteTemplate: { LaunchTemplate: LONG },
  DeleteStorage: { Payload: { id: LONG } },
};
const GONE = ['SUCCEEDED', { clean: true }];
const stillThere = (refusal: string): unknown => [
  'FAILED',
  'TeardownIncomplete',
  `After 50 seconds resources with fsxbench:rig = play-1__r1 still exist. ${refusal}`,
];
const STILL_THERE = stillThere('No delete was refused: they take longer.');

const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(load, 'teardown', INPUT, { ...HEALTHY, ...answers });
const told = ({ calls }: Alone): string => calls.map(({ state, at }) => `${state} ${at}`).join(', ');
const result = ({ status, output, error, cause }: Alone): unknown =>
  status === 'SUCCEEDED' ? [status, output] : [status, error, cause];

/** A listing, its deletes, and again until a listing is empty or the time is over. */
export async function* deletes(load: Load): Complaints {
  const gone = await play(load, {});
  const list = (round: number): unknown => ({
    FunctionName: 'ListResourcesFunctionArn',
    Payload: { tagKey: 'fsxbench:rig', tagValue: 'play-1__r1', round, spared: [] },
  });
  const waits = await play(load, { List: { Payload: { living: 3, deletable: [] } } });
  const many = await play(load, {
    List: inTurn(listing(...IDS.map((id) => ({ kind: 'ec2:launch-template', ids: [id] }))), EMPTY),
    DeleteTemplate: takes(10, {}),
  });
  // The function deletes kinds without their own state: every kind of storage, and refuses others.
  const strange = await play(load, {
    List: inTurn(listing({ kind: 'fsx:thing', ids: ['thing-1'], type: null }, TEMPLATE), EMPTY),
    DeleteStorage: fails('EventInvalid'),
  });
  const storage = await play(load, { List: inTurn(listing(STORAGE), EMPTY) });
  const disk = await play(load, { List: inTurn(listing(DISK), EMPTY) });
  // A new resource may not be listed yet: in this case a file system existed until the execution ended.
  const young = await play(load, { List: inTurn(EMPTY, listing(STORAGE), EMPTY) });
  const nothing = await play(load, { List: EMPTY });
  const settled = await alone(load, 'teardown', { ...INPUT, tagKey: 'fsxbench:execution' }, { List: EMPTY });
  yield* same('calls', gone.calls, [
    { state: 'List', arguments: list(0), at: 0 },
    { state: 'TerminateInstances', arguments: { InstanceIds: IDS }, at: 0 },
    { state: 'DeleteTemplate', arguments: { LaunchTemplateId: 'lt-1' }, at: 0 },
    { state: 'List', arguments: list(1), at: 5 },
  ]);
  yield* same('gone', result(gone), GONE);
  yield* same('waits', [told(waits), result(waits)], ['List 0, List 5, List 17.36, List 51.8', STILL_THERE]);
  yield* same(
    'five at a time',
    many.calls.map(({ at }) => at),
    [0, 0, 0, 0, 0, 0, 10, 10, 25],
  );
  yield* same('disk', disk.calls[1], { state: 'DeleteDisk', arguments: { VolumeId: 'vol-1' }, at: 0 });
  yield* same('disk', result(disk), GONE);
  yield* same('young', [told(young), result(young)], ['List 0, List 5, DeleteStorage 5, List 17.36', GONE]);
  yield* same('nothing', [told(nothing), result(nothing)], ['List 0, List 5', GONE]);
  yield* same('settled', [told(settled), result(settled)], ['List 0', GONE]);
  yield* same('storage', storage.calls[1], {
    state: 'DeleteStorage',
    arguments: { FunctionName: 'DeleteStorageFunctionArn', Payload: { id: 'fs-1', type: 'LUSTRE' } },
    at: 0,
  });
  yield* same('storage', result(storage), GONE);
  yield* same('a strange kind', strange.calls[1]?.arguments, {
    FunctionName: 'DeleteStorageFunctionArn',
    Payload: { id: 'thing-1', type: null },
  });
  yield* same(
    'a strange kind',
    [told(strange), result(strange)],
    ['List 0, DeleteStorage 0, DeleteTemplate 0, List 5', GONE],
  );
}

/** Refusals are no deletes: hosts are tried one by one, and the next listing shows the rest. */
export async function* playRefused(load: Load): Complaints {
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const trouble = fails(name, LONG);
    const cut = `${name} ${LONG}`.slice(0, 300);
    const late = await play(load, { List: inTurn(trouble, listing(HOSTS), EMPTY) });
    const blind = await play(load, { List: trouble });
    const kept = await play(load, { DeleteTemplate: trouble });
    const disk = await play(load, { List: inTurn(listing(DISK), EMPTY), DeleteDisk: trouble });
    const stays = await play(load, { List: inTurn(listing(STORAGE), EMPTY), DeleteStorage: trouble });
    const single = await play(load, {
      TerminateInstances: trouble,
      TerminateOne: takes(10, (call: TaskCall) => {
        if (JSON.stringify(call.arguments).includes('i-2')) throw trouble;
        return { TerminatingInstances: LONG };
      }),
    });
    const ones = single.calls.filter(({ state }) => state === 'TerminateOne');
    yield* same(
      `List: ${name}`,
      [told(late), result(late)],
      ['List 0, List 5, TerminateInstances 5, List 17.36', GONE],
    );
    yield* same(
      `List: ${name}`,
      [told(blind), result(blind)],
      ['List 0, List 5, List 17.36, List 51.8', stillThere(`The last refusal: listing: ${cut}`)],
    );
    yield* same(
      `DeleteTemplate: ${name}`,
      [told(kept), result(kept)],
      ['List 0, TerminateInstances 0, DeleteTemplate 0, List 5', GONE],
    );
    yield* same(`DeleteDisk: ${name}`, [told(disk), result(disk)], ['List 0, DeleteDisk 0, List 5', GONE]);
    yield* same(`DeleteStorage: ${name}`, [told(stays), result(stays)], ['List 0, DeleteStorage 0, List 5', GONE]);
    yield* same(
      `TerminateInstances: ${name}`,
      ones.map((call) => [call.arguments, call.at]),
      IDS.map((id, index) => [{ InstanceIds: [id] }, index < 5 ? 0 : 10]),
    );
    yield* same(`TerminateInstances: ${name}`, [single.at, result(single)], [25, GONE]);
    yield* inside(load, name);
  }
}

/** The cause must show the last refusal with its text, hours later. */
export async function* reasons(load: Load): Complaints {
  for (const [kind, state, id] of [
    [HOSTS, 'TerminateOne', 'i-2'],
    [DISK, 'DeleteDisk', 'vol-1'],
    [TEMPLATE, 'DeleteTemplate', 'lt-1'],
    [STORAGE, 'DeleteStorage', 'fs-1'],
  ] as const) {
    const trouble = fails('AccessDenied', `no ${LONG}`);
    const answer = (call: TaskCall): unknown => {
      if (JSON.stringify(call.arguments).includes(id)) throw trouble;
      return {};
    };
    const list = { Payload: { living: 1, deletable: [kind] } };
    const { [state]: _, ...others } = HEALTHY;
    const given = { ...others, List: inTurn(list, { Payload: { living: 1, deletable: [] } }) };
    const ended = await play(load, { ...given, TerminateInstances: trouble, [state]: answer });
    const words = `AccessDenied no ${LONG}`.slice(0, 300);
    yield* same(state, result(ended), stillThere(`The last refusal: ${id}: ${words}`));
  }
  // The second refusal is the last one, also where none follows.
  const two = await play(load, {
    List: inTurn(listing(TEMPLATE), listing(STORAGE), { Payload: { living: 1, deletable: [] } }),
    DeleteTemplate: fails('First', 'one'),
    DeleteStorage: fails('Second', 'two'),
  });
  yield* same('two', result(two), stillThere('The last refusal: fs-1: Second two'));
}

/** If a state within a Map fails all the same, the teardown continues. */
async function* inside(load: Load, name: string): Complaints {
  const trouble = fails(name, LONG);
  const answers = { DeleteTemplate: trouble, TerminateInstances: trouble, TerminateOne: trouble };
  for (const state of ['Refused', 'OneRefused']) {
    const failed = await play(breaking(load, state, name), {
      ...answers,
      List: inTurn(listing(HOSTS), listing(TEMPLATE), EMPTY),
    });
    yield* same(`${state}: ${name}`, [failed.at, result(failed)], [17.36, GONE]);
  }
}

interface RoundPayload {
  readonly round: number;
  readonly spared: readonly string[];
}
const askedOf = (call: TaskCall): RoundPayload => (call.arguments as { Payload: RoundPayload }).Payload;

/**
 * Fifty resources refuse for the whole two hours: they are retried after growing pauses, the history stays below AWS's
 * limit, and resources that stop refusing are deleted without waiting for them.
 */
export async function* stubborn(load: Load): Complaints {
  const refusing = Array.from({ length: 50 }, (_, index) => `lt-${index}`);
  const templates = refusing.map((id) => ({ kind: 'ec2:launch-template', ids: [id] }));
  const hosts = { kind: 'ec2:instance', ids: ['i-1', 'i-2'] };
  const refusal = fails('Ec2.Ec2Exception', 'in use');
  let gone = false;
  const found = await alone(
    load,
    'teardown',
    { ...INPUT, pollSeconds: 48, seconds: 7200 },
    {
      List: (call: TaskCall) => {
        const { round, spared } = askedOf(call);
        const free = [...templates, hosts].map(({ kind, ids }) => ({
          kind,
          ids: ids.filter((id) => !spared.includes(id)),
        }));
        const deletable = [...free.filter(({ ids }) => ids.length > 0), ...(round >= 75 && !gone ? [STORAGE] : [])];
        return { Payload: { living: 53, deletable } };
      },
      DeleteTemplate: refusal,
      TerminateInstances: refusal,
      TerminateOne: (call: TaskCall) => {
        if (JSON.stringify(call.arguments).includes('i-1')) throw refusal;
        return {};
      },
      DeleteStorage: () => {
        gone = true;
        return { Payload: { id: 'fs-1' } };
      },
    },
  );
  const times = (state: string, text: string): number[] =>
    found.calls
      .filter((call) => call.state === state && JSON.stringify(call.arguments).includes(text))
      .map(({ at }) => at);
  // One second on average between the two attempts of each.
  const asked = times('DeleteTemplate', '"lt-7"').filter(
    (at, index, all) => index === 0 || at - (all[index - 1] ?? 0) > 40,
  );
  const pauses = asked.slice(1).map((at, index) => Math.round((at - (asked[index] ?? 0)) / 48));
  const [freed = 0] = times('List', '"round":75,');
  const rounds = times('List', '"round"').length;
  const late = (times('DeleteStorage', 'fs-1')[0] ?? 9999) - freed;
  yield* same('the end', [found.status, found.error], ['FAILED', 'TeardownIncomplete']);
  yield* same('a history far from its end', found.events < 17_000, true);
  yield* same('rounds, as many as a history has room for', rounds > 140 && rounds <= 150, true);
  yield* same('pauses, in rounds', pauses.slice(0, 6), [1, 2, 4, 8, 13, 13]);
  yield* same('asked until the end', 7200 - (asked.at(-1) ?? 0) < 660, true);
  yield* same('a refused host too, each time with one more try', times('TerminateOne', 'i-1').length, 2 * asked.length);
  yield* same('what became free', late < 5, true);
}

/** Where very many refuse, another teardown continues with a new history. */
export async function* endless(load: Load): Complaints {
  const Payload = {
    living: 200,
    deletable: Array.from({ length: 200 }, (_, index) => ({ kind: 'ec2:launch-template', ids: [`lt-${index}`] })),
  };
  const found = await alone(load, 'teardown', { ...INPUT, seconds: 7200 }, { List: { Payload }, DeleteTemplate: {} });
  yield* same('deletes', found.calls.filter(({ state }) => state === 'DeleteTemplate').length, 1000);
  yield* same('the end', [found.status, found.error], ['FAILED', 'TeardownIncomplete']);
}
