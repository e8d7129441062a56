/** Nothing goes wrong: every call is what the plan says, in its order, and nothing more. */
import type { RigDocument } from '../../../lib/experiment/documents';
import { TAG } from '../../../lib/experiment/layout';
import type { HostCommandPlan, Plan } from '../../../lib/experiment/plan';
import type { AttemptEnded, AttemptStarted, RigOutcome } from '../../../lib/results/marks';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { broken, EXECUTION, json, KEYS, type Load, planOf, play, same, type Stage, stage } from '../stage';

/** Runs once and checks all. */
export async function clean(load: Load): Promise<string[]> {
  const on = stage(load);
  const execution = await play(on);
  const plan = await planOf(on);
  return [
    ...same('experiment', [execution.status, execution.error], ['SUCCEEDED', undefined]),
    ...(await broken(on)),
    ...executions(on, plan),
    ...history(on, plan),
    ...(await launches(on, plan)),
    ...commands(on, plan),
    ...(await marks(on, plan)),
    ...order(on, plan),
    ...told(on),
    ...guarded(on, plan),
  ];
}

function named(on: Stage): string[] {
  return on.world.account.sfn
    .executions()
    .map((one) => `${one.machineArn.split('fsxbench-')[1]} ${one.name} ${one.status}`);
}

function executions(on: Stage, plan: Plan): string[] {
  const expected = [
    `experiment ${EXECUTION}`,
    `guardian ${EXECUTION}`,
    ...plan.rigs.flatMap(({ rig, prepare }) => [
      `rig ${EXECUTION}.${rig}`,
      ...prepare.map((_, index) => `host-command ${EXECUTION}.${rig}.p${index + 1}.0`),
      `trial-batch ${EXECUTION}.${rig}.1`,
      ...plan.trials
        .filter((one) => one.rig === rig)
        .map(({ trial }) => `host-command ${EXECUTION}.${rig}.${trial}.a1.1.0`),
      `teardown ${EXECUTION}.${rig}.teardown.0`,
    ]),
    `results ${EXECUTION}.results.0`,
    `teardown ${EXECUTION}.teardown.1.0`,
  ].map((name) => `${name} SUCCEEDED`);
  return same('executions', named(on).sort(), expected.sort());
}

/** What the plan calls the worst case is never exceeded, counted as AWS counts. */
function history(on: Stage, plan: Plan): string[] {
  return on.world.account.sfn.executions().flatMap((one) => {
    const machine = one.machineArn.split('fsxbench-')[1] ?? '';
    const most = plan.worst.events[machine] ?? 0;
    const events = one.history.count;
    const bytes = one.history.largestPayloadBytes;
    return [
      ...(events <= most ? [] : [`${machine} ${one.name}: ${events} events, the plan says at most ${most}`]),
      ...(bytes <= plan.worst.payloadBytes
        ? []
        : [`${machine} ${one.name}: a payload of ${bytes} bytes, the plan says ${plan.worst.payloadBytes}`]),
    ];
  });
}

function inputs(on: Stage, action: string): Record<string, unknown>[] {
  return on.calls.filter((call) => call.action === action).map((call) => call.input as Record<string, unknown>);
}

async function launches(on: Stage, plan: Plan): Promise<string[]> {
  const complaints: string[] = [];
  const templates = inputs(on, 'CreateLaunchTemplate');
  const fleets = inputs(on, 'CreateFleet');
  let index = 0;
  for (const rig of plan.rigs) {
    const doc = await json<RigDocument>(on, KEYS.rig(rig.rig));
    for (const role of doc?.roles ?? []) {
      const template = templates[index];
      const fleet = fleets[index];
      index += 1;
      const data = template?.['LaunchTemplateData'] as Record<string, unknown> | undefined;
      complaints.push(
        ...same('template', template?.['LaunchTemplateName'], `fsxbench-local-${doc?.rigTag}-${role.role}`),
        ...same('user data', data?.['UserData'], role.userDataBase64),
        ...same('instance type', data?.['InstanceType'], role.instanceType),
        ...same('image', data?.['ImageId'], 'ami-00000000000000000'),
        ...same('profile', data?.['IamInstanceProfile'], {
          Arn: 'arn:aws:iam::000000000000:instance-profile/fsxbench-host',
        }),
        ...same('shutdown', data?.['InstanceInitiatedShutdownBehavior'], 'terminate'),
        ...same('metadata', data?.['MetadataOptions'], {
          HttpTokens: 'required',
          HttpPutResponseHopLimit: 1,
          HttpEndpoint: 'enabled',
        }),
        ...same('network', data?.['NetworkInterfaces'], [
          {
            DeviceIndex: 0,
            SubnetId: 'subnet-00000000000000000',
            Groups: ['sg-00000000000000000'],
            DeleteOnTermination: true,
          },
        ]),
        ...same(
          'tags of what the template makes',
          data?.['TagSpecifications'],
          ['instance', 'volume', 'network-interface'].map((ResourceType) => ({ ResourceType, Tags: role.tags })),
        ),
        ...same('template tags', template?.['TagSpecifications'], [
          { ResourceType: 'launch-template', Tags: role.tags },
        ]),
        ...same('fleet type', fleet?.['Type'], 'instant'),
        ...same('fleet size', fleet?.['TargetCapacitySpecification'], {
          TotalTargetCapacity: role.count,
          DefaultTargetCapacityType: 'on-demand',
        }),
        ...same('all or nothing', fleet?.['OnDemandOptions'], {
          SingleInstanceType: true,
          SingleAvailabilityZone: true,
          MinTargetCapacity: role.count,
        }),
        ...same('fleet tags', fleet?.['TagSpecifications'], [{ ResourceType: 'fleet', Tags: role.tags }]),
      );
    }
    const hosts = (await on.store.get(KEYS.hosts(rig.rig)))?.text.split('\n').filter((line) => line !== '') ?? [];
    const names = rig.roles.flatMap(({ role, count }) => Array.from({ length: count }, (_, one) => `${role}-${one}`));
    complaints.push(...same('hosts file', hosts.map((line) => line.split(' ')[0]).sort(), names.sort()));
  }
  return [...complaints, ...same('creates', [templates.length, fleets.length], [index, index])];
}

