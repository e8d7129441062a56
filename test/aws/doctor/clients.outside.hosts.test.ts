/**
 * The doctor in an emulator that others wrote, with both stacks created in it. It keeps what it is told and does little
 * of what AWS does: all lines are answered, and none holds that it could not show.
 */
import { rmSync } from 'node:fs';
import { S3 } from '@aws-sdk/client-s3';
import { readAssembly } from '../../../lib/aws/doctor/assembly';
import { makeDoctorCalls } from '../../../lib/aws/doctor/clients';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import type { CheckResult } from '../../../lib/aws/doctor/run-checks';
import { askQuery, makeClientConfig, listElements, REGION } from '../../outside/ask';
import { ASSETS, createBootstrap, createStacks } from '../../outside/deployment';
import { describeMoto, type Moto, startMoto } from '../../outside/moto';
import { deploy } from '../../stacks/deployed-templates';
import { check, listIds } from './check';

/** What the emulator keeps as it was created, or says of an account of its own; anything else it cannot show. */
const SHOWN: Readonly<Record<string, string>> = {
  'ended-rule-on': 'the rule and its target were created',
  'log-groups': 'the groups were created',
  'stacks-deploy': 'it created both stacks and all machines',
  'vpc-quota': 'the network was created',
};

function runDoctor(moto: Moto, options: Parameters<typeof check>[1] = {}): Promise<CheckResult[]> {
  const { endpoint, credentials } = makeClientConfig(moto);
  const { calls } = makeDoctorCalls({ region: REGION, endpoint, credentials });
  return check(calls, { region: REGION, now: Date.now(), ...options });
}
const listHeld = (answers: readonly CheckResult[]): string[] => listIds(answers, ({ state }) => state === 'holds');

describeMoto('fsxbench doctor in the moto emulator', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
  });
  afterAll(() => moto.stop());

  it('checks every assumption in an empty account, and confirms only vpc-quota', async () => {
    const answers = await runDoctor(moto);
    expect(answers.map(({ assumption }) => assumption.id)).toEqual(ASSUMPTIONS.map(({ id }) => id));
    expect(listHeld(answers)).toEqual(['vpc-quota']);
    const missing = answers.filter(({ needsDeployment }) => needsDeployment);
    expect(missing.length).toBeGreaterThan(30);
  });

  // The emulator has no Access Analyzer and no ValidateStateMachineDefinition: what these two are sent is in
  // `probes/assembly.test.ts`. It makes the change sets; then it reads templates by cfn-lint, and
  // takes for an error a warning that `addStacks` asks cfn-lint to leave out: all else it has read before.
  it('deletes its change sets and uploaded templates when it runs before the first deployment', async () => {
    const { folder } = deploy({});
    const assembly = readAssembly({ root: '', cwd: '' }, folder, 'fsxbench');
    const [none] = await runDoctor(moto, { assembly, ids: ['templates-valid'] });
    expect(none).toMatchObject({
      state: 'not tried',
      saw: expect.stringMatching(/^the bucket cdk-hnb659fds-.* is missing\. Run npx cdk bootstrap/),
    });
    await createBootstrap(moto);
    const ids = ASSUMPTIONS.filter(({ proof }) => proof === 'assembly').map(({ id }) => id);
    const answers = await runDoctor(moto, { assembly, ids });
    rmSync(folder, { recursive: true });
    expect(answers.map(({ assumption, state, saw }) => [assumption.id, state, saw])).toEqual([
      ['machines-valid', 'not tried', expect.stringContaining('could not check')],
      ['policies-valid', 'not tried', expect.stringContaining('could not check')],
      [
        'templates-valid',
        'does not hold',
        expect.stringMatching(/^FsxbenchSafety: .*already enforced.*FsxbenchBench: /),
      ],
    ]);
    const stacks = await askQuery(moto, 'cloudformation', 'ListStacks');
    const names = listElements(stacks, 'StackName');
    expect(new Set(names)).toEqual(new Set(['FsxbenchSafetyDoctor', 'FsxbenchBenchDoctor']));
    expect(listElements(stacks, 'StackStatus')).toEqual(names.map(() => 'DELETE_COMPLETE'));
    const { Contents = [] } = await new S3(makeClientConfig(moto)).listObjectsV2({ Bucket: ASSETS });
    expect(Contents).toEqual([]);
  });

  it('confirms only the assumptions that the emulator can show after a deployment', async () => {
    const { folder } = deploy({});
    await createStacks(moto, folder, ['FsxbenchSafety', 'FsxbenchBench']);
    rmSync(folder, { recursive: true });
    const answers = await runDoctor(moto);
    expect(answers.map(({ assumption }) => assumption.id)).toEqual(ASSUMPTIONS.map(({ id }) => id));
    expect(listHeld(answers).toSorted()).toEqual(Object.keys(SHOWN));
    expect(answers.filter(({ needsDeployment }) => needsDeployment)).toEqual([]);
  });
});
