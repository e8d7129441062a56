import { bisectionTrials } from '../../../lib/experiment/design/search';
import { layout } from '../../../lib/shapes/layout';
import type { SearchDecision } from '../../../lib/shapes/guard';
import type { Summary } from '../../../lib/results/summary';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { listProblems, play, type Scene } from './faults/play';
import { EXECUTION } from './specs';

const LEVELS = 7;
const REPLICATES = 4;
const SPEC = `
experiment: search
question: What is the highest rate of 4 KiB reads within 2 ms?
factors: { rate: [500, 1000, 2000, 4000, 8000, 16000, 32000] }
targets:
  small: { kind: ebs, volumeType: gp3, sizeGiB: 200 }
  large: { kind: ebs, volumeType: gp3, sizeGiB: 200, iops: 12000 }
fleet: { client: { count: 1, instanceType: m6i.8xlarge } }
workloads:
  fio: { kind: fio, rw: randread, bs: 4k, iodepth: 64, size: 4 GiB, ramp_time: 2s, runtime: 20s, rate_iops: $rate }
criteria:
  quick: { metric: latency_mean, atMost: 2ms }
  calm: { metric: latency_mean, every: 1s, atMost: 10ms }
design: { replicates: ${REPLICATES}, search: { factor: rate } }
decide: { metric: iops, prefer: highest }
limits: { maxUsd: 20, maxHours: 8 }
`;
const KEYS = layout('search', EXECUTION);

async function readSummary({ store }: Scene): Promise<Summary> {
  return JSON.parse((await store.get(KEYS.summary))?.text ?? 'null') as Summary;
}

it('measures at most ⌈log2(n + 1)⌉ levels per replicate, and returns a highest level for each', async () => {
  const scene = await play(SPEC, () => ({}));
  const { searches = [], answer, verdicts } = await readSummary(scene);
  expect(searches).toHaveLength(2);
  for (const { replicates, labels } of searches) {
    expect([replicates.length, labels.length]).toEqual([REPLICATES, LEVELS]);
    for (const { path, highest } of replicates) {
      expect(path.length).toBeLessThanOrEqual(bisectionTrials(LEVELS));
      expect(highest).not.toBeNull();
    }
  }
  const asked = scene.calls.filter(({ input }) => JSON.stringify(input).includes('fsxbench-may-run'));
  expect(asked).toHaveLength(2 * REPLICATES * LEVELS);
  const decisions = await Promise.all(
    Array.from({ length: 2 * REPLICATES * LEVELS }, async (_, index) => {
      const key = KEYS.decision(`t${String(index + 1).padStart(4, '0')}`);
      return JSON.parse((await scene.store.get(key))?.text ?? 'null') as SearchDecision;
    }),
  );
  expect(decisions.filter(({ run }) => run)).toHaveLength(verdicts.VALID + verdicts.SUSPECT);
  expect(answer.winner?.label).toBe('large');
  expect(await listProblems(scene)).toEqual([]);
});

it('ends only the search of the replicate whose decision function fails', async () => {
  const scene = await play(SPEC, () => ({
    fault: ({ service, input }) => {
      const text = service === 'lambda' ? JSON.stringify(input) : '';
      const isSecond = text.includes('fsxbench-may-run') && text.includes('t0002');
      return isSecond ? new ServiceError('ServiceException', 'It broke.', 500) : undefined;
    },
  }));
  const { searches = [], trials } = await readSummary(scene);
  const unfinished = searches.flatMap(({ replicates }) => replicates.filter(({ highest }) => highest === null));
  expect(unfinished).toHaveLength(1);
  const reasons = trials.flatMap((one) => one.reasons.map(({ code }) => code));
  expect(reasons).toContain('SearchUndecided');
  expect(await listProblems(scene)).toEqual([]);
});