interface Sent {
  readonly rig: string;
  readonly attempt: string;
  readonly prefix: string;
  readonly command: HostCommandPlan;
}

function wanted(plan: Plan): Sent[] {
  return plan.rigs.flatMap(({ rig, prepare }) => [
    ...prepare.map((command, index) => ({
      rig,
      command,
      attempt: `p${index + 1}`,
      prefix: `${KEYS.prepare(rig)}a${index + 1}/`,
    })),
    ...plan.trials
      .filter((one) => one.rig === rig)
      .flatMap(({ trial, commands: its }) =>
        its.map((command) => ({ rig, command, attempt: `${trial}.a1`, prefix: KEYS.attempt(rig, trial, 1) })),
      ),
  ]);
}

function commands(on: Stage, plan: Plan): string[] {
  const sent = on.calls.filter((call) => call.action === 'SendCommand');
  return [
    ...same('commands', sent.length, wanted(plan).length),
    ...wanted(plan).flatMap((one, index) => command(sent[index], one, plan)),
  ];
}

function command(call: CallRecord | undefined, { rig, attempt, prefix, command: its }: Sent, plan: Plan): string[] {
  const input = call?.input as Record<string, unknown> | undefined;
  const given = (input?.['Parameters'] ?? {}) as Record<string, string[]>;
  const startAt = Number(given['StartAt']?.[0]);
  const lead = startAt - Date.parse(call?.time ?? '') / 1000;
  const late =
    its.barrier && (lead > plan.timing.barrierLeadSeconds + 0.01 || lead < plan.timing.barrierLeadSeconds - 0.5);
  const { StartAt: _, ...parameters } = given;
  return [
    ...same(`targets of ${attempt}`, input?.['Targets'], [
      { Key: `tag:${TAG.stack}`, Values: ['fsxbench-local'] },
      { Key: `tag:${TAG.rig}`, Values: [`${EXECUTION}.${rig}`] },
      { Key: `tag:${TAG.role}`, Values: its.roles },
    ]),
    ...same('document', input?.['DocumentName'], 'fsxbench-run-script'),
    ...same('all at once', [input?.['MaxConcurrency'], input?.['MaxErrors']], ['100%', '100%']),
    ...same('delivery', input?.['TimeoutSeconds'], plan.timing.deliverySeconds),
    ...same('comment', input?.['Comment'], `${EXECUTION}.${rig} ${attempt} ${its.name}`),
    ...same(`parameters of ${attempt}`, parameters, {
      ScriptKey: [its.scriptKey],
      ScriptSha256: [its.scriptSha256],
      HostsKey: [KEYS.hosts(rig)],
      OutputPrefix: [prefix],
      Attempt: [attempt],
      Command: [its.name],
      ExecutionTimeout: [String(Math.ceil(its.timeoutSeconds + plan.timing.barrierLeadSeconds))],
    }),
    ...(late
      ? [`${attempt} starts ${lead} s after it was sent; the barrier's lead is ${plan.timing.barrierLeadSeconds}`]
      : []),
    ...(its.barrier || startAt === 0 ? [] : [`${attempt} has no barrier, but a start`]),
  ];
}

