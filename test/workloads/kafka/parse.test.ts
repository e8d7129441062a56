import type { HostRaw } from '../../../lib/workloads/contract';
import { parseKafka, readKafkaHost } from '../../../lib/workloads/kafka/parse';
import { makeHost, makeOutput, makeRates, makeWorker, PARAMS, RATE, readWorkers, START } from './kafka-output';

const getValue = (reading: ReturnType<typeof readWorkers>, metric: string, host = 'aggregate') =>
  reading.observations.find((one) => one.metric === metric && one.host === host)?.value;

describe('readKafkaHost', () => {
  it('reads rates, bytes, latencies, losses and series of one second', () => {
    const reading = readWorkers([makeWorker(makeOutput(makeRates()))]);
    expect(getValue(reading, 'publish_rate')).toBe(RATE);
    expect(getValue(reading, 'total_throughput')).toBe(2 * RATE * 1024);
    expect(getValue(reading, 'publish_latency_mean')).toBe(2000);
    expect(getValue(reading, 'publish_latency_p50')).toBeCloseTo(10 ** (425.5 / 128));
    // No latency is above the longest one.
    expect(getValue(reading, 'publish_latency_p99_9')).toBe(2180);
    expect(getValue(reading, 'lost')).toBe(0);
    expect(reading.windows).toEqual([{ host: 'worker-0', from: START, to: START + 90 }]);
    const series = reading.series.find(({ metric, host }) => metric === 'publish_rate' && host === null);
    expect(series).toMatchObject({ from: START, step: 1, unit: 'ops/s' });
    expect(reading.distributions?.map(({ of }) => of)).toEqual(['publish_latency', 'end_to_end_latency']);
  });

  it('adds the rates of workers, and uses the longest stall', () => {
    const half = makeRates().map((count) => count / 2);
    const total = { acknowledged: 9, consumed: 8, lost: 1, duplicated: 2 };
    const workers = [0.02, 0.5].map((longestStallSeconds, index) =>
      makeWorker(makeOutput(half, { longestStallSeconds, total }), index),
    );
    const reading = readWorkers(workers);
    expect(getValue(reading, 'publish_rate')).toBe(RATE);
    expect(getValue(reading, 'longest_stall')).toBe(0.5);
    expect(getValue(reading, 'lost')).toBe(2);
    expect(getValue(reading, 'duplicated')).toBe(4);
  });

  it('repeats the latency when a second has no acknowledgement', () => {
    const { series = [] } = readKafkaHost(makeWorker(makeOutput(makeRates({ from: 30, to: 38 }))));
    expect(Math.min(...(series.find(({ metric }) => metric === 'publish_latency_mean')?.values ?? []))).toBe(2000);
  });

  it.each([
    ['', 'it is empty'],
    ['{"tool":"kafka","ver', 'it is truncated or not JSON'],
    ['{"tool":"omb"}', 'the file is not output of kafka: tool: '],
    [JSON.stringify(makeOutput(makeRates(), { seconds: 91 })), 'series.acknowledged has 90 values for 91 s'],
    [
      JSON.stringify(makeOutput(makeRates(), { total: { acknowledged: 1, consumed: 1, lost: 2, duplicated: 0 } })),
      '2 messages were lost, but only 1 acknowledged',
    ],
  ])('refuses %j as Unreadable with the cause', (text, problem) => {
    const { reasons, figures, window } = readKafkaHost(makeWorker(text));
    expect(reasons).toMatchObject([{ level: 'invalid', code: 'Unreadable' }]);
    expect(reasons[0]?.text).toContain(problem);
    expect({ figures, window }).toEqual({ figures: [], window: null });
    expect(parseKafka(text)).toMatchObject({ status: 'failed', runs: [] });
  });

  it('reports NoResult without a file and StatusMissing without a status, and nothing when the script failed', () => {
    const listCodes = (host: HostRaw) => readKafkaHost(host).reasons.map(({ code }) => code);
    expect(listCodes(makeHost('worker-0', {}))).toEqual(['NoResult']);
    expect(listCodes({ ...makeHost('worker-0', {}), status: null })).toEqual(['StatusMissing']);
    expect(listCodes(makeHost('worker-0', {}, { rc: 1 }))).toEqual([]);
  });
});

describe('parseKafka', () => {
  it('returns the figures of one worker', () => {
    const found = parseKafka(JSON.stringify(makeOutput(makeRates())));
    expect(found).toMatchObject({ tool: 'kafka', toolVersion: '3.9.1', status: 'ok', problems: [] });
    expect(found.runs[0]?.observations.find(({ metric }) => metric === 'publish_rate')?.value).toBe(
      PARAMS.producerRate,
    );
  });

  it('fails when nothing was acknowledged', () => {
    const none = makeOutput(makeRates().map(() => 0));
    expect(parseKafka(JSON.stringify(none)).problems).toContain('no message was acknowledged');
  });
});
