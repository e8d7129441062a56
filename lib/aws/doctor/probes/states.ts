/**
 * What single states do when Step Functions itself tests them, in the deployed roles; and a launch as it is deployed,
 * by EC2's own dry run: rights, tags and conditions are checked, and nothing is made (EC2 API reference, Common query
 * parameters, DryRun).
 */
import { expected } from '../../../shapes/errors';
import type { RigRole } from '../../../shapes/documents';
import { architectureOf } from '../../../shapes/images';
import { REQUIRED_TAGS, TAG } from '../../../shapes/layout';
import type { MachineName } from '../../../shapes/machines';
import type { Config } from '../../context';
import { deployed, fails, type Finding, holds, type Patient, type Probe, untried } from '../patient';
import { roleOfMachine } from '../simulate';

/** A key that nothing writes, below the prefix that all machines may read. */
const NO_SUCH_KEY = 'fences/doctor-writes-nothing-here.json';
/** Well formed, and of no instance: ids are never all zeros. */
const NO_SUCH_INSTANCE = 'i-00000000000000000';

/** The cheapest type of the shipped experiments; only its name is looked at. */
const INSTANCE_TYPE = 'c5n.large';
/** `#!/bin/true` */
const USER_DATA = 'IyEvYmluL3RydWUK';

interface MakeTemplate {
  readonly Arguments: { readonly LaunchTemplateData: object };
}

export const STATES_PROBES = {
  // The very state that is deployed: where does its Catch lead?
  'missing-key-name': async (patient) => {
    deployed(patient, 'bench');
    const { calls, place } = patient;
    const { definition } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn('launch') });
    const { States } = JSON.parse(expected(definition, 'the definition of launch')) as {
      States: Record<string, { Catch?: { ErrorEquals: string[]; Next: string }[] }>;
    };
    const look = expected(States['LookAtFence'], 'the state LookAtFence of launch');
    const onwards = look.Catch?.find(({ ErrorEquals }) => ErrorEquals.includes('S3.NoSuchKeyException'))?.Next;
    const { status, error, cause, nextState } = await test(patient, 'launch', look, { fenceKey: NO_SUCH_KEY });
    if (error === undefined) return untried(`the state ended ${String(status)} without an error`);
    if (error === 'S3.NoSuchKeyException' && nextState === onwards && onwards !== undefined)
      return holds(`LookAtFence of launch went on to ${onwards}`);
    if (error.startsWith('S3.')) return fails(`the error was ${error}: ${short(cause)}`);
    return notTested(error, cause);
  },

  'ec2-error-name': async (patient) => {
    deployed(patient, 'safety');
    const { error, cause } = await test(patient, 'teardown', {
      Type: 'Task',
      Resource: 'arn:aws:states:::aws-sdk:ec2:terminateInstances',
      Arguments: { InstanceIds: [NO_SUCH_INSTANCE] },
      End: true,
    });
    if (error === 'Ec2.Ec2Exception')
      return /\(Service: .*Error Code|InvalidInstanceID|UnauthorizedOperation|Status Code/.test(String(cause))
        ? holds(`the error was ${error}: ${short(cause)}`)
        : fails(`the error was ${error}, without a code in its message: ${short(cause)}`);
    if (error?.startsWith('Ec2.') === true) return fails(`the error was ${error}: ${short(cause)}`);
    return notTested(error, cause);
  },

  'wait-fraction': async (patient) => {
    deployed(patient, 'safety');
    const { status, error, cause } = await test(patient, 'teardown', {
      Type: 'Wait',
      Timestamp: '{% $fromMillis($millis() + 1500) %}',
      End: true,
    });
    if (status === 'SUCCEEDED') return holds('such a Wait succeeded');
    if (isOfLanguage(error)) return fails(`the error was ${String(error)}: ${short(cause)}`);
    return notTested(error, cause);
  },

  // The task itself fails in the service: then its time-out was taken.
  'timeout-expression': async (patient) => {
    deployed(patient, 'bench');
    const { status, error, cause } = await test(patient, 'launch', {
      Type: 'Task',
      Resource: 'arn:aws:states:::aws-sdk:s3:getObject',
      Arguments: { Bucket: expected(patient.deployment.bucket, 'the results bucket'), Key: NO_SUCH_KEY },
      TimeoutSeconds: '{% $ceil(59.5) %}',
      End: true,
    });
    if (error?.startsWith('S3.') === true) return holds('a task with such a time-out was carried out');
    if (isOfLanguage(error)) return fails(`the error was ${String(error)}: ${short(cause)}`);
    return notTested(error ?? status, cause);
  },

  'launch-dry-run': async (patient) => {
    deployed(patient, 'bench');
    const { calls, place } = patient;
    const { definition } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn('launch') });
    const { States } = JSON.parse(expected(definition, 'the definition of launch')) as {
      States: { MakeTemplate?: MakeTemplate };
    };
    const { Arguments } = expected(States.MakeTemplate, 'the state MakeTemplate of launch');
    const one = { MinCount: 1, MaxCount: 1 };
    const template = await dryRun(patient, 'createLaunchTemplate', Arguments);
    if (template.state !== 'holds') return template;
    const host = await dryRun(patient, 'runInstances', { ...Arguments.LaunchTemplateData, ...one });
    return host.state === 'holds' ? holds(`${template.saw}; ${host.saw}`) : host;
  },
} satisfies Readonly<Record<string, Probe>>;

