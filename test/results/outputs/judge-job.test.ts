import { judgeJob } from '../../../lib/results/outputs/judge-job';
import { judgeOutput } from '../../../lib/results/outputs/judge-output';
import type { JobDetails, ToolResult } from '../../../lib/shapes/tool-result';
import cases from './judge-job.cases.json';

const GIB = 1024 ** 3;
const JOB = cases.job as JobDetails;
const judge = (job: Partial<JobDetails>, memory?: number) => judgeJob({ ...JOB, ...job }, memory);
const makeResult = (job?: JobDetails): ToolResult => ({
  tool: 'mdtest',
  toolVersion: '4.0.0',
  status: 'ok',
  problems: [],
  runs: [
    {
      label: '0',
      observations: [{ metric: 'file_create', operation: null, statistic: 'mean', unit: 'ops/s', value: 100 }],
      ...(job === undefined ? {} : { job }),
    },
  ],
});

describe('judging the output of one job over several hosts', () => {
  it('is sound when the tool reports no doubts and rates are within the provisioned ones', () => {
    expect(judge({})).toEqual([]);
    expect(judgeOutput(makeResult(JOB), { provisioned: { file_create: 100 }, requested: { n: '400' } }).judgement).toBe(
      'sound',
    );
  });

  it('is doubtful when hosts read their own data and it is less than 2× their memory', () => {
    const readBack = { why: 'own data', bytes: 64 * GIB };
    expect(judge({ readBack }, 16 * GIB)).toEqual([]);
    expect(judge({ readBack }, 17 * GIB)).toEqual(cases.heldAgainstMemory);
    expect(judge({ readBack })).toEqual([
      { judgement: 'undecided', text: expect.stringMatching(/--host-memory/) as string },
    ]);
    expect(judge({ readBack: { ...readBack, bytes: null } }, GIB)[0]?.text).toBe('own data, but the amount is unknown');
  });

  it('is doubtful when a phase lasted 20 ms, and repeats the doubts of the tool', () => {
    expect(judge({ seconds: { file_create: 60, file_stat: 0.02 }, doubts: ['a'], unknown: ['b'] })).toEqual([
      { judgement: 'doubtful', text: 'a' },
      { judgement: 'undecided', text: 'b' },
      {
        judgement: 'doubtful',
        text: expect.stringMatching(/^an iteration took 20ms \(file_stat\): below 1s/) as string,
      },
    ]);
  });

  it('is doubtful below 1 s per phase, and remarks on phases below 10 s', () => {
    const judgeSeconds = (seconds: number) =>
      judgeOutput(makeResult({ ...JOB, seconds: { file_create: 60, file_stat: seconds } }), {
        provisioned: {},
        requested: {},
      });
    expect(judgeSeconds(0.99)).toMatchObject({ judgement: 'doubtful', remarks: [] });
    const remark = 'a phase of it lasted for 1s: bursts and filling caches last longer than that';
    expect(judgeSeconds(1)).toEqual({ judgement: 'sound', reasons: [], remarks: [remark] });
    expect(judgeSeconds(9.9).judgement).toBe('sound');
    expect(judgeSeconds(10)).toEqual({ judgement: 'sound', reasons: [], remarks: [] });
  });

  it('is doubtful when options differ from the requested ones or a figure exceeds the provisioned rate', () => {
    const found = judgeOutput(makeResult(JOB), {
      provisioned: { file_create: 50 },
      requested: { n: '100', np: '8', q: '1' },
    });
    // Bursts, of which nobody says anything here, may give more than was paid for.
    expect(found.judgement).toBe('doubtful');
    expect(found.reasons).toEqual([
      'the tool ran with n=400; requested: n=100',
      expect.stringContaining('times the 50.0 ops/s provisioned') as string,
      'the output does not state `q`; requested: 1',
    ]);
  });

  it('compares read and write bandwidth separately with the provisioned one, and names the one above it', () => {
    const makeBandwidth = (metric: string, value: number) =>
      ({ metric, operation: null, statistic: 'mean', unit: 'bytes/s', value }) as const;
    const [run] = makeResult(JOB).runs;
    const observations = [makeBandwidth('write_bandwidth', 4e9), makeBandwidth('read_bandwidth', 7e9)];
    const both = { ...makeResult(), runs: [{ ...run!, observations }] };
    const judgeProvisioned = (paid: number) => judgeOutput(both, { provisioned: { bandwidth: paid }, requested: {} });
    expect(judgeProvisioned(7e9).judgement).toBe('sound');
    expect(judgeProvisioned(5e9).reasons).toEqual([
      expect.stringMatching(/^read_bandwidth is 7\.00 GB\/s, 1\.40 times/),
    ]);
    expect(judgeOutput(both, { provisioned: { iops: 5 }, requested: {} }).reasons).toEqual([
      'the output has no iops to compare with the provisioned rate',
    ]);
  });

  it('reports the options left uncompared when the output of the tool lacks its options', () => {
    const getFirstReason = (asked: Readonly<Record<string, string>>, hostMemory?: number) =>
      judgeOutput(makeResult(), {
        provisioned: {},
        requested: asked,
        ...(hostMemory === undefined ? {} : { hostMemory }),
      }).reasons[0];
    expect(getFirstReason({})).toMatch(/only its figures were checked$/);
    expect(getFirstReason({ n: '1' })).toMatch(/; `--requested` was not compared$/);
    expect(getFirstReason({ n: '1' }, GIB)).toMatch(/; `--requested` and `--host-memory` were not compared$/);
  });
});