async function marks(on: Stage, plan: Plan): Promise<string[]> {
  const complaints: string[] = [];
  for (const { trial, rig, commands: its } of plan.trials) {
    const started = await json<AttemptStarted>(on, `${KEYS.attempt(rig, trial, 1)}started.json`);
    const ended = await json<AttemptEnded>(on, `${KEYS.attempt(rig, trial, 1)}ended.json`);
    complaints.push(
      ...same('started.json', { ...started, startedAt: 0 }, { trial, attempt: 1, startedAt: 0 }),
      ...same(
        'ended.json',
        { ...ended, endedAt: 0 },
        {
          trial,
          attempt: 1,
          endedAt: 0,
          commands: its.map(({ name }) => ({ name, status: 'SUCCEEDED', failed: [] })),
        },
      ),
      ...(Date.parse(ended?.endedAt ?? '') > Date.parse(started?.startedAt ?? '')
        ? []
        : [`${trial} ended before it started`]),
    );
  }
  for (const { rig } of plan.rigs) {
    const outcome = await json<RigOutcome>(on, KEYS.rigOutcome(rig));
    complaints.push(
      ...same('outcome', [outcome?.rig, outcome?.status, outcome?.reason], [rig, 'SUCCEEDED', null]),
      ...same(
        'phases',
        outcome?.phases.map(({ phase }) => phase),
        ['creating', 'launching', 'preparing', 'measuring', 'deleting', 'done'],
      ),
      ...same(
        'phases in their order',
        outcome?.phases.map(({ at }) => at),
        outcome?.phases.map(({ at }) => at).sort(),
      ),
      ...same(
        'phases at instants',
        outcome?.phases.filter(({ at }) => Number.isNaN(Date.parse(at))),
        [],
      ),
    );
  }
  return complaints;
}

/** Rigs one after the other, as this plan says; trials in the plan's order. */
function order(on: Stage, plan: Plan): string[] {
  const begun = on.hosts.seen.map((line) => line.split(' ')[1]).filter((name) => name?.startsWith('t') === true);
  const rigs = on.world.account.sfn.executions().filter((one) => one.machineArn.endsWith('fsxbench-rig'));
  const [first, second] = rigs;
  const apart = (second?.startDate ?? 0) >= (first?.stopDate ?? Number.POSITIVE_INFINITY);
  const output = rigs.map((one) => one.output);
  return [
    ...same(
      'order of trials',
      [...new Set(begun)],
      plan.trials.map(({ trial }) => `${trial}.a1`),
    ),
    ...(apart ? [] : ['two rigs were measured at once']),
    ...same(
      'rig outputs',
      output,
      plan.rigs.map(({ rig }) => ({ rig, status: 'SUCCEEDED' })),
    ),
  ];
}

function told(on: Stage): string[] {
  const [message] = on.messages;
  const body = JSON.parse(message?.message ?? '{}') as Record<string, unknown>;
  return [
    ...same('messages', on.messages.length, 1),
    ...same('subject', message?.subject, `fsxbench ${EXECUTION} ended`),
    ...same('message', [body['executionId'], body['experiment'], body['rigs']], [EXECUTION, 'play', []]),
    ...(typeof body['answer'] === 'string' && body['answer'].length > 20 ? [] : ['the message has no answer']),
  ];
}

/** The guardian: beside the experiment from before the first create; settles between teardown and receipt. */
function guarded(on: Stage, plan: Plan): string[] {
  const at = (call: CallRecord | undefined): number => Date.parse(call?.time ?? '');
  const first = on.calls.find((call) => call.action === 'CreateLaunchTemplate');
  const [experiment, guardian] = on.world.account.sfn.executions();
  const fence = on.calls.find((call) => call.state === 'CloseFence' && call.action === 'PutObject');
  const receipt = on.calls.find((call) => call.state === 'WriteReceipt' && call.action === 'Invoke');
  const teardown = on.world.account.sfn.executions().find((one) => one.name === `${EXECUTION}.teardown.1.0`);
  const looks = on.calls.filter((call) => call.state === 'Watch' && call.action === 'DescribeExecution').map(at);
  const gaps = looks.slice(1).map((time, index) => (time - (looks[index] ?? 0)) / 1000);
  const settled = (at(receipt) - (teardown?.stopDate ?? Number.POSITIVE_INFINITY)) / 1000;
  const patient = gaps.every((gap) => gap >= plan.timing.guardianPollSeconds && gap < 3);
  const report = on.calls.filter((call) => call.state === 'Report' && call.action === 'PutObject');
  return [
    ...((guardian?.startDate ?? Number.POSITIVE_INFINITY) <= at(first)
      ? []
      : ['something was created before the guardian began']),
    ...(at(fence) >= (experiment?.stopDate ?? Number.POSITIVE_INFINITY)
      ? []
      : ['the fence was closed while the experiment went on']),
    ...(settled >= plan.timing.settleSeconds && settled < plan.timing.settleSeconds + 2
      ? []
      : [`settled for ${settled} s`]),
    ...(patient ? [] : [`the guardian looked with gaps of ${Math.min(...gaps)} to ${Math.max(...gaps)} s`]),
    ...(report.length === 2 ? [] : ['the report was not made again with the receipt']),
    ...same('guardian output', guardian?.output, { executionId: EXECUTION, outcome: 'SUCCEEDED', clean: true }),
    ...same('results output', (experiment?.output as { complete?: unknown } | undefined)?.complete, true),
  ];
}
