/** A deployment in virtual time with a person at a command line, for tests of commands that use an account. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from '../../lib/shapes/errors';
import { makeStreams } from '../../lib/shapes/random';
import { makeVirtualClock } from '../../lib/asl/clock/virtual';
import type { Operator } from '../../lib/aws/operator';
import type { AccountCommand } from '../../lib/cli/account/operate';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { makeMemoryStore } from '../../lib/twin/cloud/s3/store';
import type { Fault, PendingCall } from '../../lib/twin/cloud/cloud';
import { SimulatedFixtures } from '../../lib/twin/hosts/modelled/fixtures';
import { makeModelledHosts } from '../../lib/twin/hosts/modelled/hosts';
import { makeSimulatedDeployment, type SimulatedDeploymentOptions } from '../../lib/twin/simulated-deployment';
import { temporaryFolder } from '../temporary';
import { LUSTRE, makeOptions } from '../twin/rehearsal/specs';
import { captureCli } from './capture-cli';

const PERSON = { execution: '', state: '', role: 'person' };

/** @param config settings of the deployment for its admission */
export function makeDeployment(
  spec: string,
  config: Pick<SimulatedDeploymentOptions, 'limits' | 'tags' | 'experiments' | 'onPaid'> = {},
) {
  const { machineText, scripts, prices, log, startedAt } = makeOptions(spec);
  const clock = makeVirtualClock(startedAt);
  const store = makeMemoryStore(clock);
  const calls: CallRecord[] = [];
  const removed: string[] = [];
  const faults: ((call: PendingCall) => Fault | undefined)[] = [];
  const deployment = makeSimulatedDeployment({
    clock,
    store,
    hosts: makeModelledHosts({ clock, store, seed: 'person', fixtures: new SimulatedFixtures() }),
    random: makeStreams('person'),
    machineText,
    scripts,
    log,
    local: false,
    simulated: true,
    prices,
    ...config,
    record: (one) => calls.push(one),
    place: { region: prices.region, account: '000000000000' },
    fault: (call) => faults.map((one) => one(call)).find((one) => one !== undefined),
  });
  const operator: Operator = {
    ...deployment.context,
    aws: deployment.account.calls(PERSON),
    flags: '',
    removeStack: async (name) => void removed.push(name),
    download: async (key) => ensure(await store.get(key), `the object ${key}`).bytes,
  };
  const call = async (
    command: AccountCommand,
    args: readonly string[] = [],
    options: Readonly<Record<string, unknown>> = {},
    cwd?: string,
  ) => {
    const { cli, out, err } = captureCli(cwd);
    const code = await command(cli, operator, args, options);
    return { code, out: out(), err: err() };
  };
  return { clock, store, deployment, operator, call, calls, removed, faults };
}

/** The same with a folder in which the spec is `spec.yaml`. */
export function makeDeploymentWithFolder(spec = LUSTRE, config: Parameters<typeof makeDeployment>[1] = {}) {
  const on = makeDeployment(spec, config);
  const folder = temporaryFolder('account');
  writeFileSync(join(folder, 'spec.yaml'), spec);
  const call = (command: AccountCommand, args: readonly string[] = [], options = {}) =>
    on.call(command, args, options, folder);
  return { ...on, folder, call };
}
