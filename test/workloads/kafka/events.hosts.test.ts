/** Kills of a broker by the real scripts; in place of Java, a stand-in that records how it ends. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KafkaEvents } from '../../../lib/workloads/kafka/recovery';
import { until } from '../../process-state';
import { temporaryFolder } from '../../temporary';
import { putFirst } from '../commands';
import { addFakes, makeStandInTools } from './kafka-bundle';
import { KafkaHosts } from './kafka-hosts';
import { judgeHosts, makeOutput, makeRates, makeWorker, PARAMS } from './kafka-output';

type KillEvent = KafkaEvents['events'][number] & { readonly started: number | null; readonly resumedOn: string | null };

const BROKER = 'broker-0';
const LOAD = { KAFKA_RF: '1', KAFKA_WARMUP: '0', KAFKA_SECONDS: '1' };
const FAKES = ['java', 'javac', 'kill', 'systemctl', 'systemd-run'];
/** How a host runs a service: as a session of its own, or as a unit of systemd. */
const [AS_SESSION, AS_UNIT] = [false, true];

let bin: string;
let hosts: KafkaHosts;

/** A running broker. Signals must end it within 3 s in place of 20 s. */
async function startBroker(isUnit: boolean): Promise<void> {
  const folder = temporaryFolder('fsxbench-stand-in-');
  bin = join(folder, 'bin');
  addFakes(bin, FAKES);
  const environment = {
    PATH: putFirst(bin),
    ...(isUnit ? { FSXBENCH_LOCAL: '', FSXBENCH_SYSTEMD: bin } : {}),
  };
  const edit = (script: string): string => script.replace(' KILL_SECONDS=20', ' KILL_SECONDS=3');
  hosts = new KafkaHosts({ broker: 1 }, { tools: makeStandInTools(folder), firstNode: 11, environment, edit });
  await applyAll();
  expect(readCalls()).toEqual(['started']);
}
afterEach(() => hosts.remove());

const readCalls = (): string[] => readFileSync(join(bin, 'calls'), 'utf8').trim().split('\n');
const mark = (name: string, text = ''): void => writeFileSync(join(bin, name), text);

async function applyAll(fixtures = hosts.fixtures()): Promise<void> {
  expect(await hosts.apply(fixtures)).toEqual([{ host: BROKER, code: 0, stderr: '' }]);
}

/** Kills the broker at the start of a trial. @returns the recorded kill, and the reasons against the trial */
async function killBroker(resume: 'broker' | 'none'): Promise<{ event: KillEvent; texts: readonly string[] }> {
  const [ended] = await hosts.measure({ ...LOAD, KAFKA_EVENTS: `kill 0 1 ${resume}` }, 1).all;
  expect(ended).toEqual({ host: BROKER, code: 0, stderr: '' });
  const raw = hosts.raw(BROKER, 'raw/events.json');
  const { events } = JSON.parse(raw.files[0]?.text ?? '') as { events: readonly [KillEvent] };
  const kill = { role: 'broker', service: 'kafka', hosts: 1, resumeOn: resume };
  const trial = { copy: 'c1', events: [{ atSeconds: 0, action: { kill }, hosts: [0] }] };
  const { codes, texts } = judgeHosts([makeWorker(makeOutput(makeRates())), raw], PARAMS, trial);
  return { event: events[0], texts: texts.filter((_, index) => codes[index] === 'invalid EventFailed') };
}

it.each([
  ['a session', AS_SESSION],
  ['a unit of systemd', AS_UNIT],
])(
  'kills a broker that is %s without an orderly shutdown, and starts it again or leaves it dirty',
  async (_, isUnit) => {
    await startBroker(isUnit);
    const resumed = await killBroker('broker');
    expect(resumed.texts).toEqual([]);
    expect(resumed.event).toMatchObject({ host: BROKER, resumedOn: BROKER, problem: null });
    const { requested, acted, gone, started, ready } = resumed.event;
    const times = [requested, acted, gone, started, ready].map(Number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(readCalls()).toEqual(['started', 'started']);
    expect(hosts.slot(BROKER)).toBe('standing');
    if (isUnit)
      expect(readFileSync(join(bin, 'calls.systemd'), 'utf8')).toContain(
        '\nsystemctl kill --signal=KILL fsxbench-service-kafka\n',
      );
    const left = await killBroker('none');
    expect(left.texts).toEqual([]);
    expect(left.event).toMatchObject({ gone: expect.any(Number), started: null, ready: null, resumedOn: null });
    expect(hosts.status(BROKER).facts).toMatchObject({ killedSlot: 'service/kafka' });
    expect(hosts.slot(BROKER)).toBe('dirty');
    await applyAll();
    // An orderly end is recorded.
    await applyAll([]);
    expect(readCalls()).toEqual(['started', 'started', 'started', 'shut down']);
    expect(hosts.processes()).toEqual([]);
    expect(hosts.files()).toEqual([]);
  },
);

it.each([
  ['the broker', AS_SESSION, 'spared', 'kafka.Kafka', null],
  ['a process of its service', AS_SESSION, 'spared', 'sleep 600', expect.any(Number)],
  ['its unit', AS_UNIT, 'lingers', '', expect.any(Number)],
])('makes the trial INVALID and the fixture dirty when %s survives', async (_, isUnit, file, text, gone) => {
  await startBroker(isUnit);
  mark(file, text);
  const { event, texts } = await killBroker('broker');
  const problem = 'the server of broker-0 did not end within 3 s of signal 9';
  expect(event).toMatchObject({ acted: expect.any(Number), gone, started: null, ready: null, problem });
  expect(texts).toEqual([`kill of broker-0: ${problem}`]);
  expect(hosts.slot(BROKER)).toBe('dirty');
  rmSync(join(bin, file));
  // What has survived serves no further trial.
  await applyAll();
  expect(readCalls().filter((call) => call === 'started')).toHaveLength(2);
  expect(hosts.slot(BROKER)).toBe('standing');
});

it('marks the fixture as dirty when the command ends during a kill, and cleanup ends all processes', async () => {
  await startBroker(AS_SESSION);
  mark('mute');
  const running = hosts.measure({ ...LOAD, KAFKA_EVENTS: 'kill 0 1 broker' }, 1);
  expect(await until(() => readCalls().length === 2)).toBe(true);
  running.stop('TERM');
  expect((await running.all).map(({ code }) => code)).toEqual([1]);
  expect(hosts.slot(BROKER)).toBe('dirty');
  await applyAll([]);
  expect(hosts.processes()).toEqual([]);
  expect(hosts.files()).toEqual([]);
  expect(existsSync(join(hosts.root(BROKER), 'services/service-kafka/pid'))).toBe(false);
});
