/** `guardian` alone: trials without a row are read again, once nothing is paid for any more. */
import { type Answers, fails, inTurn, LONG } from '../../alone';
import { type Load, same } from '../../stage';
import { silent, TROUBLES } from '../../story';
import { asked } from '../../story';
import { BEGUN, done, LEFT, play, tells } from './guardian-answers';

const MISSING = { Payload: { complete: false } };
const [some, all] = [{ Output: { complete: false } }, { Output: { complete: true } }];
const OK = done('SUCCEEDED');
const REPORTED = `${BEGUN}, TearDown 15, WriteReceipt 135, Report 135`;
/** A pause of two minutes before each. */
const reads = (count: number, seconds = 0): string =>
  Array.from({ length: count }, (_, index) => `ReadAgain ${255 + (120 + seconds) * index}`).join(', ');

/** Even where the experiment said that it succeeded: until every trial has its row, ten times at most. */
export async function rows(load: Load): Promise<string[]> {
  const story = (what: string, answers: Answers, rest: string, end: unknown = OK): Promise<string[]> =>
    tells(load, what, { Report: MISSING, ...answers }, `${REPORTED}, ${rest}`, end);
  const complaints = [
    ...(await story('at once', { ReadAgain: all }, reads(1))),
    ...(await story('at last', { ReadAgain: inTurn(some, some, all) }, reads(3))),
    ...(await story('never', { ReadAgain: some }, reads(10))),
    ...(await story('hangs once', { ReadAgain: inTurn(silent, all) }, reads(2, 7200))),
  ];
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    complaints.push(
      ...(await story(`once ${name}`, { ReadAgain: inTurn(trouble, all) }, reads(2))),
      ...(await story(`always ${name}`, { ReadAgain: trouble }, reads(10))),
    );
  }
  return complaints;
}

/** What is left comes first: it is paid for. What was never admitted has no rows. */
export async function norows(load: Load): Promise<string[]> {
  const unclean = { WriteReceipt: { Payload: { clean: false } }, Report: MISSING };
  const left = await play(load, unclean);
  const never = { Report: fails('PlanMissing', LONG) };
  return [
    ...same('unclean', [left.error, asked(left, 'ReadAgain').length], [LEFT[0], 0]),
    ...(await tells(load, 'no plan', never, REPORTED, OK)),
  ];
}

/** Every read is an execution of its own, and knows how the experiment ended. */
export async function readings(load: Load): Promise<string[]> {
  const busy = fails('StepFunctions.ThrottlingException');
  const played = await play(load, { Report: MISSING, ReadAgain: inTurn(some, busy, all) });
  const input = { executionId: 'e-1', experiment: 'play', ended: 'SUCCEEDED' };
  const names = ['play-1__read__1__0', 'play-1__read__2__0', 'play-1__read__2__1'];
  return same(
    'reads',
    asked(played, 'ReadAgain'),
    names.map((Name) => ({ StateMachineArn: 'ResultsMachineArn', Name, Input: input })),
  );
}
