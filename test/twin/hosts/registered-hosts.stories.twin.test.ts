import { readFileSync } from 'node:fs';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { layout } from '../../../lib/shapes/layout';
import { makeStreams } from '../../../lib/shapes/random';
import type { Receipt } from '../../../lib/shapes/receipt';
import { checkExecution } from '../../../checks/oracles/check-execution';
import { gatherFacts, formatComplaint } from '../../../lib/twin/checkers/facts';
import { makeMemoryStore } from '../../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { HostDriver } from '../../../lib/twin/hosts/driver';
import { makeModelledHosts } from '../../../lib/twin/hosts/modelled/hosts';
import { type ExternalHost, ExternalHosts } from '../../../lib/twin/hosts/registered-hosts';
import { makeSimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { makeOptions } from '../rehearsal/specs';

const SPEC = readFileSync('cases/specs/managed-pair.yaml', 'utf8');
const TAGS = { fsxbench: 'client' };
const PAIR: readonly ExternalHost[] = [
  { id: 'mi-1', tags: TAGS },
  { id: 'i-2', tags: TAGS },
];

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
  const { prices, machineText, scripts, log, startedAt } = makeOptions(SPEC);
  const clock = makeVirtualClock(startedAt);
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
    machineText,
    scripts,
    log,
    local: false,
    simulated: true,
    place: { region: prices.region, account: '000000000000' },
    prices,
    record: (call) => void calls.push(call),
  });
  const gather = (executionId: string) => gatherFacts(made, { experiment: 'managed-pair', executionId }, calls, null);
  /** Runs an execution to its end. @param meanwhile after its start */
  const run = async (name: string, meanwhile: () => Promise<void> = async () => {}) => {
    const execution = await made.start('experiment', name, { spec: SPEC });
    await meanwhile();
    await made.settled();
    return execution;
  };
  const receipt = async (name: string): Promise<Receipt> =>
    JSON.parse((await store.get(layout('managed-pair', name).receipt))?.text ?? 'null') as Receipt;
  const complaints = async (name: string) => checkExecution(await gather(name)).map(formatComplaint);
  /** Ids of hosts to which a command of an execution was sent. */
  const commanded = (name: string): string[] =>
    calls
      .filter(({ action, execution }) => action === 'SendCommand' && execution.startsWith(name))
      .flatMap(({ input }) => (input as { Targets: { Values: string[] }[] }).Targets.flatMap(({ Values }) => Values));
  return { clock, registered, run, receipt, gather, complaints, commanded, calls };
}

describe('execution on managed hosts', () => {
  it('uses the first online hosts by id, and leaves them clean and running', async () => {
    const silent = { id: 'mi-0', tags: TAGS, silent: true };
    const on = setUpHosts([...PAIR, silent, { id: 'mi-9', tags: TAGS }, { id: 'i-0', tags: {} }]);
    expect((await on.run('first')).status).toBe('SUCCEEDED');
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
    const { status, error, cause } = await on.run('few');
    expect([status, error]).toEqual(['FAILED', 'HostsMissing']);
    expect(cause).toContain(
      'fleet.client: 1 of 2 hosts with the tag fsxbench=client answer; these do not: i-2 (ConnectionLost)',
    );
    expect(on.commanded('few')).toEqual([]);
  });

  it('reports a host that goes offline as not cleaned, and the next execution cleans it', async () => {
    const on = setUpHosts(PAIR);
    const first = await on.run('first', async () => {
      await on.clock.sleep(45_000);
      on.registered.silence('mi-1', true);
    });
    expect(first.status).not.toBe('RUNNING');
    const receipt = await on.receipt('first');
    const remaining = [{ kind: 'managed host', id: 'mi-1', rig: 'first__r1', state: 'not cleaned' }];
    expect([receipt.clean, receipt.remaining]).toEqual([false, remaining]);
    expect(receipt.notCleaned?.[0]).toContain('managed hosts mi-1 of rig r1: mi-1: ');
    expect(receipt.notCleaned?.[0]).toContain('To clean now, run as root `bash /var/lib/fsxbench/bin/clean.sh away`');
    expect(await on.complaints('first')).toEqual([]);
    on.registered.silence('mi-1', false);
    await on.run('next');
    expect(await on.receipt('next')).toMatchObject({ clean: true });
    expect(on.registered.listLeftovers(on.clock.now())).toEqual([]);
  });

  it('reports a host that cannot be cleaned in the receipt', async () => {
    const on = setUpHosts([
      { id: 'mi-1', tags: TAGS, stuck: true },
      { id: 'i-2', tags: TAGS },
    ]);
    await on.run('first');
    const remaining = [{ id: 'mi-1', state: 'not cleaned' }];
    expect(await on.receipt('first')).toMatchObject({ clean: false, remaining });
    expect(await on.complaints('first')).toEqual([]);
  });

  // c1-fixtures, measure of two trials, clean.
  it.each([
    [1, 'NOT_RUN'],
    [2, 'INVALID'],
    [4, 'VALID'],
  ])(
    'ends with an unclean receipt when results are unknown from command %i on, and %s trials',
    async (from, verdict) => {
      const on = setUpHosts(PAIR, { id: 'mi-1', from });
      expect((await on.run('first')).status).not.toBe('RUNNING');
      const { rows } = await on.gather('first');
      expect(rows.map(({ row }) => row.verdict)).toEqual([verdict, verdict]);
      const receipt = await on.receipt('first');
      expect(receipt).toMatchObject({ clean: false, remaining: [{ id: 'mi-1', state: 'not cleaned' }] });
      expect(receipt.notCleaned?.[0]).toContain('mi-1: the result of the command is unknown (InProgress)');
      expect(await on.complaints('first')).toEqual([]);
    },
  );
});
