import type { Context } from 'aws-lambda';
import { enterCall, makeLog, makeMetricsWriter } from '../../../lib/aws/logging/powertools';

describe('makeMetricsWriter', () => {
  const write = (...given: Parameters<ReturnType<typeof makeMetricsWriter>>): unknown[] => {
    const lines: unknown[] = [];
    makeMetricsWriter(
      () => 'bench',
      (line) => lines.push(JSON.parse(line)),
    )(...given);
    return lines;
  };
  const metrics = (Dimensions: string[][], ...Metrics: [string, string][]) => ({
    Timestamp: expect.any(Number) as number,
    CloudWatchMetrics: [
      { Namespace: 'fsxbench', Dimensions, Metrics: Metrics.map(([Name, Unit]) => ({ Name, Unit })) },
    ],
  });

  it('writes one line with the dimension stack, and no other', () => {
    expect(write({ CleanupSeconds: 12.5, Leftovers: 0 }, { execution: 'night-1', experiment: 'nightly' })).toEqual([
      {
        _aws: metrics([['stack']], ['CleanupSeconds', 'Seconds'], ['Leftovers', 'Count']),
        stack: 'bench',
        message: 'metrics',
        execution: 'night-1',
        CleanupSeconds: 12.5,
        Leftovers: 0,
      },
    ]);
  });

  it('writes dollars by stack, and by stack and experiment', () => {
    expect(write({ SpentUsd: 0.25 }, { execution: 'night-1', experiment: 'nightly' })).toEqual([
      {
        _aws: metrics([['stack'], ['stack', 'experiment']], ['SpentUsd', 'None']),
        stack: 'bench',
        experiment: 'nightly',
        message: 'metrics',
        execution: 'night-1',
        SpentUsd: 0.25,
      },
    ]);
  });

  it('writes each figure once, in a line of its call', () => {
    const lines: string[] = [];
    const writer = makeMetricsWriter(
      () => 'bench',
      (line) => lines.push(line),
    );
    writer({}, {});
    writer({ RefusedStarts: 1 }, {});
    writer({ RunningExecutions: 2 }, {});
    expect(lines).toHaveLength(2);
    expect(lines[1]).not.toContain('RefusedStarts');
  });
});

describe('makeLog', () => {
  it('writes lines with the keys of the call and of Lambda, and drops the keys with the next call', () => {
    const metrics: unknown[] = [];
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      enterCall({ functionName: 'fsxbench-admit', awsRequestId: 'q-1' } as Context);
      const log = makeLog((figures, keys) => void metrics.push([figures, keys]));
      log.withKeys?.({ execution: 'night-1' }).writeMetrics?.({ Leftovers: 1 });
      log.withKeys?.({ execution: 'night-1', rig: 'r1' }).info('slow', { seconds: 3 });
      log.info('next');
      const [first, second] = written.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
      expect(first).toMatchObject({
        level: 'INFO',
        message: 'slow',
        execution: 'night-1',
        rig: 'r1',
        seconds: 3,
        function_name: 'fsxbench-admit',
        function_request_id: 'q-1',
        cold_start: expect.any(Boolean) as boolean,
      });
      expect(second).toMatchObject({ level: 'INFO', message: 'next', function_name: 'fsxbench-admit' });
      expect(second).not.toHaveProperty('execution');
      expect(metrics).toEqual([[{ Leftovers: 1 }, { execution: 'night-1' }]]);
    } finally {
      written.mockRestore();
    }
  });
});
