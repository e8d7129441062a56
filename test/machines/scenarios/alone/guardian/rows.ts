/** `guardian` by itself: trials without a row are read again, after all resources are deleted. */
import { alone, type Answers, fails, inTurn, LONG } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../../story';
import { BEGUN, done, HEALTHY, INPUT, LEFT, play, tells } from './answers';

const MISSING = { Payload: { complete: false } };
const [some, all] = [{ Output: { complete: false } }, { Output: { complete: true } }];
const OK = done('SUCCEEDED');
const REPORTED = `${BEGUN}, TearDown 15, WriteReceipt 135, Report 135`;
/** Times of the reads: after pauses of two, four and eight minutes, and of ten from then on. */
const READS = [255, 495, 975, ...Array.from({ length: 17 }, (_, later) => 1575 + 600 * later)];
const reads = (from: number, to: number, late = 0): string =>
  READS.slice(from - 1, to)
    .map((at, index) => `ReadAgain ${at + (from + index > 1 ? late : 0)}`)
    .join(', ');
/** A mail follows the third read, and the reads continue. */
const toldOnTheWay = (last: number): string => `${reads(1, 3)}, Notify 975, ${reads(4, last)}`;

/** Even after a successful experiment: until every trial has its row, at most fifteen times. */
export async function* rows(load: Load): Complaints {
  const story = async function* (what: string, answers: Answers, rest: string): Complaints {
    yield* same(what, tellStory(await play(load, { Report: MISSING, ...answers })), {
      calls: `${REPORTED}, ${rest}`,
      end: OK,
    });
  };
  const late = inTurn(some, some, some, some, all);
  yield* story('at once', { ReadAgain: all }, `${reads(1, 1)}, Notify 255`);
  yield* story('at last', { ReadAgain: inTurn(some, some, all) }, `${reads(1, 3)}, Notify 975`);
  yield* story('late', { ReadAgain: late }, `${toldOnTheWay(5)}, Notify 2175`);
  yield* story('never', { ReadAgain: some }, toldOnTheWay(15));
  yield* story('hangs once', { ReadAgain: inTurn(silent, all) }, `${reads(1, 2, 7200)}, Notify 7695`);
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    yield* story(`once ${name}`, { ReadAgain: inTurn(trouble, all) }, `${reads(1, 2)}, Notify 495`);
    yield* story(`always ${name}`, { ReadAgain: trouble }, toldOnTheWay(15));
    yield* story(`untold: ${name}`, { ReadAgain: late, Notify: trouble }, `${toldOnTheWay(5)}, Notify 2175`);
  }
}

/** A plan of an earlier version has no maximum pause. */
export async function* playUnpaused(load: Load): Complaints {
  const { readPauseMaxSeconds: _, ...timing } = INPUT.timing;
  const answers = { ...HEALTHY, Report: MISSING, ReadAgain: inTurn(some, some, some, all) };
  const { calls } = tellStory(await alone(load, 'guardian', { ...INPUT, timing }, answers));
  yield* same('unpaused', calls, `${REPORTED}, ${reads(1, 3)}, Notify 975, ReadAgain 1935, Notify 1935`);
}

/** One mail about missing rows, and one with another name about their arrival: neither twice. */
export async function* tidings(load: Load): Complaints {
  const played = await play(load, { Report: MISSING, ReadAgain: inTurn(some, some, some, all) });
  const told = (why: string): object => ({
    executionId: 'e-1',
    experiment: 'play',
    why,
    outcome: 'SUCCEEDED',
    clean: true,
    error: '',
    cause: '',
  });
  yield* same('told', listArguments(played, 'Notify'), [
    { StateMachineArn: 'NotifyMachineArn', Name: 'play-1', Input: told('ended') },
    { StateMachineArn: 'NotifyMachineArn', Name: 'play-1__complete', Input: told('completed') },
  ]);
}

/** Leftovers come first: they cost money. An experiment without admission has no rows. */
export async function* norows(load: Load): Complaints {
  const unclean = { WriteReceipt: { Payload: { clean: false } }, Report: MISSING };
  const left = await play(load, unclean);
  const never = { Report: fails('PlanMissing', LONG) };
  yield* same('unclean', [left.error, listArguments(left, 'ReadAgain').length], [LEFT[0], 0]);
  yield* tells(load, 'no plan', never, REPORTED, OK);
}

/** Every read is a separate execution, and gets the outcome of the experiment. */
export async function* readings(load: Load): Complaints {
  const busy = fails('StepFunctions.ThrottlingException');
  const played = await play(load, { Report: MISSING, ReadAgain: inTurn(some, busy, all) });
  const input = { executionId: 'e-1', experiment: 'play', ended: 'SUCCEEDED' };
  const names = ['play-1__read__1__0', 'play-1__read__2__0', 'play-1__read__2__1'];
  yield* same(
    'reads',
    listArguments(played, 'ReadAgain'),
    names.map((Name) => ({ StateMachineArn: 'ResultsMachineArn', Name, Input: input })),
  );
}
