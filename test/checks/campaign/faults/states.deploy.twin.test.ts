/** Both stacks are updated while an experiment runs: to another version of the contracts, and to the same. */
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { type CampaignRun, play } from '../../../../checks/campaign/faults/run-campaign';
import { judge } from '../../../../checks/campaign/judge/judge';
import type { MachineName } from '../../../../lib/shapes/machines';
import { layout } from '../../../../lib/shapes/layout';
import type { Summary } from '../../../../lib/results/summary';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const keys = layout(experiment, 'simulated');

function playDeploy(
  machine: MachineName,
  state: string,
  nth: number,
  effect: 'deploy' | 'deploy-same',
): Promise<CampaignRun> {
  const rules: Rule[] = [{ fault: 'state', machine, state, nth, effect }];
  const campaign = { ...CALM, rules, hours: 12 };
  return play({
    spec: LUSTRE,
    experiment,
    startedAt,
    prices,
    machineText,
    scripts,
    campaign,
    seed: 'deploy',
    log: QUIET,
  });
}

async function gatherFacts(played: CampaignRun) {
  const { complaints } = await judge(played, experiment, prices);
  const read = async <T>(key: string): Promise<T | null> =>
    JSON.parse((await played.store.get(key))?.text ?? 'null') as T | null;
  const summary = await read<Summary>(keys.summary);
  const receipt = await read<{ clean: boolean }>(keys.receipt);
  const status = played.started[0]?.execution?.status;
  const verdicts = summary?.trials.map(({ verdict }) => verdict) ?? [];
  return { complaints, struck: played.struck.times, clean: receipt?.clean, status, verdicts, mails: played.messages };
}

describe('deployment of another contract version during an execution', () => {
  it.each<[MachineName, string, number, string, number]>([
    // Where it strikes, how the experiment ends, and how many of its four trials were measured.
    ['experiment', 'StartGuardian', 1, 'FAILED', 0],
    ['rig', 'MakeCopies', 1, 'FAILED', 0],
    ['target-request', 'Send', 1, 'FAILED', 0],
    ['target-request', 'Look', 2, 'FAILED', 0],
    ['launch', 'MakeTemplate', 1, 'FAILED', 0],
    ['launch', 'Launch', 1, 'FAILED', 0],
    ['rig', 'HostsOnline', 2, 'FAILED', 0],
    ['host-command', 'Send', 1, 'FAILED', 0],
    ['trial-batch', 'MarkStarted', 1, 'FAILED', 0],
    ['trial-batch', 'CountHosts', 2, 'FAILED', 1],
    ['trial-batch', 'MarkEnded', 2, 'FAILED', 2],
    ['rig', 'ChangeCopies', 1, 'FAILED', 2],
    ['rig', 'Deleting', 1, 'SUCCEEDED', 4],
    ['teardown', 'Delete', 1, 'SUCCEEDED', 4],
    ['results', 'JudgeTrials', 1, 'SUCCEEDED', 4],
    ['guardian', 'WriteReceipt', 1, 'SUCCEEDED', 4],
  ])(
    'cleans up when deployed at state %s/%s, visit %i, and ends as %s with %i VALID trials',
    async (machine, state, nth, status, measured) => {
      const found = await gatherFacts(await playDeploy(machine, state, nth, 'deploy'));
      const { mails, verdicts, ...rest } = found;
      expect(rest).toEqual({ complaints: [], struck: [1], clean: true, status });
      expect(verdicts.filter((verdict) => verdict === 'VALID')).toHaveLength(measured);
      expect(mails.at(-1)?.message).toContain('simulated');
      if (measured < 4) expect(mails.map(({ message }) => message).join('\n')).toContain('OtherVersion');
    },
  );
});

describe('deployment of the same contract version during an execution', () => {
  it.each<[MachineName, string, number]>([
    ['experiment', 'StartGuardian', 1],
    ['launch', 'Launch', 1],
    ['host-command', 'Send', 2],
    ['trial-batch', 'CountHosts', 2],
  ])('keeps SUCCEEDED and all trials VALID when deployed at state %s/%s, visit %i', async (machine, state, nth) => {
    const { mails: _, ...found } = await gatherFacts(await playDeploy(machine, state, nth, 'deploy-same'));
    const verdicts = ['VALID', 'VALID', 'VALID', 'VALID'];
    expect(found).toEqual({ complaints: [], struck: [1], clean: true, status: 'SUCCEEDED', verdicts });
  });
});
