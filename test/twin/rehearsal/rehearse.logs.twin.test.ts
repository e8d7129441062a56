import { getResultKey } from '../../../lib/shapes/layout';
import type { ExecutionResult } from '../../../lib/shapes/result';
import { queryExecution, rehearseWithLogs, sumMetric } from './record-logs';
import { EXECUTION, LUSTRE, makeOptions, OPENZFS } from './specs';

type Recording = Awaited<ReturnType<typeof rehearseWithLogs>>;

const Idle = { Type: 'Pass', Output: { clean: true }, End: true };
const IDLE = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Idle', States: { Idle } });

/** A teardown that deletes nothing, so that several receipts list leftovers. */
function withoutTeardown(spec: string): Parameters<typeof rehearseWithLogs>[0] {
  const options = makeOptions(spec);
  return { ...options, machineText: (name) => (name === 'teardown' ? IDLE : options.machineText(name)) };
}

async function readResult({ store }: Recording): Promise<ExecutionResult> {
  return JSON.parse((await store.get(getResultKey(EXECUTION)))?.text ?? 'null') as ExecutionResult;
}

const STACK = { stack: 'fsxbench-local' };

describe.each([
  ['lustre', makeOptions(LUSTRE), true],
  ['openzfs', makeOptions(OPENZFS), true],
  ['lustre without a teardown', withoutTeardown(LUSTRE), false],
])('metrics of an execution: %s', (_, options, clean) => {
  let recorded: Recording;
  beforeAll(async () => {
    recorded = await rehearseWithLogs(options);
  });

  it('sums up to the receipt: leftovers, and seconds of cleanup', () => {
    const { receipt, lines } = recorded;
    expect(receipt?.clean).toBe(clean);
    expect(sumMetric(lines, 'Leftovers', STACK)).toBe(receipt?.remaining.length);
    expect((receipt?.remaining.length ?? 0) > 0).toBe(!clean);
    const seconds = (Date.parse(receipt?.verifiedAt ?? '') - Date.parse(receipt?.fencedAt ?? '')) / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(sumMetric(lines, 'CleanupSeconds', STACK)).toBeCloseTo(seconds, 6);
  });

  it.each([STACK, { ...STACK, experiment: options.experiment }])(
    'sums up to the result for the dimensions %j: dollars, and trials valid and excluded',
    async (dimensions) => {
      const { lines } = recorded;
      const { trials, cost } = await readResult(recorded);
      const planned = recorded.plan?.trials.length ?? 0;
      expect(planned).toBeGreaterThan(0);
      expect(trials?.valid).toBeGreaterThan(0);
      expect(sumMetric(lines, 'TrialsValid', dimensions)).toBe(trials?.valid);
      expect(sumMetric(lines, 'TrialsExcluded', dimensions)).toBe(planned - (trials?.valid ?? 0));
      expect(cost?.spentUsd).toBeGreaterThan(0);
      expect(sumMetric(lines, 'SpentUsd', dimensions)).toBeCloseTo(cost?.spentUsd ?? 0, 9);
    },
  );

  it('counts the execution as running once, at its start', () => {
    expect(sumMetric(recorded.lines, 'RunningExecutions', STACK)).toBe(1);
    expect(sumMetric(recorded.lines, 'RefusedStarts', STACK)).toBe(0);
  });
});

it('writes only RefusedStarts, as 1, for a start that admission refuses', async () => {
  const { lines } = await rehearseWithLogs(makeOptions(LUSTRE.replace(/maxUsd: .*/, 'maxUsd: 0.01')));
  expect(sumMetric(lines, 'RefusedStarts', STACK)).toBe(1);
  expect(lines.filter((line) => line['_aws'] !== undefined)).toHaveLength(1);
});

describe('log query of an execution', () => {
  it('answers each call of a function in its order, and no call of another execution', async () => {
    const own = await rehearseWithLogs(makeOptions(LUSTRE));
    const other = await rehearseWithLogs({ ...makeOptions(LUSTRE), executionId: `${EXECUTION}-2` });
    const rows = queryExecution([...other.lines, ...own.lines], EXECUTION);
    const ends = rows.filter(({ message }) => message === 'done' || message === 'failed');
    const invoked = own.calls.filter(({ service, action }) => service === 'lambda' && action === 'Invoke');
    const names = invoked.map(({ input }) => (input as { FunctionName: string }).FunctionName.replace(/^.*:/, ''));
    expect(ends.length).toBeGreaterThan(50);
    expect(ends.map(({ function_name: name }) => String(name)).toSorted()).toEqual(names.toSorted());
    const times = rows.map((row) => Number(row['@timestamp']));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(ends[0]).toMatchObject({ function_name: 'fsxbench-admit', message: 'done' });
    expect(ends.at(-1)).toMatchObject({ function_name: 'fsxbench-compose-mail', message: 'done' });
    const verdicts = ends.filter(({ function_name: name }) => name === 'fsxbench-parse-trial');
    expect(new Set(verdicts.map(({ trial }) => trial)).size).toBe(own.plan?.trials.length);
    expect(verdicts[0]).toMatchObject({ rig: 'r1', trial: 't0001', answer: 'trial=t0001 verdict=VALID' });
  });
});