interface Tested {
  readonly status?: string | undefined;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
  readonly nextState?: string | undefined;
}

async function test(
  patient: Patient,
  machine: MachineName,
  state: object,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Tested> {
  return patient.calls.sfn.testState({
    definition: JSON.stringify({ QueryLanguage: 'JSONata', ...state }),
    roleArn: await roleOfMachine(patient, machine),
    input: '{}',
    variables: JSON.stringify(variables),
  });
}

/** Errors by which Step Functions says that a state is wrong in itself. */
function isOfLanguage(error: string | undefined): boolean {
  return error === 'States.Runtime' || error === 'States.QueryEvaluationError';
}

/** The role trusts machines of this deployment only; whether a tested state is one, only AWS knows. */
function notTested(error: string | undefined, cause: string | undefined): Finding {
  return untried(`the tested state said ${error ?? 'nothing'}: ${short(cause)}`);
}

function short(cause: string | undefined): string {
  return (cause ?? 'no cause').slice(0, 200);
}

/** The image of the deployment, as admission is told it. */
async function imageOf({ calls, place }: Patient): Promise<Pick<RigRole, 'imageId' | 'rootDevice' | 'rootVolume'>> {
  const { Environment } = await calls.lambda.getFunctionConfiguration({ FunctionName: place.name('admit') });
  const text = expected(Environment?.Variables?.['FSXBENCH_IMAGES'], 'the images of the deployment');
  const images = JSON.parse(text) as NonNullable<Config['images']>;
  return { ...expected(images[architectureOf(INSTANCE_TYPE)], 'an image of the deployment'), rootVolume: {} };
}

async function dryRun(patient: Patient, action: string, given: object): Promise<Finding> {
  const Tags = REQUIRED_TAGS.map((Key) => ({ Key, Value: Key === TAG.stack ? patient.place.stackName : 'doctor' }));
  const role = {
    role: 'doctor',
    count: 1,
    instanceType: INSTANCE_TYPE,
    ...(await imageOf(patient)),
    interfaceType: 'interface',
    placement: 'none',
    blockDeviceMappings: [],
    readsSecrets: false,
    userDataBase64: USER_DATA,
    tags: Tags,
  } satisfies Partial<RigRole>;
  const state = {
    Type: 'Task',
    Resource: `arn:aws:states:::aws-sdk:ec2:${action}`,
    Arguments: { ...given, DryRun: true },
    End: true,
  };
  const { error, cause } = await test(patient, 'launch', state, { rigTag: 'doctor', role });
  const words = `${error ?? 'no error'}: ${short(cause)}`;
  if (/Request would have succeeded|DryRunOperation/.test(words)) return holds(`${action} would have succeeded`);
  if (/UnauthorizedOperation|not authorized to perform this operation/.test(words)) return fails(`${action}: ${words}`);
  return untried(`${action} in a dry run: ${words}`);
}
