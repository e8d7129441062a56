/** `guardian` by itself: rounds of teardown, settling, a fence that closes late, and receipts. */
import { type Alone, fails, inTurn, LONG } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent, TROUBLES } from '../../../story';
import { BEGUN, done, LEFT, play, receipt, tells } from './answers';

const TODAY = `e-1__left__${new Date(BEGINNING).toISOString().slice(0, 10)}`;
const OK = done('SUCCEEDED');
/** Repeated teardown and the steps after its settling; after the first of several rounds there is a mail. */
const rounds = (count: number, after: string): string =>
  [
    BEGUN,
    ...Array.from({ length: count }, (_, n) => {
      const told = n === 0 && count > 1 ? ', NotifyLeftovers 135' : '';
      return `TearDown ${15 + 120 * n}, ${after} ${135 + 120 * n}${told}`;
    }),
  ].join(', ');

/** At most five rounds; the end is clean only with a clean receipt. */
export async function* receipts(load: Load): Complaints {
  const unclean = receipt(false);
  const unclear = await play(load, { WriteReceipt: unclean });
  const named = (one: Alone, state: string): string[] =>
    listArguments(one, state).map((call) => (call as { Name: string }).Name);
  yield* tells(
    load,
    'clean at last',
    { WriteReceipt: inTurn(unclean, unclean, receipt(true)) },
    `${rounds(3, 'WriteReceipt')}, Report 375`,
    OK,
  );
  yield* tells(load, 'never clean', { WriteReceipt: unclean }, `${rounds(5, 'WriteReceipt')}, Report 615`, LEFT);
  yield* same(
    'names',
    named(unclear, 'TearDown'),
    [1, 2, 3, 4, 5].map((round) => `play-1__teardown__${round}__0`),
  );
  // Once a day, whichever guardian it is. After the first round, before further ones.
  yield* same(
    'told of what is left',
    ['NotifyLeftovers', 'Notify'].flatMap((state) => named(unclear, state)),
    [TODAY, TODAY],
  );
  yield* same(
    'told that it goes on',
    listArguments(unclear, 'NotifyLeftovers').map((one) => (one as { Input: unknown }).Input),
    [{ executionId: 'e-1', experiment: 'play', why: 'ended', outcome: 'SUCCEEDED', clean: false }],
  );
  yield* tells(
    load,
    'nobody told',
    { WriteReceipt: inTurn(unclean, receipt(true)), NotifyLeftovers: fails('StepFunctions.Unknown', LONG) },
    `${rounds(2, 'WriteReceipt')}, Report 255`,
    OK,
  );
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    const late = { WriteReceipt: inTurn(trouble, receipt(true)) };
    yield* tells(load, `one ${name}`, late, `${rounds(2, 'WriteReceipt')}, Report 255`, OK);
    yield* tells(load, `always ${name}`, { WriteReceipt: trouble }, rounds(5, 'WriteReceipt'), LEFT);
    yield* tells(
      load,
      `Report: ${name}`,
      { Report: trouble },
      `${rounds(1, 'WriteReceipt')}, Report 135, ReadAgain 255`,
      OK,
    );
    yield* tells(
      load,
      `unclean, and Report: ${name}`,
      { WriteReceipt: unclean, Report: trouble },
      `${rounds(5, 'WriteReceipt')}, Report 615`,
      LEFT,
    );
    yield* tells(load, `TearDown: ${name}`, { TearDown: trouble }, `${rounds(1, 'WriteReceipt')}, Report 135`, OK);
  }
}

/** A hanging teardown is stopped after its limit, and settles nevertheless. */
export async function* hangs(load: Load): Complaints {
  const calls = `${BEGUN}, TearDown 15, WriteReceipt 1336, Report 1336`;
  yield* tells(load, 'a teardown hangs', { TearDown: silent }, calls, OK);
}

/** A fence that could not be closed is closed after the teardown, and another teardown follows. */
export async function* fence(load: Load): Complaints {
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    const late = { CloseFence: trouble };
    const { calls } = await play(load, late);
    yield* same(`closed late: ${name}`, calls.slice(5, 9), [
      { state: 'TearDown', arguments: calls[5]?.arguments, at: 15 },
      {
        state: 'CloseFenceAgain',
        arguments: { FunctionName: 'CloseFenceFunctionArn', Payload: { executionId: 'e-1', by: 'play-1' } },
        at: 135,
      },
      { state: 'TearDown', arguments: calls[7]?.arguments, at: 135 },
      {
        state: 'WriteReceipt',
        arguments: {
          FunctionName: 'WriteReceiptFunctionArn',
          Payload: { executionId: 'e-1', experiment: 'play', outcome: 'SUCCEEDED', fencedAt: 'late' },
        },
        at: 255,
      },
    ]);
    yield* tells(
      load,
      `closed late: ${name}`,
      late,
      `${rounds(1, 'CloseFenceAgain')}, TearDown 135, WriteReceipt 255, Report 255`,
      OK,
    );
    yield* tells(
      load,
      `never closed: ${name}`,
      { CloseFence: trouble, CloseFenceAgain: trouble },
      rounds(5, 'CloseFenceAgain'),
      LEFT,
    );
    const twice = { CloseFence: trouble, CloseFenceAgain: inTurn(fails('Transient'), { Payload: { fencedAt: 'z' } }) };
    yield* same(
      'tried again',
      (await play(load, twice)).calls.slice(6, 9).map(({ state, at }) => `${state} ${at}`),
      ['CloseFenceAgain 135', 'CloseFenceAgain 135.5', 'TearDown 135.5'],
    );
  }
}
