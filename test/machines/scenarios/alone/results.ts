/** `results` by itself: the input of each trial's judge, the concurrency, and the handling of failed judges. */
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { alone, type Answers, breaking, fails, inTurn, LONG, takes, turning } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';
import { silent } from '../../story';

const INPUT = { executionId: 'play-1', experiment: 'play', ended: 'SUCCEEDED' };
const TRIALS = Array.from({ length: 45 }, (_, index) => ({ trial: `t${index}` }));
const HEALTHY: Answers = {
  JudgeTrials: { Body: JSON.stringify(TRIALS) },
  ParseTrial: takes(10, { Payload: { trial: 'a row' } }),
  Analyse: { Payload: { verdict: 'first' } },
};
const nameOf = (call: TaskCall): string =>
  (call.arguments as { Payload: { trial: { trial: string } } }).Payload.trial.trial;

/** Every trial of the plan's list, five at a time; children return only their completion. */
export async function* playJudged(load: Load): Complaints {
  const { status, output, calls, exits } = await alone(load, 'results', INPUT, HEALTHY);
  yield* same('calls', calls, [
    {
      state: 'JudgeTrials',
      arguments: { Bucket: 'ResultsBucket', Key: 'executions/play/play-1/trials.json' },
      at: 0,
    },
    ...TRIALS.map((trial, index) => ({
      state: 'ParseTrial',
      arguments: { FunctionName: 'ParseTrialFunctionArn', Payload: { ...INPUT_OF_A_TRIAL, trial } },
      at: 10 * Math.floor(index / 5),
    })),
    { state: 'Analyse', arguments: { FunctionName: 'AnalyseFunctionArn', Payload: INPUT }, at: 90 },
  ]);
  yield* same(
    'exits',
    exits.filter(({ state }) => state === 'ParseTrial'),
    TRIALS.map(() => ({ state: 'ParseTrial', output: 1 })),
  );
  yield* same('results', [status, output], ['SUCCEEDED', { verdict: 'first' }]);
}

const INPUT_OF_A_TRIAL = { executionId: 'play-1', experiment: 'play', ended: 'SUCCEEDED' };

/** A judge without an answer is called once more, then its trial has no row. */
export async function* deaf(load: Load): Complaints {
  const one = [{ trial: 't0' }];
  for (const [name, ParseTrial, left, at] of [
    ['once', inTurn(silent, { Payload: {} }), [{ state: 'ParseTrial', output: 1 }], 300],
    ['for ever', silent, [{ state: 'NotParsed', output: 0 }], 600],
  ] as const) {
    const answers = { ...HEALTHY, JudgeTrials: { Body: JSON.stringify(one) }, ParseTrial };
    const { status, calls, exits } = await alone(load, 'results', INPUT, answers);
    const asked = calls.filter(({ state }) => state === 'ParseTrial').length;
    const analysed = calls.find(({ state }) => state === 'Analyse')?.at ?? 0;
    yield* same(`deaf ${name}`, [status, asked, Math.floor(analysed)], ['SUCCEEDED', 2, at]);
    yield* same(
      `deaf ${name}`,
      exits.filter(({ state }) => state === left[0].state),
      left,
    );
  }
}

/** An account without a free function for a quarter of an hour loses no row; one that never has any loses only time. */
export async function* busy(load: Load): Complaints {
  const throttled = fails('Lambda.TooManyRequestsException');
  for (const [times, left] of [
    [40, 'ParseTrial'],
    [41, 'NotParsed'],
  ] as const) {
    const one = { ...HEALTHY, JudgeTrials: { Body: JSON.stringify([{ trial: 't0' }]) } };
    const answers = { ...one, ParseTrial: inTurn(...Array<unknown>(times).fill(throttled), { Payload: {} }) };
    const { calls, exits } = await alone(load, 'results', INPUT, answers);
    const asked = calls.filter(({ state }) => state === 'ParseTrial');
    const seconds = asked.at(-1)?.at ?? 0;
    yield* same(`throttled ${times} times`, [asked.length, exits.some(({ state }) => state === left)], [41, true]);
    if (!(seconds > 900 && seconds < 2400)) yield `throttled ${times} times: it tried for ${seconds} s`;
  }
  const analysed = await alone(load, 'results', INPUT, {
    ...HEALTHY,
    Analyse: inTurn(...Array<unknown>(40).fill(throttled), HEALTHY['Analyse']),
  });
  const crashed = await alone(load, 'results', INPUT, { ...HEALTHY, Analyse: fails('Lambda.Unknown') });
  const analyses = crashed.calls.filter(({ state }) => state === 'Analyse').length;
  yield* same('analysed after all', analysed.output, { verdict: 'first' });
  yield* same('what crashes is not tried for long', [crashed.error, analyses], ['Lambda.Unknown', 7]);
}

/** A trial that cannot be judged does not prevent the analysis of the others; an unreadable list does. */
export async function* playUnjudged(load: Load): Complaints {
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const trouble = fails(name, LONG);
    const half = await alone(load, 'results', INPUT, {
      ...HEALTHY,
      ParseTrial: (call: TaskCall) => {
        if (nameOf(call) === 't7') throw trouble;
        return { Payload: {} };
      },
    });
    yield* same(
      `ParseTrial: ${name}`,
      [half.status, half.output, half.calls.length],
      ['SUCCEEDED', { verdict: 'first' }, 47],
    );
    yield* same(
      `ParseTrial: ${name}`,
      half.exits.filter(({ state }) => state === 'NotParsed'),
      [{ state: 'NotParsed', output: 0 }],
    );
    const blind = await alone(load, 'results', INPUT, { ...HEALTHY, Analyse: trouble });
    yield* same(`Analyse: ${name}`, [blind.status, blind.error, blind.cause], ['FAILED', name, LONG.slice(0, 4000)]);
  }
  const unread = fails('S3.NoSuchKeyException', LONG);
  const again = await alone(load, 'results', INPUT, {
    ...HEALTHY,
    JudgeTrials: inTurn(unread, unread, unread, HEALTHY['JudgeTrials']),
  });
  const never = await alone(load, 'results', INPUT, { ...HEALTHY, JudgeTrials: unread });
  // Error paths that cannot occur otherwise: children that fail, and an output that is too large.
  const failing = await alone(breaking(load, 'NotParsed', 'Trouble'), 'results', INPUT, {
    ...HEALTHY,
    ParseTrial: fails('Trouble'),
  });
  const wordy = turning(load, 'JudgeTrials', (state) => ({ ...state, Output: LONG.repeat(30) }));
  const large = await alone(wordy, 'results', INPUT, HEALTHY);
  const nameless = await alone(load, 'results', INPUT, { ...HEALTHY, Analyse: fails('', '') });
  yield* same('read again', [again.status, again.output], ['SUCCEEDED', { verdict: 'first' }]);
  yield* same(
    'not read',
    [never.error, never.cause, never.calls.map(({ state }) => state)],
    ['States.ItemReaderFailed', LONG.slice(0, 4000), Array<string>(7).fill('JudgeTrials')],
  );
  yield* same('all fail', [failing.status, failing.output], ['SUCCEEDED', { verdict: 'first' }]);
  yield* same('all say much', [large.error, large.calls.at(-1)?.state], ['States.DataLimitExceeded', 'ParseTrial']);
  yield* same('without a word', [nameless.error, nameless.cause], ['Unknown', 'No cause was given.']);
}
