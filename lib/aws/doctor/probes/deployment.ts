/** Whether what was deployed came out as it should: stacks, rules, schedules, logs. */
import { expected } from '../../../shapes/errors';
import { ALL_MACHINES } from '../../../shapes/machines';
import { allNext } from '../../pages';
import { nameOf } from '../calls';
import { deployed, fails, holds, type Patient, type Probe, untried } from '../patient';

/** States of a stack that stands as its template says (CloudFormation guide, Stack status codes). */
const DEPLOYED = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'];
/** The name that the grants of nested executions are for (Step Functions guide, IAM policies for nested executions). */
const NESTED_RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

export const DEPLOYMENT_PROBES = {
  'stacks-deploy': async (patient) => {
    const stacks = [deployed(patient, 'safety'), deployed(patient, 'bench')].map(({ stack }) => stack);
    const bad = stacks.filter(({ StackStatus }) => !DEPLOYED.includes(String(StackStatus)));
    const told = stacks
      .map(({ StackName, StackStatus }) => `${String(StackName)} is ${String(StackStatus)}`)
      .join(', ');
    if (bad.some(({ StackStatus }) => String(StackStatus).endsWith('_IN_PROGRESS'))) return untried(`${told}: wait`);
    if (bad.length > 0) return fails(told);
    for (const machine of ALL_MACHINES) {
      const { status } = await patient.calls.sfn.describeStateMachine({
        stateMachineArn: patient.place.machineArn(machine),
      });
      if (status !== 'ACTIVE') return fails(`the machine ${machine} is ${String(status)}`);
    }
    return holds(`${told}, ${ALL_MACHINES.length} machines are ACTIVE`);
  },

  // A role that cannot be taken is refused when its machine is made, or ends the first execution.
  'machine-role-trust': async (patient) => {
    deployed(patient, 'safety');
    const { calls, place } = patient;
    const { roleArn } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn('janitor') });
    const RoleName = expected(roleArn, 'the role of the janitor').replace(/^.*\//, '');
    const { Role } = await calls.iam.getRole({ RoleName });
    const trust = decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '');
    if (!trust.includes(`stateMachine:${place.name('*')}`)) return fails(`the trust of ${RoleName} does not say so`);
    const ran = await janitorRan(patient);
    return ran === null ? untried('the role trusts so; the janitor has not run yet: look in 15 minutes') : ran;
  },

  'nested-rule': async (patient) => {
    deployed(patient, 'bench');
    try {
      const { ManagedBy } = await patient.calls.events.describeRule({ Name: NESTED_RULE });
      return ManagedBy === 'states.amazonaws.com'
        ? holds(`${NESTED_RULE} is there, managed by Step Functions`)
        : untried(`${NESTED_RULE} is there, but nobody says that Step Functions made it`);
    } catch (error) {
      if (nameOf(error) !== 'ResourceNotFoundException') throw error;
      return fails(`machines with nested executions are deployed, and there is no rule ${NESTED_RULE}`);
    }
  },

  'somebody-subscribed': async (patient) => {
    deployed(patient, 'safety');
    const { calls, place } = patient;
    const TopicArn = place.arn('sns', place.name('notify'));
    const pages = await allNext((next) => calls.sns.listSubscriptionsByTopic({ TopicArn, ...next }));
    const found = pages.flatMap(({ Subscriptions }) => Subscriptions ?? []);
    // Until it is confirmed a word stands where the ARN will be (SNS API reference, Subscription).
    const confirmed = found.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:') === true);
    if (confirmed.length > 0) return holds(`${confirmed.length} of ${found.length} subscriptions are confirmed`);
    const waiting = found.map(({ Endpoint }) => String(Endpoint)).join(', ');
    return fails(
      found.length === 0 ? `nobody has subscribed to ${TopicArn}` : `${waiting} has not confirmed the subscription`,
    );
  },

  'schedule-source-arn': async (patient) => {
    deployed(patient, 'safety');
    const ran = await janitorRan(patient);
    if (ran === null) return untried('the janitor has not run yet: look in 15 minutes');
    return ran;
  },

  'vended-logs': async (patient) => {
    deployed(patient, 'bench');
    const { calls, place } = patient;
    const { loggingConfiguration } = await calls.sfn.describeStateMachine({
      stateMachineArn: place.machineArn('experiment'),
    });
    if (loggingConfiguration?.level === undefined) return untried('Step Functions did not say what is logged');
    if (loggingConfiguration.level !== 'ERROR') return fails('the machine experiment does not log its errors');
    const { resourcePolicies } = await calls.logs.describeResourcePolicies({});
    if (resourcePolicies === undefined) return untried('CloudWatch Logs did not list its policies');
    const ours = `/aws/vendedlogs/states/${place.stackName}`;
    const naming = resourcePolicies.filter(({ policyDocument }) => policyDocument?.includes(ours) === true);
    return naming.length === 0
      ? holds('machines log, and no resource policy of the account names their groups')
      : fails(`the resource policy ${String(naming[0]?.policyName)} names a group of the machines`);
  },
} satisfies Readonly<Record<string, Probe>>;

/** Nobody but the schedule starts the janitor; it can only run where role, trust and machine fit. Null: not yet. */
async function janitorRan({ calls, place }: Patient): Promise<ReturnType<typeof holds> | null> {
  const { executions } = await calls.sfn.listExecutions({ stateMachineArn: place.machineArn('janitor') });
  const ended = executions?.find(({ status }) => status !== 'RUNNING');
  if (ended === undefined) return null;
  if (ended.status === 'SUCCEEDED') return holds(`the janitor has run: ${String(ended.name)}`);
  const { error, cause } = await calls.sfn.describeExecution({ executionArn: String(ended.executionArn) });
  const why = `the janitor ended ${String(ended.status)}: ${error ?? 'no error'}: ${cause ?? 'no cause'}`;
  return /assume|AccessDenied|not authorized/i.test(why) ? fails(why) : untried(why);
}
