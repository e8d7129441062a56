/** Checks whether account and Region meet a deployment's requirements, and whether its safeguards are on. */
import { VCPUS } from '../../../targets/host-quotas';
import { ensure } from '../../../shapes/errors';
import { PRICED_REGIONS } from '../../../pricing/aws';
import { getPhysicalId } from '../deployment';
import {
  requireStack,
  toFail,
  type Finding,
  toPass,
  type ProbeContext,
  type Probe,
  toUntested,
} from '../probe-context';
import { ALL_MACHINES } from '../../../shapes/machines';
import { readNextPages } from '../../pages';
import { getErrorName } from '../calls';

/** Concurrent functions that results, guardian and teardown of one experiment need. */
const MIN_CONCURRENCY = 50;
/** Instance types in `experiments/`. */
const INSTANCE_TYPES = ['c5n.2xlarge', 't3.small'];
/** The janitor runs every 15 minutes: an hour without a run is a failure. */
const JANITOR_LATE_MS = 3_600_000;

export const ACCOUNT_PROBES = {
  'region-priced': ({ place: { region } }) =>
    Promise.resolve(
      PRICED_REGIONS.includes(region)
        ? toPass(`${region} has prices`)
        : toFail(`${region} has no prices; Regions with prices: ${PRICED_REGIONS.join(', ')}`),
    ),

  'may-deploy': async (context) => {
    const { calls, place } = context;
    try {
      await calls.cloudformation.describeStacks({ StackName: 'CDKToolkit' });
    } catch (error) {
      if (error instanceof Error && /does not exist/.test(error.message))
        return toFail(`the stack CDKToolkit is missing in ${place.region}`);
      throw error;
    }
    const { Arn } = await calls.sts.getCallerIdentity({});
    const caller = await findPrincipal(ensure(Arn, 'the ARN of the caller'), context);
    if (caller === null) return toUntested('CDKToolkit exists; IAM cannot simulate permissions of this kind of caller');
    const role = `arn:aws:iam::${place.account}:role/cdk-hnb659fds-deploy-role-${place.account}-${place.region}`;
    const { EvaluationResults } = await calls.iam.simulatePrincipalPolicy({
      PolicySourceArn: caller,
      ActionNames: ['sts:AssumeRole'],
      ResourceArns: [role],
    });
    const decision = ensure(EvaluationResults?.[0]?.EvalDecision, 'a decision of the simulator');
    return decision === 'allowed'
      ? toPass('CDKToolkit exists, and you may assume its deploy role')
      : toFail(`you may not assume ${role}: ${decision}`);
  },

  'vcpu-quota': async ({ calls }) => {
    const { Quota } = await calls.quotas.getServiceQuota({ ServiceCode: 'ec2', QuotaCode: 'L-1216C47A' });
    const vcpus = ensure(Quota?.Value, 'the value of the quota');
    return (vcpus >= VCPUS ? toPass : toFail)(`${vcpus} vCPUs`);
  },

  'function-quota': async ({ calls }) => {
    const { AccountLimit } = await calls.lambda.getAccountSettings({});
    const most = ensure(AccountLimit?.ConcurrentExecutions, 'the limit of concurrent executions');
    return (most >= MIN_CONCURRENCY ? toPass : toFail)(`${most} concurrent executions`);
  },

  'vpc-quota': async ({ calls, deployment }) => {
    if (deployment.bench !== null) return toPass('the VPC is deployed');
    const { Vpcs } = await calls.ec2.describeVpcs({});
    const there = ensure(Vpcs, 'the list of VPCs').length;
    const { Quota } = await calls.quotas.getServiceQuota({ ServiceCode: 'vpc', QuotaCode: 'L-F678F1CE' });
    const most = ensure(Quota?.Value, 'the value of the quota');
    return (there < most ? toPass : toFail)(`${there} of ${most} VPCs exist`);
  },

  'zone-offers': async (context) => {
    const zone = await findZone(context);
    const { InstanceTypeOfferings } = await context.calls.ec2.describeInstanceTypeOfferings({
      LocationType: zone === null ? 'region' : 'availability-zone',
      Filters: [
        { Name: 'location', Values: [zone ?? context.place.region] },
        { Name: 'instance-type', Values: INSTANCE_TYPES },
      ],
    });
    const offered = (InstanceTypeOfferings ?? []).map(({ InstanceType }) => String(InstanceType));
    const missing = INSTANCE_TYPES.filter((type) => !offered.includes(type));
    const where = zone ?? `${context.place.region} (no zone chosen yet)`;
    if (missing.length > 0) return toFail(`${where} lacks ${missing.join(', ')}`);
    const all = `${where} offers ${INSTANCE_TYPES.join(', ')}`;
    return zone === null ? toUntested(`${all}; the zones show after a deploy`) : toPass(all);
  },

  'internet-open': async ({ calls }) => {
    const { VpcBlockPublicAccessOptions: options } = await calls.ec2.describeVpcBlockPublicAccessOptions({});
    const mode = ensure(options?.InternetGatewayBlockMode, 'the mode of VPC Block Public Access');
    // "block-ingress" still allows connections that hosts open (VPC guide, Block Public Access).
    return (mode === 'block-bidirectional' ? toFail : toPass)(`the mode is ${mode}`);
  },

  'kinds-listed': async ({ calls, place }) => {
    const { unlisted, skipped } = await calls.kinds.list(place.stackName);
    const found = [...unlisted, ...skipped].map(({ kind, why }) => `${kind}: ${why}`);
    if (found.length === 0) return toPass('every kind can be listed');
    const isDenied = found.some((text) => /AccessDenied|UnauthorizedOperation|not authorized/i.test(text));
    return isDenied
      ? toFail(found.join('; '))
      : toUntested(`could not check: ${found.join('; ').replace(/\s+/g, ' ')}`);
  },

  'document-default': async (context) => {
    requireStack(context, 'bench');
    const { Document } = await context.calls.ssm.describeDocument({ Name: context.place.name('run-script') });
    const [latest, used] = [Document?.LatestVersion, Document?.DefaultVersion];
    if (latest === undefined || used === undefined) return toUntested('Systems Manager returned no versions');
    return (latest === used ? toPass : toFail)(`version ${used} is the default, ${latest} the newest`);
  },

  'ended-rule-on': async (context) => {
    requireStack(context, 'safety');
    const { calls, place } = context;
    const Name = place.name('ended-badly');
    const { State } = await calls.events.describeRule({ Name });
    const { Targets } = await calls.events.listTargetsByRule({ Rule: Name });
    const wanted = place.functionArn('start-guardian');
    if (State === undefined || Targets === undefined) return toUntested('EventBridge returned no state');
    const there = Targets.some(({ Arn }) => Arn === wanted);
    return (State === 'ENABLED' && there ? toPass : toFail)(
      `${Name} is ${State}, ${there ? 'with' : 'without'} the target start-guardian`,
    );
  },

  'janitor-on': async (context) => {
    requireStack(context, 'safety');
    const { calls, place, now } = context;
    const { State } = await calls.scheduler.getSchedule({ Name: 'janitor', GroupName: place.name('safety') });
    if (State === undefined) return toUntested('Scheduler returned no state');
    if (State !== 'ENABLED') return toFail(`the schedule is ${State}`);
    const { executions } = await calls.sfn.listExecutions({ stateMachineArn: place.machineArn('janitor') });
    const last = executions?.find(({ status }) => status !== 'RUNNING');
    if (last === undefined)
      return toUntested('the schedule of the janitor is enabled, but no run has ended yet. Check again in 15 minutes');
    const late = now() - ensure(last.stopDate, 'the end of an execution').getTime() > JANITOR_LATE_MS;
    return (last.status === 'SUCCEEDED' && !late ? toPass : toFail)(
      `the janitor's last run is ${String(last.status)}, ended ${String(last.stopDate?.toISOString())}`,
    );
  },

  'log-groups': async (context) => {
    const parts = (['safety', 'bench'] as const).filter((part) => requireStack(context, part));
    const { calls, place } = context;
    const { logGroups } = await calls.logs.describeLogGroups({
      logGroupNamePrefix: `/aws/vendedlogs/states/${place.stackName}`,
    });
    const found = (logGroups ?? []).map(({ logGroupName }) => logGroupName);
    const missing = parts
      .map((part) => `/aws/vendedlogs/states/${place.name(part)}`)
      .filter((name) => !found.includes(name));
    return missing.length === 0 ? toPass('both exist') : toFail(`missing: ${missing.join(', ')}`);
  },

  'safety-protected': (context) => {
    const { stack } = requireStack(context, 'safety');
    const on = stack.EnableTerminationProtection;
    if (on === undefined) return Promise.resolve(toUntested('CloudFormation returned no setting'));
    return Promise.resolve((on ? toPass : toFail)(`termination protection is ${on ? 'on' : 'off'}`));
  },
} satisfies Readonly<Record<string, Probe>>;

