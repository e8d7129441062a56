/**
 * The doctor in an emulator that others wrote, with both stacks created in it. It keeps what it is told and does little
 * of what AWS does: all lines are answered, and none holds that it could not show.
 */
import { readFileSync, rmSync } from 'node:fs';
import { parse } from 'yaml';
import type { Answer } from '../../../lib/aws/doctor/examine';
import { realDoctorCalls } from '../../../lib/aws/doctor/clients';
import { ALL_GUESSES } from '../../../lib/aws/doctor/guesses/table';
import type { Small } from '../../../lib/aws/doctor/spending/experiment';
import { spend } from '../../../lib/aws/doctor/spending/spend';
import { lookAt, visit } from '../../../lib/aws/doctor/visit';
import { readScripts } from '../../../lib/aws/scripts';
import { bookOf } from '../../../lib/pricing/aws';
import { expected } from '../../../lib/shapes/errors';
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
  const sleep = (): Promise<void> => Promise.resolve();
  const { patient } = await visit(calls, { region: REGION, stackName: 'fsxbench', now: () => Date.now(), sleep });
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

  it('leaves nothing unsaid where the emulator starts what it never ends', async () => {
    const { endpoint, credentials } = clientOf(moto);
    const { calls } = realDoctorCalls({ region: REGION, endpoint, credentials });
    // Twenty times as fast as it is told: hours are waited for what never ends.
    let time = Date.now();
    const clock = {
      now: () => time,
      sleep: (milliseconds: number): Promise<void> => Promise.resolve(void (time += 20 * milliseconds)),
    };
    const { patient } = await visit(calls, { region: REGION, stackName: 'fsxbench', ...clock });
    const wanted = ['bucket-writes-once', 'fleet-grants', 'scheduled-time'];
    const guesses = ALL_GUESSES.filter(({ id }) => wanted.includes(id));
    const spec = parse(readFileSync('experiments/doctor.yaml', 'utf8')) as Small['spec'];
    const small = { spec, scripts: await readScripts('workloads'), prices: bookOf('us-east-1') };
    const tell = (): void => undefined;
    const interrupted = new AbortController().signal;
    const given = { limitUsd: 2, id: 'outside', small, tell, interrupted };
    const { answers, spent } = await spend(patient, await lookAt(patient, guesses), given);
    const states = Object.fromEntries(answers.map(({ guess, state }) => [guess.id, state]));
    // Conditional writes are all that it does as AWS does.
    expect(states).toEqual({
      'bucket-writes-once': 'holds',
      'fleet-grants': 'not tried',
      'scheduled-time': 'not tried',
    });
    expect(spent.left).toEqual([expect.stringMatching(/^whatever doctor-outside-x+ made: it has no receipt yet/)]);
    const bucket = expected(patient.deployment.bucket, 'the results bucket');
    const kept = await calls.s3.listObjectVersions({ Bucket: bucket });
    expect([...(kept.Versions ?? []), ...(kept.DeleteMarkers ?? [])]).toEqual([]);
  });
});
