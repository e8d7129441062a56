/**
 * The records of an experiment as the very machines and handlers leave them, in a rehearsal of the one that the doctor
 * runs: whatever it needs to read off them is where it looks.
 */
import { readFileSync } from 'node:fs';
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { DeploymentNames } from '../../../lib/aws/doctor/deployment';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { runChecks, makeProbeContext } from '../../../lib/aws/doctor/run-checks';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { rehearse, type Rehearsal } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from '../../twin/rehearsal/specs';
import { BUCKET, LUSTRE, NOW, refusal, REGION, soundFacts } from './facts';
import { makeDoctorCalls } from './sound-account';

/** Lines that need a file system of another type. */
const OTHERS = [
  'ontap-exports',
  'ontap-parts',
  'ontap-root',
  'ontap-clients',
  'ontap-server',
  'multi-zone-endpoint',
  'root-volume-tag',
  'openzfs-clients',
];

/** Step Functions and the bucket as the rehearsal left them; roles, network and commands of a sound account. */
function makeCalls({ deployment, store }: Rehearsal): DoctorCalls {
  const sound = makeDoctorCalls(soundFacts());
  const { sfn } = deployment.account.calls({ execution: '', state: 'doctor', role: 'doctor' });
  return {
    ...sound,
    sfn: {
      ...sound.sfn,
      describeExecution: (input) => sfn.describeExecution(input),
      listExecutions: (input) => sfn.listExecutions(input),
      listMapRuns: (input) => sfn.listMapRuns(input),
    },
    s3: {
      ...sound.s3,
      getText: async ({ Key = '' }) => {
        const found = await store.get(Key);
        if (found === null || found === undefined) throw refusal('NoSuchKey', 'The specified key does not exist.');
        // Nothing that was modelled proves anything; here the form of the records is what counts.
        if (Key !== layout('doctor', LUSTRE).plan) return found.text;
        return JSON.stringify({ ...(JSON.parse(found.text) as Plan), simulated: false });
      },
    },
  };
}

it('confirms in a rehearsal every assumption that the small experiment can prove', async () => {
  const spec = readFileSync('experiments/doctor.yaml', 'utf8');
  const rehearsal = await rehearse({ ...makeOptions(spec), experiment: 'doctor', executionId: LUSTRE });
  expect(rehearsal.receipt?.clean).toBe(true);
  const place = new DeploymentNames('000000000000', REGION, 'fsxbench');
  const deployed = await makeDoctorCalls(soundFacts()).cloudformation.listStackResources({
    StackName: 'FsxbenchBench',
  });
  const stack = { StackName: 'FsxbenchBench', CreationTime: new Date(NOW), StackStatus: 'CREATE_COMPLETE' as const };
  const one = { stack, resources: deployed.StackResourceSummaries ?? [] };
  const context = makeProbeContext(
    makeCalls(rehearsal),
    place,
    { safety: one, bench: one, bucket: BUCKET },
    { now: () => NOW },
  );
  const answers = await runChecks(
    context,
    ASSUMPTIONS.filter(({ id, proof }) => proof === 'experiment' && !OTHERS.includes(id)),
  );
  const open = answers
    .filter(({ state }) => state !== 'holds')
    .map(({ assumption, saw }) => `${assumption.id}: ${saw}`);
  expect(open).toEqual([]);
  expect(answers.length).toBeGreaterThan(20);
});
