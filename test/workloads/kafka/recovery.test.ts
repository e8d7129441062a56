import { computeRecovery } from '../../../lib/workloads/kafka/recovery';
import { readFleet } from '../../../lib/workloads/kafka/fleet';
import { formatEvidence } from '../../../lib/twin/hosts/modelled/schedule';
import { makeBroker, makeKill, makeOutput, makeRates, makeWorker, RATE, readWorkers, START } from './kafka-output';

const recover = (values: readonly number[], ...at: readonly number[]) =>
  computeRecovery(
    { from: START, step: 1, values },
    at.map((second) => START + second),
  );

describe('computeRecovery', () => {
  const outage = { from: 20, to: 28 };
  const twice = makeRates({ from: 10, to: 12 }).map((rate, second) => (second >= 50 && second < 56 ? 0 : rate));
  it.each([
    ['8 s after a kill at 20 s', 8, makeRates(outage), [20]],
    ['8.5 s after a kill at 19.5 s', 8.5, makeRates(outage), [19.5]],
    ['8 s in spite of a higher rate of clients that catch up', 8, makeRates({ ...outage, catchUp: 8 }), [20]],
    ['0 s when the rate does not fall', 0, makeRates(), [20]],
    ['0 s with single slow seconds', 0, makeRates().map((rate, at) => (at % 10 === 5 ? rate * 0.9 : rate)), [20]],
    ['the longest recovery of two kills', 6, twice, [10, 50]],
    ['one recovery for kills within a second', 8, makeRates(outage), [20, 20.5]],
  ])('computes from the kill until the rate is back permanently %s', (_, seconds, rates, kills) =>
    expect(recover(rates, ...kills)).toMatchObject({ seconds }),
  );

  it('ignores the higher rate before the kill when the requested rate is given', () => {
    const rates = makeRates().map((rate, second) => (second < 20 ? 1.2 * rate : second < 28 ? 0 : rate));
    expect(computeRecovery({ from: START, step: 1, values: rates }, [START + 20], RATE)).toMatchObject({ seconds: 8 });
    expect(recover(rates, 20)).toHaveProperty('problem');
  });

  it.each([
    ['the last 30 s of the trial stayed below 95%', makeRates({ from: 20, to: 90 }), 20],
    ['fewer than 30 s were measured after the kill', makeRates(), 70],
    ['nothing was measured before the kill', makeRates(), 0],
  ])('reports instead of a recovery time that %s', (problem, values, at) => {
    expect(recover(values, at)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('readFleet', () => {
  const observe = (hosts: Parameters<typeof readFleet>[1]) => {
    const { observations, events } = readFleet(readWorkers(hosts), hosts);
    return { values: Object.fromEntries(observations.map(({ metric, value }) => [metric, value])), events };
  };

  it('reports recovery time, restart time and the event', () => {
    const hosts = [
      makeWorker(makeOutput(makeRates({ from: 20, to: 28 }))),
      makeBroker({ 'raw/events.json': makeKill(20) }),
    ];
    const { values, events } = observe(hosts);
    expect(values['recovery_time']).toBe(8);
    expect(values['server_restart_time']).toBeCloseTo(20);
    const times = { requested: START + 20, acted: START + 20, ready: START + 20 + 20.1 };
    expect(events).toEqual([{ action: 'kill', host: 'broker-0', ...times, problem: null }]);
  });

  it('returns no recovery time without a kill or without recovery', () => {
    expect(observe([makeWorker(makeOutput(makeRates())), makeBroker()])).toEqual({ values: {}, events: [] });
    const lasting = makeWorker(makeOutput(makeRates({ from: 20, to: 90 })));
    const { values } = observe([lasting, makeBroker({ 'raw/events.json': makeKill(20, { ready: null }) })]);
    expect(values).toEqual({});
  });

  it('computes CPU, I/O wait and the page cache share from the evidence of brokers', () => {
    const flow = { rate: 0, latencyUs: 0, spread: 0, intervals: { mean: 0, stddev: 0, min: 0, max: 0 } };
    const performance = { seconds: 90, units: flow, operations: {}, cpu: { system: 0, user: 0 } };
    const machine = { memoryBytes: 8e9, threadsPerCpu: 1, moved: [], delayedSeconds: null };
    const evidence = JSON.parse(formatEvidence('i-1', performance, START, machine)) as {
      readonly samples: readonly [object, { readonly disk: object }];
    };
    const [from, to] = evidence.samples;
    const consumed = 90_000 * 1024;
    const text = JSON.stringify({
      ...evidence,
      device: '259:0',
      samples: [
        from,
        { ...to, cpu: [200, 0, 200, 500, 100, 0, 0, 0], disk: { ...to.disk, read: consumed / 4, write: 1 } },
      ],
    });
    const { values } = observe([makeWorker(makeOutput(makeRates())), makeBroker({ 'raw/evidence.json': text })]);
    expect(values).toEqual({ broker_cpu: 40, broker_io_wait: 10, cache_read_share: 75 });
    const network = JSON.stringify({ ...evidence, samples: [from, { ...to, cpu: [1, 0, 0, 1, 0, 0, 0, 0] }] });
    const without = observe([makeWorker(makeOutput(makeRates())), makeBroker({ 'raw/evidence.json': network })]);
    expect(without.values).toEqual({ broker_cpu: 50, broker_io_wait: 0 });
  });
});
