/** Guardian, teardown, janitor and results by themselves: their duties when others fail. */
import { CONTRACT_VERSION } from '../../../../lib/shapes/contract-version';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import {
  BEGINNING,
  broken,
  type Complaints,
  EXECUTION,
  json,
  KEYS,
  type Load,
  play,
  same,
  SMALL,
  SPEC,
  type Stage,
  stage,
} from '../../stage';

const TAGS = ['fsxbench:stack', 'fsxbench:experiment', 'fsxbench:execution', 'fsxbench:rig', 'fsxbench:expires-at'];

/** Launches hosts outside of any machine, as leftovers. */
async function leave(
  on: Stage,
  executionId: string,
  expiresAt: number,
  stack = on.deployment.config.stack,
): Promise<void> {
  const values = [stack, 'play', executionId, `${executionId}.r1`, String(expiresAt)];
  const Tags = TAGS.map((Key, index) => ({ Key, Value: values[index] }));
  const caller = { execution: '', state: '', role: 'person' };
  const name = `left-${executionId}-${stack}`;
  const call = (action: string, input: unknown): Promise<unknown> =>
    on.deployment.account.cloud.call('ec2', action, input, caller);
  const { LaunchTemplate } = (await call('CreateLaunchTemplate', {
    LaunchTemplateName: name,
    ClientToken: name,
    LaunchTemplateData: {
      InstanceType: 'local',
      TagSpecifications: ['instance', 'volume', 'network-interface'].map((kind) => ({ ResourceType: kind, Tags })),
    },
    TagSpecifications: [{ ResourceType: 'launch-template', Tags }],
  })) as { LaunchTemplate: { LaunchTemplateId: string } };
  const { LaunchTemplateId } = LaunchTemplate;
  await call('CreateFleet', {
    Type: 'instant',
    ClientToken: name,
    LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId, Version: '$Latest' } }],
    TargetCapacitySpecification: { TotalTargetCapacity: 2, DefaultTargetCapacityType: 'on-demand' },
    TagSpecifications: [{ ResourceType: 'fleet', Tags }],
  });
}

function living(on: Stage, executionId: string): number {
  return on.deployment.account.ec2
    .hosts()
    .filter(({ state, tags }) => state !== 'terminated' && tags['fsxbench:execution'] === executionId).length;
}

/** The teardown deletes resources with its tag, and no others; one bad id does not save the others. */
export async function* teardown(load: Load): Complaints {
  let bad = 0;
  const on = stage(load, {
    fault: ({ action, input }) => {
      const ids = (input as { InstanceIds?: string[] }).InstanceIds ?? [];
      if (action !== 'TerminateInstances' || ids.length < 2) return undefined;
      bad += 1;
      return new ServiceError('InvalidInstanceID.NotFound', 'The instance ID does not exist', 400);
    },
  });
  await leave(on, 'mine', 0);
  await leave(on, 'other', 0);
  await on.clock.sleep(3000);
  const execution = await on.deployment.start('teardown', 'down', {
    tagKey: 'fsxbench:execution',
    tagValue: 'mine',
    pollSeconds: 1,
    seconds: 120,
  });
  await on.deployment.settled();
  yield* same('teardown', [execution.status, execution.output], ['SUCCEEDED', { clean: true }]);
  yield* same('mine', living(on, 'mine'), 0);
  yield* same('other', living(on, 'other'), 2);
  yield* same('templates', on.deployment.account.ec2.templates(), [`left-other-${on.deployment.config.stack}`]);
  if (!(bad > 0)) yield 'the bad id was never met';
}

/** Resources that cannot be deleted make the teardown fail at its limit, after many rounds; so does an unknown kind. */
export async function* stubborn(load: Load): Complaints {
  const refused = stage(load, {
    fault: ({ action }) =>
      action === 'TerminateInstances' ? new ServiceError('OperationNotPermitted', 'protected', 400) : undefined,
  });
  await leave(refused, 'mine', 0);
  await refused.clock.sleep(3000);
  const unknown = stage(load, {
    aroundTasks: (tasks) => ({
      run: (call: TaskCall) =>
        call.state === 'List'
          ? Promise.resolve({ Payload: { living: 1, deletable: [{ kind: 'fsx:thing', ids: ['fs-1'] }] } })
          : tasks.run(call),
    }),
  });
  for (const on of [refused, unknown]) {
    const begun = on.clock.now();
    const execution = await on.deployment.start('teardown', 'down', {
      tagKey: 'fsxbench:execution',
      tagValue: 'mine',
      pollSeconds: 60,
      seconds: 600,
    });
    await on.deployment.settled();
    const took = (on.clock.now() - begun) / 1000;
    yield* same('teardown', [execution.status, execution.error], ['FAILED', 'TeardownIncomplete']);
    if (!/600 seconds .* fsxbench:execution = mine/.test(execution.cause ?? '')) yield `it says ${execution.cause}`;
    if (!(took >= 600 && took < 1000)) yield `it gave up after ${took} s`;
  }
  const rounds = refused.calls.filter(({ action }) => action === 'DescribeInstances').length;
  if (!(rounds >= 5 && rounds <= 13)) yield `${rounds} rounds of teardown in ten minutes at 60 s`;
}

