/** Stories of hosts that others own: silent, stuck, wanted by two, ended leases. */
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { readScripts } from '../../../lib/aws/scripts';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { layout } from '../../../lib/shapes/layout';
import { makeStreams } from '../../../lib/shapes/random';
import type { Receipt } from '../../../lib/shapes/receipt';
import { checkExecution, formatComplaint } from '../../../lib/twin/checkers/check-execution';
import { gatherFacts } from '../../../lib/twin/checkers/facts';
import { makeMemoryStore } from '../../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { HostDriver } from '../../../lib/twin/hosts/driver';
import { makeModelledHosts } from '../../../lib/twin/hosts/modelled/hosts';
import { type ExternalHost, ExternalHosts } from '../../../lib/twin/hosts/registered-hosts';
import { makeSimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { readMachineText } from '../../../lib/machine-files/source';

const SPEC = `
experiment: managed
targets: { disk: { kind: directory, path: /mnt/bench, provisioned: { iops: 20000 ops/s } } }
fleet: { client: { count: 2, managed: { tag: { fsxbench: client } } } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 64 MiB, ramp_time: 1s, runtime: 5s } }
design: { replicates: 2 }
limits: { maxHours: 1 }
`;
const START = Date.parse('2026-01-01T00:00:00Z');
const TAGS = { fsxbench: 'client' };
const PAIR: readonly ExternalHost[] = [
  { id: 'mi-1', tags: TAGS },
  { id: 'i-2', tags: TAGS },
];

let scripts: Awaited<ReturnType<typeof readScripts>>;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

/** A driver by whose hosts commands are taken that nobody hears of again. @param from that command of the host on */
function makeDeafDriver(inner: HostDriver, id: string, from: number): HostDriver {
  let taken = 0;
  return {
    ...inner,
    launch: (host) => inner.launch(host),
    run: (host, command) => {
      taken += host === id ? 1 : 0;
      if (host !== id || taken < from) return inner.run(host, command);
      return { done: Promise.race([]), cancel: () => undefined };
    },
  };
}

function setUpHosts(hosts: readonly ExternalHost[], deaf?: { readonly id: string; readonly from: number }) {
  const clock = makeVirtualClock(START);
  const store = makeMemoryStore(clock);
  const registered = new ExternalHosts(hosts);
  const calls: CallRecord[] = [];
  const modelled = makeModelledHosts({ clock, store, seed: 'managed', registered });
  const made = makeSimulatedDeployment({
    clock,
    store,
    registered,
    hosts: deaf === undefined ? modelled : makeDeafDriver(modelled, deaf.id, deaf.from),
    random: makeStreams('managed'),
    machineText: (name) => readMachineText(process.cwd(), name),
    scripts,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    local: false,
    simulated: true,
    place: { region: 'us-east-1', account: '000000000000' },
    prices: buildPriceBook('us-east-1'),
    record: (call) => void calls.push(call),
  });
  const start = (name: string) => made.start('experiment', name, { spec: SPEC });
  const receipt = async (name: string): Promise<Receipt> =>
    JSON.parse((await store.get(layout('managed', name).receipt))?.text ?? 'null') as Receipt;
  const reasons = async (name: string): Promise<string[]> => {
    const facts = await gatherFacts(made, { experiment: 'managed', executionId: name }, calls, null);
    return facts.rows.map(({ row }) => `${row.verdict} ${row.reasons.map(({ text }) => text).join('; ')}`);
  };
  const complaints = async (name: string): Promise<string[]> => {
    const facts = await gatherFacts(made, { experiment: 'managed', executionId: name }, calls, null);
    return checkExecution(facts).map(formatComplaint);
  };
  /** Ids of hosts to which a command of an execution was sent. */
  const commanded = (name: string): string[] =>
    calls
      .filter(({ action, execution }) => action === 'SendCommand' && execution.startsWith(name))
      .flatMap(({ input }) => (input as { Targets: { Values: string[] }[] }).Targets.flatMap(({ Values }) => Values));
  return { made, clock, registered, start, receipt, reasons, complaints, commanded, calls };
}

describe('execution on managed hosts', () => {
  it('uses the first online hosts by id, and leaves them clean and running', async () => {
    const hosts = [
      ...PAIR,
      { id: 'mi-0', tags: TAGS, silent: true },
      { id: 'mi-9', tags: TAGS },
      { id: 'i-0', tags: {} },
    ];
    const on = setUpHosts(hosts);
    const { status } = await on.start('first').then(async (execution) => {
      await on.made.settled();
      return execution;
    });
    expect(status).toBe('SUCCEEDED');
    expect([...new Set(on.commanded('first'))].toSorted()).toEqual(['i-2', 'mi-1']);
    expect(await on.receipt('first')).toMatchObject({ clean: true, remaining: [] });
    expect(on.registered.listLeftovers(on.clock.now())).toEqual([]);
    expect(await on.complaints('first')).toEqual([]);
    expect(on.calls.filter(({ action }) => /^(CreateFleet|TerminateInstances)/.test(action))).toEqual([]);
  });

  it('fails with HostsMissing before any command when too few hosts are online', async () => {
    const on = setUpHosts([
      { id: 'mi-1', tags: TAGS },
      { id: 'i-2', tags: TAGS, silent: true },
    ]);
    const { status, error, cause } = await on.start('few').then(async (execution) => {
      await on.made.settled();
      return execution;
    });
    expect([status, error]).toEqual(['FAILED', 'HostsMissing']);
    expect(cause).toContain(
      'fleet.client: 1 of 2 hosts with the tag fsxbench=client answer; these do not: i-2 (ConnectionLost)',
    );
    expect(on.commanded('few')).toEqual([]);
  });

  it('fails with StorageInUse while another execution leases the hosts, and succeeds afterwards', async () => {
    const on = setUpHosts(PAIR);
    const first = await on.start('first');
    await on.clock.sleep(60_000);
    const second = await on.start('second');
    await on.made.settled();
    expect([first.status, second.status, second.error]).toEqual(['SUCCEEDED', 'FAILED', 'StorageInUse']);
    expect(second.cause).toContain("host:mi-1: execution 'first' of managed, until ");
    const third = await on.start('third');
    await on.made.settled();
    expect(third.status).toBe('SUCCEEDED');
    expect([await on.complaints('first'), await on.complaints('third')]).toEqual([[], []]);
  });

  it('reports a host that goes offline as not cleaned, and the next execution cleans it', async () => {
    const on = setUpHosts(PAIR);
    const first = await on.start('first');
    await on.clock.sleep(45_000);
    on.registered.silence('mi-1', true);
    await on.made.settled();
    expect(first.status).not.toBe('RUNNING');
    const receipt = await on.receipt('first');
    expect([receipt.clean, receipt.remaining]).toEqual([
      false,
      [{ kind: 'managed host', id: 'mi-1', rig: 'first__r1', state: 'not cleaned' }],
    ]);
    expect(receipt.notCleaned?.[0]).toContain('managed hosts mi-1 of rig r1: mi-1: ');
    expect(receipt.notCleaned?.[0]).toContain('To clean now, run as root `bash /var/lib/fsxbench/bin/clean.sh away`');
    expect(await on.complaints('first')).toEqual([]);
    on.registered.silence('mi-1', false);
    await on.start('next');
    await on.made.settled();
    expect(await on.receipt('next')).toMatchObject({ clean: true });
    expect(on.registered.listLeftovers(on.clock.now())).toEqual([]);
  });

  it('reports a host that cannot be cleaned in the receipt', async () => {
    const on = setUpHosts([
      { id: 'mi-1', tags: TAGS, stuck: true },
      { id: 'i-2', tags: TAGS },
    ]);
    await on.start('first');
    await on.made.settled();
    expect(await on.receipt('first')).toMatchObject({
      clean: false,
      remaining: [{ id: 'mi-1', state: 'not cleaned' }],
    });
    expect(await on.complaints('first')).toEqual([]);
  });

  it('reports trials as NOT_RUN and sends no commands when a host goes offline before the first one', async () => {
    const on = setUpHosts(PAIR);
    await on.start('first');
    await on.clock.sleep(200);
    on.registered.silence('mi-1', true);
    await on.made.settled();
    const why = 'NOT_RUN 1 of 2 hosts answered in time. No answer from mi-1 (ConnectionLost).';
    expect(await on.reasons('first')).toEqual([why, why]);
    expect(on.commanded('first')).toEqual([]);
    expect(await on.receipt('first')).toMatchObject({ clean: true, remaining: [] });
    expect(await on.complaints('first')).toEqual([]);
  });

  // c1-fixtures, measure of two trials, clean.
  it.each([1, 2, 4])(
    'ends with a verdict per trial and an unclean receipt when results are unknown from command %i on',
    async (from) => {
      const on = setUpHosts(PAIR, { id: 'mi-1', from });
      const first = await on.start('first');
      await on.made.settled();
      expect(first.status).not.toBe('RUNNING');
      const verdicts = (await on.reasons('first')).map((text) => text.split(' ')[0]);
      expect(verdicts).toEqual({ 1: ['NOT_RUN', 'NOT_RUN'], 2: ['INVALID', 'INVALID'], 4: ['VALID', 'VALID'] }[from]);
      const receipt = await on.receipt('first');
      expect(receipt).toMatchObject({ clean: false, remaining: [{ id: 'mi-1', state: 'not cleaned' }] });
      expect(receipt.notCleaned?.[0]).toContain('mi-1: the result of the command is unknown (InProgress)');
      expect(await on.complaints('first')).toEqual([]);
    },
  );
});
