import type { TrialContext } from '../../../lib/workloads/contract';
import {
  judgeHosts,
  makeBroker,
  makeHost,
  makeKill,
  makeOutput,
  makeRates,
  makeWorker,
  PARAMS,
  RATE,
} from './kafka-output';

const FINE = makeOutput(makeRates());
const total = (lost: number) => ({ total: { acknowledged: 90_000, consumed: 90_000 - lost, lost, duplicated: 0 } });
const KILL = { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn: 'broker' } };
const makeTrial = (events: TrialContext['events'] = []): TrialContext => ({ copy: 'c1', events });

const kill = (change: object = {}) => makeBroker({ 'raw/events.json': makeKill(20, { ...change }) });

describe('verdict of a Kafka trial', () => {
  it('has no reasons for a complete trial', () => {
    expect(judgeHosts([makeWorker(FINE), makeBroker()], PARAMS, makeTrial()).codes).toEqual([]);
  });

  it('accepts a kill with recovery, whose rate is below the requested one', () => {
    const output = makeOutput(makeRates({ from: 20, to: 28 }));
    const hosts = [makeWorker(output), kill()];
    const events = [{ atSeconds: 20, action: KILL, hosts: [0] }];
    expect(judgeHosts(hosts, PARAMS, makeTrial(events)).codes).toEqual([]);
  });

  const noServer = 'the kill hit nothing: no server ran';
  const notReady = 'the server of broker-0 was not ready at the end: timeout';
  it.each([
    [
      'SUSPECT with NotRecovered when the rate stays low after a kill',
      [makeWorker(makeOutput(makeRates({ from: 20, to: 90 }))), kill()],
      'suspect NotRecovered',
      'no recovery time: the last 30 s of the trial stayed below 95% of 1000 messages/s, the rate before the kill',
    ],
    [
      'INVALID with EventFailed when no server ran',
      [makeWorker(FINE), kill({ acted: null, gone: null, started: null, ready: null, problem: noServer })],
      'invalid EventFailed',
      `kill of broker-0: ${noServer}`,
    ],
    [
      'INVALID with EventFailed when the server was not ready',
      [makeWorker(FINE), kill({ ready: null, problem: notReady })],
      'invalid EventFailed',
      `kill of broker-0: ${notReady}`,
    ],
    [
      'INVALID with EventFailed when the record of an event is unreadable',
      [makeWorker(FINE), makeBroker({ 'raw/events.json': '{"version":1,"ev' })],
      'invalid EventFailed',
      'broker-0: raw/events.json cannot be read: it is truncated or not JSON',
    ],
    [
      'SUSPECT when the rate is not reached',
      [makeWorker(makeOutput(makeRates().map(() => 0.96 * RATE)))],
      'suspect RateNotReached',
      '960 of 1000 messages/s were acknowledged, 96.0% (limit 97%)',
    ],
    [
      'SUSPECT with ErrorLines when brokers still delete topics at the end',
      [makeWorker(FINE), makeBroker({}, { topicsLeft: '12' })],
      'suspect ErrorLines',
      'broker-0: 12 folders of topics were not deleted in time',
    ],
  ])('is %s', (_, hosts, code, text) => expect(judgeHosts(hosts)).toEqual({ codes: [code], texts: [text] }));

  it('is INVALID with EventFailed when no host recorded a planned kill', () => {
    const events = [{ atSeconds: 20, action: KILL, hosts: [1] }];
    expect(judgeHosts([makeWorker(FINE), makeBroker()], PARAMS, makeTrial(events))).toEqual({
      codes: ['invalid EventFailed'],
      texts: ['kill of broker-1: no host recorded it'],
    });
  });

  it('is INVALID with MessagesLost when messages were lost, unless their only broker was killed', () => {
    const lossy = makeOutput(makeRates(), total(3));
    expect(judgeHosts([makeWorker(lossy)])).toEqual({
      codes: ['invalid MessagesLost'],
      texts: ['3 of 90000 acknowledged messages were lost (replication factor 3)'],
    });
    const single = { ...lossy, requested: { ...lossy.requested, replicationFactor: 1 } };
    const params = { ...PARAMS, replicationFactor: 1 };
    expect(judgeHosts([makeWorker(single)], params).codes).toEqual(['invalid MessagesLost']);
    const killed = kill();
    expect(judgeHosts([makeWorker(single), killed], params).codes).toEqual([]);
    expect(judgeHosts([makeWorker(lossy), killed]).codes).toEqual(['invalid MessagesLost']);
  });

  it('is INVALID with OtherCopy when a broker stores its data on another target instance, or on none', () => {
    const stale = judgeHosts([makeWorker(FINE), makeBroker({}, { kafkaCopy: 'c2' })], PARAMS, makeTrial());
    expect(stale.codes).toEqual(['invalid OtherCopy']);
    expect(stale.texts).toEqual(['broker-0: its server has its data on target instance c2; expected: c1']);
    const outside = judgeHosts([makeWorker(FINE), makeHost('broker-0', {})], PARAMS, makeTrial());
    expect(outside.texts[0]).toMatch(/has its data outside the target instances; expected: c1$/);
  });

  it('accepts any rate at `max`', () => {
    const slow = makeOutput(makeRates().map(() => 0.96 * RATE));
    const most = { ...slow, requested: { ...slow.requested, rate: null } };
    expect(judgeHosts([makeWorker(most)], { ...PARAMS, producerRate: 'max' }).codes).toEqual([]);
  });

  const growBacklog = (step: number) => {
    const series = { ...FINE.series, backlog: FINE.series.backlog.map((_, second) => step * second) };
    return makeWorker(makeOutput(makeRates(), { series }));
  };

  it('is SUSPECT with BacklogGrew when consumers stop at rate `max`', () => {
    const { codes, texts } = judgeHosts([growBacklog(900)], { ...PARAMS, producerRate: 'max' });
    expect(codes.filter((code) => code !== 'invalid WrongResult')).toEqual(['suspect BacklogGrew']);
    expect(texts.join()).toMatch(/the backlog of the consumers grew from 0 to \d+ messages/);
  });

  it('is SUSPECT with BacklogGrew when the backlog grows at a fixed rate', () => {
    const { codes, texts } = judgeHosts([growBacklog(50)]);
    expect(codes).toEqual(['suspect BacklogGrew']);
    expect(texts[0]).toMatch(/^the backlog of the consumers grew from 0 to 4450 messages, 4\.45/);
    expect(judgeHosts([growBacklog(5)]).codes).toEqual([]);
  });

  it('is INVALID for another configuration, and for a run that ended early', () => {
    const other = judgeHosts([makeWorker(FINE)], { ...PARAMS, producerRate: 'max', partitionsPerTopic: 24 });
    expect(other.texts[0]).toMatch(/: partitions 12 \(requested: 24\), rate 1000 \(requested: max\)$/);
    const short = makeOutput(makeRates().slice(0, 60), { seconds: 60 });
    expect(judgeHosts([makeWorker(short)]).codes).toEqual(['invalid ShortRun']);
  });

  it('is SUSPECT with RateNotReached when the cluster was overloaded before a kill', () => {
    const hosts = [makeWorker(FINE), kill()];
    const { codes, texts } = judgeHosts(hosts, { ...PARAMS, producerRate: 2 * RATE });
    expect(codes).toContain('suspect RateNotReached');
    expect(texts.join()).toContain(`before the kill, ${RATE} of ${2 * RATE} messages/s were acknowledged (limit 97%)`);
  });

  it('reports failed messages, problems, and the exit code of a server', () => {
    const output = makeOutput(makeRates(), { failed: 7, problems: ['the topics were not deleted within 60 s'] });
    const hosts = [makeWorker(output), makeHost('broker-0', {}, { rc: 1, facts: { problem: 'the server has ended' } })];
    expect(judgeHosts(hosts)).toEqual({
      codes: ['invalid ToolFailed', 'suspect ErrorLines', 'suspect FailedIos'],
      texts: [
        'broker-0: the measuring step ended with exit code 1: the server has ended',
        'worker-0: the topics were not deleted within 60 s',
        'worker-0: 7 messages could not be published',
      ],
    });
  });
});
