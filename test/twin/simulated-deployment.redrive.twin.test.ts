import { CALM, type Campaign } from '../../checks/campaign/faults/campaign';
import { toMachineName } from '../../lib/twin/rehearsal/machine-use';
import { play, type CampaignRun } from '../../checks/campaign/faults/run-campaign';
import type { MachineName } from '../../lib/shapes/machines';
import { LUSTRE, makeOptions } from './rehearsal/specs';

const CREATES = /^Create(?!Tags)/;

/** Plays an experiment in which one execution of a machine is aborted as it comes to a state. */
function playAborted(machine: string, state: string): Promise<CampaignRun> {
  const { experiment, startedAt, prices, machineText, scripts, log } = makeOptions(LUSTRE);
  const campaign: Campaign = {
    ...CALM,
    rules: [{ fault: 'state', machine: machine as MachineName, state, nth: 1, effect: 'abort' }],
  };
  return play({ spec: LUSTRE, experiment, campaign, seed: 'seed', startedAt, prices, machineText, scripts, log });
}

describe('redrive of an execution after its cleanup receipt', () => {
  it.each([
    ['target-request', 'Send'],
    ['launch', 'Launch'],
    ['rig', 'MakeStorage'],
  ])('creates no billed resource: execution of machine %s, aborted in state %s', async (machine, state) => {
    const { deployment, calls, creations } = await playAborted(machine, state);
    expect(creations.filter(({ goneAt }) => goneAt === null)).toEqual([]);
    const before = calls.length;
    const { sfn, ec2, fsx } = deployment.account;
    const redrivable = sfn.executions().filter((one) => one.getRedriveRefusal() === undefined);
    expect(redrivable.map(({ machineArn }) => toMachineName(machineArn))).toContain(machine);
    for (const { machineArn, name } of redrivable)
      await deployment.redrive(toMachineName(machineArn) as MachineName, name);
    await deployment.settled();
    expect(redrivable.map(({ redriveCount }) => redriveCount)).toEqual(redrivable.map(() => 1));
    const made = calls.slice(before).filter(({ action, error }) => CREATES.test(action) && error === undefined);
    // A template costs nothing, and stands before the second look at the fence. The janitor finds it.
    expect(made.filter(({ action }) => action !== 'CreateLaunchTemplate')).toEqual([]);
    await deployment.start('janitor', 'after', {});
    await deployment.settled();
    const living = ec2.hosts().filter((host) => host.state !== 'terminated');
    expect([...ec2.templates(), ...fsx.left(), ...living]).toEqual([]);
  });
});