/**
 * The user or role of a session; null for the root user, whom no policy restricts. A session ARN omits the path of its
 * role, such as `/aws-reserved/sso.amazonaws.com/` for roles of IAM Identity Center.
 */
async function findPrincipal(arn: string, { calls }: ProbeContext): Promise<string | null> {
  const [, RoleName] = /^arn:aws:sts::\d+:assumed-role\/([^/]+)\//.exec(arn) ?? [];
  if (RoleName !== undefined) return (await calls.iam.getRole({ RoleName })).Role?.Arn ?? null;
  return /^arn:aws:iam::\d+:user\//.test(arn) ? arn : null;
}

/** Zone of the network that the stack created; null before a deploy, or if the deployment uses your own network. */
async function findZone({ calls, deployment }: ProbeContext): Promise<string | null> {
  const { bench } = deployment;
  if (bench === null || !bench.resources.some(({ ResourceType }) => ResourceType === 'AWS::EC2::Subnet')) return null;
  const { Subnets } = await calls.ec2.describeSubnets({
    SubnetIds: [getPhysicalId(bench, 'AWS::EC2::Subnet', 'HostsSubnet')],
  });
  return ensure(Subnets?.[0]?.AvailabilityZone, 'the zone of the subnet');
}

/** States of a stack that matches its template (CloudFormation guide, Stack status codes). */
const DEPLOYED_STATES = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'];
/** The EventBridge rule in policies for nested executions (Step Functions guide, section of that name). */
const NESTED_RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

