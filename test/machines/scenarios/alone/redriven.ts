/** `trial-batch`, redriven after its check of the fence. */
import { alone, fails, inTurn, uncaught } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';

const NOW = BEGINNING / 1000;
const DOCUMENT = {
  batch: 1,
  rigTag: 'play-1__r1',
  fenceKey: 'fence.json',
  deadline: NOW + 100_000,
  shareUsd: 1000,
  timing: { barrierLeadSeconds: 60 },
  trials: [{ trial: 't1', attemptPrefix: 'raw/t1/a', copy: 'c1', seconds: 50, round: [], steps: [] }],
};
const ANSWERS = {
  LoadBatch: { Body: JSON.stringify(DOCUMENT) },
  CountHosts: { Payload: { gone: 0, why: '' } },
  LookAtFence: fails('S3.NoSuchKeyException'),
  MarkStarted: inTurn(fails('Trouble'), {}),
  MarkEnded: {},
};

/** A trial is not marked as started after an old check: its row may be judged already. */
export async function* marks(load: Load): Complaints {
  const bare = uncaught(load, 'MarkStarted');
  const ways: string[] = [];
  for (const after of [119, 8 * 3600]) {
    const input = { key: 'batch.json', spent: 0, since: NOW, usdPerHour: 1, failed: [] };
    const { calls, error } = await alone(bare, 'trial-batch', input, ANSWERS, after);
    ways.push([...calls.map(({ state }) => state), error ?? 'ended well'].join(' '));
  }
  yield* same('ways', ways, [
    'LoadBatch CountHosts LookAtFence MarkStarted MarkStarted MarkEnded ended well',
    'LoadBatch CountHosts LookAtFence MarkStarted States.QueryEvaluationError',
  ]);
}
