/**
 * The records of an experiment as the very machines and handlers leave them, in a rehearsal of the one that the doctor
 * runs: whatever it needs to read off them is where it looks.
 */
import { readFileSync } from 'node:fs';
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { Place } from '../../../lib/aws/doctor/deployment';
import { ALL_GUESSES } from '../../../lib/aws/doctor/guesses/table';
import { type Answer, lookAt, patientOf } from '../../../lib/aws/doctor/visit';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { rehearse, type Rehearsal } from '../../../lib/twin/rehearsal/rehearse';
import { optionsOf } from '../../twin/rehearsal/specs';
import { BUCKET, LUSTRE, NOW, refusal, REGION, soundFacts } from './facts';
import { accountOf } from './sound-account';

/** Lines that only trials of some minutes show. */
const OF_LONG_TRIALS = ['server-metric-access', 'server-metric-search', 'server-metric-names'];
/** Lines that need a file system of another type, or longer trials. */
const OTHERS = [
  'ontap-exports',
  'ontap-parts',
  'ontap-root',
  'ontap-clients',
  'ontap-server',
  'multi-zone-endpoint',
  'root-volume-tag',
  'openzfs-clients',
  ...OF_LONG_TRIALS,
];

/** Step Functions and the bucket as the rehearsal left them; roles, network and commands of a sound account. */
function callsOf({ world, store }: Rehearsal): DoctorCalls {
  const sound = accountOf(soundFacts());
  const { sfn, s3 } = world.account.calls({ execution: '', state: 'doctor', role: 'doctor' });
  const bucket = world.config.bucket;
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
      listObjectsV2: (input) => s3.listObjectsV2({ ...input, Bucket: bucket }),
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

describe('the records of an experiment', () => {
  /** What the doctor says of some lines after a rehearsal of a spec. */
  async function answersTo(spec: string, wanted: (id: string) => boolean): Promise<readonly Answer[]> {
    const rehearsal = await rehearse({ ...optionsOf(spec), experiment: 'doctor', executionId: LUSTRE });
    expect(rehearsal.receipt?.clean).toBe(true);
    const place = new Place('000000000000', REGION, 'fsxbench');
    const deployed = await accountOf(soundFacts()).cloudformation.listStackResources({ StackName: 'FsxbenchBench' });
    const stack = { StackName: 'FsxbenchBench', CreationTime: new Date(NOW), StackStatus: 'CREATE_COMPLETE' as const };
    const one = { stack, resources: deployed.StackResourceSummaries ?? [] };
    const deployment = { safety: one, bench: one, bucket: BUCKET };
    const clock = { now: () => NOW };
    const patient = patientOf(callsOf(rehearsal), place, deployment, clock);
    return lookAt(
      patient,
      ALL_GUESSES.filter(({ id, proof }) => proof.by === 'experiment' && wanted(id)),
    );
  }
  const open = (answers: readonly Answer[]): readonly string[] =>
    answers.filter(({ state }) => state !== 'holds').map(({ guess, saw }) => `${guess.id}: ${saw}`);
  const SPEC = readFileSync('experiments/doctor.yaml', 'utf8');

  it('show every line that the small experiment is there for', async () => {
    const answers = await answersTo(SPEC, (id) => !OTHERS.includes(id));
    expect(open(answers)).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);
  });

  it('show what servers told where trials take some minutes', async () => {
    const answers = await answersTo(SPEC.replace('runtime: 30s', 'runtime: 5m'), (id) => OF_LONG_TRIALS.includes(id));
    expect(open(answers)).toEqual([]);
    expect(answers.map(({ saw }) => saw.replace(/^.*?: /, ''))).toEqual([
      // What the model knows nothing of: the CPU of servers, and metadata by kind and target.
      expect.stringMatching(
        /^10 of 17 metrics have points; not .*file_creates, .*_metadata_cpu, r1_c1_0_server_metadata_iops$/,
      ),
      expect.stringMatching(/^the search r1_c1_0_server_network found \d+ points of what had been deleted$/),
      'CloudWatch answered 1 of 1 requests',
    ]);
  });
});