export const DEPLOYMENT_PROBES = {
  'stacks-deploy': async (context) => {
    const stacks = [requireStack(context, 'safety'), requireStack(context, 'bench')].map(({ stack }) => stack);
    const bad = stacks.filter(({ StackStatus }) => !DEPLOYED_STATES.includes(String(StackStatus)));
    const states = stacks
      .map(({ StackName, StackStatus }) => `${String(StackName)} is ${String(StackStatus)}`)
      .join(', ');
    if (bad.some(({ StackStatus }) => String(StackStatus).endsWith('_IN_PROGRESS')))
      return toUntested(`${states}: wait`);
    if (bad.length > 0) return toFail(states);
    for (const machine of ALL_MACHINES) {
      const { status } = await context.calls.sfn.describeStateMachine({
        stateMachineArn: context.place.machineArn(machine),
      });
      if (status !== 'ACTIVE') return toFail(`the machine ${machine} is ${String(status)}`);
    }
    return toPass(`${states}, ${ALL_MACHINES.length} machines are ACTIVE`);
  },

  // If a machine cannot assume its role, its creation or its first execution fails.
  'machine-role-trust': probeJanitor,

  'nested-rule': async (context) => {
    requireStack(context, 'bench');
    try {
      const { ManagedBy } = await context.calls.events.describeRule({ Name: NESTED_RULE });
      return ManagedBy === 'states.amazonaws.com'
        ? toPass(`${NESTED_RULE} exists, managed by Step Functions`)
        : toUntested(`${NESTED_RULE} exists, but its creator is unknown`);
    } catch (error) {
      if (getErrorName(error) !== 'ResourceNotFoundException') throw error;
      return toFail(`machines with nested executions are deployed, but the rule ${NESTED_RULE} is missing`);
    }
  },

  'topic-subscribed': async (context) => {
    requireStack(context, 'safety');
    const { calls, place } = context;
    const TopicArn = place.arn('sns', place.name('notify'));
    const pages = await readNextPages((next) => calls.sns.listSubscriptionsByTopic({ TopicArn, ...next }));
    const found = pages.flatMap(({ Subscriptions }) => Subscriptions ?? []);
    // Before its confirmation, a subscription has a word in place of its ARN (SNS API reference, Subscription).
    const confirmed = found.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:') === true);
    if (confirmed.length > 0) return toPass(`${confirmed.length} of ${found.length} subscriptions are confirmed`);
    const waiting = found.map(({ Endpoint }) => String(Endpoint)).join(', ');
    return toFail(
      found.length === 0 ? `${TopicArn} lacks a subscriber` : `${waiting} has not confirmed the subscription`,
    );
  },

  'schedule-source-arn': probeJanitor,
} satisfies Readonly<Record<string, Probe>>;

/** Only the schedule starts the janitor, so one successful run proves role, trust policy and machine. */
async function probeJanitor(context: ProbeContext): Promise<Finding> {
  requireStack(context, 'safety');
  const { calls, place } = context;
  const { executions } = await calls.sfn.listExecutions({ stateMachineArn: place.machineArn('janitor') });
  const ended = executions?.find(({ status }) => status !== 'RUNNING');
  if (ended === undefined)
    return toUntested('the scheduled cleanup (janitor) has not run yet. Check again in 15 minutes');
  if (ended.status === 'SUCCEEDED') return toPass(`the scheduled cleanup (janitor) has run: ${String(ended.name)}`);
  const { error, cause } = await calls.sfn.describeExecution({ executionArn: String(ended.executionArn) });
  const why = `its last run (janitor) ended ${String(ended.status)} (${error ?? 'unnamed'}): ${cause ?? 'no cause'}`;
  return /assume|AccessDenied|not authorized/i.test(why) ? toFail(why) : toUntested(why);
}
