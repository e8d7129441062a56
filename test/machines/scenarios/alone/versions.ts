/** A deployment during an execution: measuring machines refuse the input of another version before any call. */
import { alone, fails } from '../../alone';
import { type Complaints, type Load, same } from '../../stage';

const REFUSED =
  'Contract version 7 planned this execution, but version ContractVersion is deployed: the stacks were updated while ' +
  'it ran. fsxbench deletes its resources. Completed rounds count. Start the spec again under another name.';

const THROWN = JSON.stringify({ errorType: 'OtherVersion', errorMessage: REFUSED, trace: [] });

/** A running batch keeps its definition: its functions report that no trial may start any more. */
export async function* batchVersions(load: Load): Complaints {
  const trial = { trial: 't1', attemptPrefix: 'raw/t1/a', copy: 'c1', seconds: 50, round: [], steps: [] };
  const document = { batch: 1, rigTag: 'play-1__r1', deadline: 1e12, shareUsd: 100, trials: [trial, trial] };
  const input = { key: 'batch.json', spent: 0, since: 0, usdPerHour: 0, failed: [] };
  for (const [cause, text] of [
    [THROWN, REFUSED],
    ['x'.repeat(30_000), 'The stacks were updated while it ran.'],
  ] as const) {
    const { calls, output } = await alone(load, 'trial-batch', input, {
      LoadBatch: { Body: JSON.stringify(document) },
      CountHosts: fails('OtherVersion', cause),
    });
    yield* same(
      'calls',
      calls.map(({ state }) => state),
      ['LoadBatch', 'CountHosts'],
    );
    yield* same('output', output, { batch: 1, stopped: { code: 'OtherVersion', text } });
  }
}