/** The janitor recovers all orphans, and nothing else; one that cannot be recovered does not block the others. */
export async function* janitor(load: Load): Complaints {
  let failed = 0;
  const on = stage(load, {
    fault: ({ action, caller, input }) => {
      const name = String((input as { name?: unknown }).name);
      if (action !== 'StartExecution' || caller.state !== 'StartGuardian' || !name.startsWith('a-orphan'))
        return undefined;
      failed += 1;
      return new ServiceError('ExecutionLimitExceeded', 'too many', 400);
    },
  });
  const later = BEGINNING / 1000 + 1_000_000;
  await leave(on, 'a-orphan', later);
  await leave(on, 'b-orphan', 0);
  await leave(on, 'foreign', 0, 'another-stack');
  await on.clock.sleep(3000);
  const execution = await on.deployment.start('janitor', 'look', {});
  await on.deployment.settled();
  const started = on.deployment.account.sfn.executions().filter(({ machineArn }) => machineArn.endsWith('guardian'));
  const again = await on.deployment.start('janitor', 'look-again', {});
  await on.deployment.settled();
  // Each pass with an unguarded living execution: the alarm janitor-failed counts them.
  yield* [execution, again].flatMap(({ status, cause }) =>
    same(
      'janitor',
      [status, /guardian for: (\S+ \S+)/.exec(cause ?? '')?.[1]],
      ['FAILED', 'a-orphan (ExecutionLimitExceeded'],
    ),
  );
  yield* same(
    'recovered',
    started.map(({ name }) => name),
    ['b-orphan__recover__1'],
  );
  yield* same('left', [living(on, 'a-orphan'), living(on, 'b-orphan'), living(on, 'foreign')], [2, 0, 2]);
  if (!(failed > 1)) yield 'the failing start was not tried again';
}

/** An execution beyond its time is closed by its guardian. */
export async function* overtime(load: Load): Complaints {
  const on = stage(load, { hosts: { behave: () => ({ seconds: 15 }) } });
  const rush = (call: TaskCall): TaskCall =>
    call.state === 'StartGuardian'
      ? { ...call, arguments: { ...(call.arguments as object), Input: soon(call) } }
      : call;
  const soon = (call: TaskCall): unknown => ({
    ...(call.arguments as { Input: object }).Input,
    until: BEGINNING / 1000 + 20,
  });
  const hurried = stage(load, {
    hosts: { behave: () => ({ seconds: 30 }) },
    aroundTasks: (tasks) => ({ run: (call) => tasks.run(rush(call)) }),
  });
  const execution = await play(hurried, SPEC);
  const calm = await play(on, SMALL);
  const fence = await json<{ by?: string }>(hurried, KEYS.fence);
  yield* await broken(hurried);
  yield* same('overtime', [execution.status, execution.error], ['ABORTED', 'Closed']);
  yield* same('closed by', fence?.by, EXECUTION);
  if (!((hurried.clock.now() - BEGINNING) / 1000 < 60)) yield 'it was closed late';
  yield* same('in time', calm.status, 'SUCCEEDED');
}

const subject = (message: { readonly subject?: string }): string | undefined => message.subject;

/** Trials that cannot be read, results that cannot be written, refusals: each ends as it should. */
export async function* endings(load: Load): Complaints {
  const deaf = stage(load, {
    fault: ({ service }) => (service === 'sns' ? new ServiceError('NotFoundException', 'no topic', 404) : undefined),
  });
  const told = await play(deaf, SMALL);
  const blind = stage(load, {
    fault: ({ caller, action }) =>
      caller.state === 'Analyse' && action === 'PutObject' ? new ServiceError('AccessDenied', 'no', 403) : undefined,
  });
  const unread = await play(blind, SMALL);
  const halved = stage(load, {
    fault: ({ caller, action }) =>
      caller.state === 'ParseTrial' && action === 'ListObjectsV2'
        ? new ServiceError('AccessDenied', 'no', 403)
        : undefined,
  });
  const unparsed = await play(halved, SMALL);
  const refused = stage(load);
  const wrong = await play(refused, 'experiment: 7');
  const twice = stage(load);
  await play(twice, SMALL);
  // As in a redriven execution: the guardian's name is taken.
  const document = (await twice.store.get(KEYS.rig('r1')))?.text ?? '';
  await twice.store.put(KEYS.rig('r9'), document.replaceAll(`${EXECUTION}__r1`, `${EXECUTION}__r9`), false);
  const again = await twice.deployment.start('rig', `${EXECUTION}__r9`, {
    version: String(CONTRACT_VERSION),
    executionId: EXECUTION,
    rig: 'r9',
    key: KEYS.rig('r9'),
    teardown: { pollSeconds: 1, seconds: 60 },
  });
  await twice.deployment.settled();
  yield* same('nobody told', told.status, 'SUCCEEDED');
  yield* same('not analysed', [unread.status, unread.error], ['FAILED', 'ResultsFailed']);
  yield* same('told of it', blind.messages.map(subject), [`[fsxbench] ${EXECUTION} failed: cleanup verified`]);
  yield* same('told of the refusal', refused.messages.map(subject), [`[fsxbench] ${EXECUTION} refused: SpecInvalid`]);
  if (!/`targets` is missing/.test(refused.messages[0]?.message ?? '')) yield 'the mail does not say the problem';
  yield* same('not parsed', [unparsed.status, unparsed.error], ['FAILED', 'ResultsFailed']);
  yield* same('refused', [wrong.status, wrong.error], ['FAILED', 'SpecInvalid']);
  if (!/`targets` is missing/.test(wrong.cause ?? '')) yield `the refusal says ${wrong.cause}`;
  yield* same(
    'nothing began',
    refused.deployment.account.sfn.executions().map(({ machineArn }) => machineArn.split(':').at(-1)),
    ['fsxbench-experiment', 'fsxbench-notify'],
  );
  yield* same('after the fence', [again.status, again.error], ['FAILED', 'FenceClosed']);
  yield* await broken(deaf);
  yield* await broken(twice);
}
