/**
 * The doctor in an emulator that others wrote, with both stacks created in it. It keeps what it is told and does little
 * of what AWS does: all lines are answered, and none holds that it could not show.
 */
import { rmSync } from 'node:fs';
import { realDoctorCalls } from '../../../lib/aws/doctor/clients';
import { ALL_GUESSES } from '../../../lib/aws/doctor/guesses/table';
import { type Answer, lookAt, visit } from '../../../lib/aws/doctor/visit';
import { clientOf, REGION } from '../../outside/ask';
import { createStacks } from '../../outside/deployment';
import { describeOutside, type Moto, startMoto } from '../../outside/moto';
import { deploy } from '../../stacks/deployed';

/** What the emulator keeps as it was created, or says of an account of its own; anything else it cannot show. */
const SHOWN: Readonly<Record<string, string>> = {
  'ended-rule-on': 'the rule and its target were created',
  'log-groups': 'the groups were created',
  'stacks-deploy': 'it created both stacks and all machines',
  'vpc-quota': 'the network was created',
};

const examined = async (moto: Moto): Promise<Answer[]> => {
  const { endpoint, credentials } = clientOf(moto);
  const { calls } = realDoctorCalls({ region: REGION, endpoint, credentials });
  const { patient } = await visit(calls, { region: REGION, stackName: 'fsxbench', now: () => Date.now() });
  return lookAt(patient, ALL_GUESSES);
};

describeOutside('the doctor in an emulator', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
  });
  afterAll(() => moto.stop());

  it('answers every line of an empty account, and holds none that needs a deployment', async () => {
    const answers = await examined(moto);
    expect(answers.map(({ guess }) => guess.id)).toEqual(ALL_GUESSES.map(({ id }) => id));
    const held = answers.filter(({ state }) => state === 'holds').map(({ guess }) => guess.id);
    expect(held).toEqual(['vpc-quota']);
    const missing = answers.filter(({ needsDeployment }) => needsDeployment);
    expect(missing.length).toBeGreaterThan(30);
  });

  it('holds of a deployment nothing that the emulator cannot show', async () => {
    const { folder } = deploy({});
    await createStacks(moto, folder, ['FsxbenchSafety', 'FsxbenchBench']);
    rmSync(folder, { recursive: true });
    const answers = await examined(moto);
    expect(answers.map(({ guess }) => guess.id)).toEqual(ALL_GUESSES.map(({ id }) => id));
    const held = answers.filter(({ state }) => state === 'holds').map(({ guess }) => guess.id);
    expect(held.toSorted()).toEqual(Object.keys(SHOWN));
    expect(answers.filter(({ needsDeployment }) => needsDeployment)).toEqual([]);
  });
});
