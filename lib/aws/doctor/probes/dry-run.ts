/**
 * A launch as it is deployed, by EC2's own dry run, in the deployed role: rights, tags and conditions are checked, and
 * nothing is made (EC2 API reference, Common query parameters, DryRun).
 */
import { expected } from '../../../shapes/errors';
import type { RigRole } from '../../../shapes/documents';
import { architectureOf } from '../../../shapes/images';
import { REQUIRED_TAGS, TAG } from '../../../shapes/layout';
import type { Config } from '../../context';
import { fails, type Finding, holds, untried } from '../finding';
import { deployed, type Patient, type Probe } from '../patient';
import { roleOfMachine } from '../simulate';

/** The cheapest type of the shipped experiments; only its name is looked at. */
const INSTANCE_TYPE = 'c5n.large';
/** `#!/bin/true` */
const USER_DATA = 'IyEvYmluL3RydWUK';

interface MakeTemplate {
  readonly Arguments: { readonly LaunchTemplateData: object };
}

export const DRY_RUN_PROBES = {
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
  const { error, cause } = await patient.calls.sfn.testState({
    definition: JSON.stringify({
      QueryLanguage: 'JSONata',
      Type: 'Task',
      Resource: `arn:aws:states:::aws-sdk:ec2:${action}`,
      Arguments: { ...given, DryRun: true },
      End: true,
    }),
    roleArn: await roleOfMachine(patient, 'launch'),
    input: '{}',
    variables: JSON.stringify({ rigTag: 'doctor', role }),
  });
  const words = `${error ?? 'no error'}: ${(cause ?? 'no cause').slice(0, 200)}`;
  if (/Request would have succeeded|DryRunOperation/.test(words)) return holds(`${action} would have succeeded`);
  if (/UnauthorizedOperation|not authorized to perform this operation/.test(words)) return fails(`${action}: ${words}`);
  return untried(`${action} in a dry run: ${words}`);
}
