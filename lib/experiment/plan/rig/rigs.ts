/** Plans rigs (hosts and the target instances they measure): what each block creates, launches and runs. */
import { WRAPPER_VERSION } from '../../../shapes/contract-version';
import { ensure } from '../../../shapes/errors';
import { getDeviceName, type HostDisk } from '../../../shapes/disks';
import { groupBy, sumAll } from '../../../shapes/collections';
import { getRigTag, getCopyTag } from '../../../shapes/layout';
import { hasManaged, MANAGED_TYPE, findManagedTag } from '../../../shapes/managed-hosts';
import { assignWaves } from '../../../shapes/requests';
import type { PlannedStep, RolePlan } from '../../../shapes/plan';
import { makeRandom, shuffle } from '../../../shapes/random';
import type { RigContext } from '../../../targets/contract';
import { getEbsCards } from '../../../targets/instance-types';
import type { Script } from '../../../workloads/contract';
import { bindToTarget, renderParts, renderScript } from '../../../workloads/shell';
import type { ResolvedCell } from '../../design/cells';
import { makeAlarms, readAlarmThresholds } from '../../design/alarms';
import { ScriptStore, pickScriptFiles } from '../commands';
import { type ChosenTargets, chooseTargets, type CostEstimate, type RigTargets, scheduleStarts } from './rig-targets';
import { makeCleanStep, renderManagedWrapper } from '../../fixtures/managed-hosts';
import { listFirstCells, planStretches, planTurns } from './sequence';
import { computePollSeconds, type RigDraft, type RigInput } from './draft';
import { DEFAULT_IMAGE, IMAGES, type ImageName } from '../../../shapes/images';
import { dropUndefined, sha256 } from '../../../shapes/canonical-json';
import type { ExternalUse, Ports } from '../../../shapes/external-storage';
import { choosePlan, drawPlans, type RoundPlan } from './rounds';
import type { RigSteps } from './steps';

/**
 * All rigs, block by block, with consecutive trial numbers.
 * @param costOf estimated cost of one of the given number of rigs, to choose target instances
 */
export function planRigs(
  input: RigInput,
  commands: ScriptStore,
  costOf: (draft: RigDraft, rigs: number) => CostEstimate,
): RigDraft[] {
  const all = groupByRig(input);
  const rigs = all.length * input.spec.design.blocks;
  const once = (copies: RigTargets): CostEstimate => {
    const chosen = { copies, choices: [] };
    const draft = draftRig(input, new ScriptStore(input.keys, input.timing), chosen, {
      rig: 'r1',
      block: 1,
      trials: 0,
    });
    return costOf(draft, rigs);
  };
  const groups = all.map((cells) => chooseTargets(input, cells, once));
  const blocks = planBlocks(groups, input);
  const drafts: RigDraft[] = [];
  let trials = 0;
  for (const [index, block] of blocks.entries()) {
    for (const chosen of block) {
      const numbers = { rig: `r${drafts.length + 1}`, block: index + 1, trials };
      const draft = draftRig(input, commands, chosen, numbers);
      trials += draft.stretches.reduce((sum, stretch) => sum + stretch.trials.length, 0);
      drafts.push(draft);
    }
  }
  return drafts;
}

/** Groups configurations that share a rig: equal fleet and, in a sequential comparison, equal target. */
function groupByRig({ cells, comparison }: RigInput): (readonly ResolvedCell[])[] {
  if (comparison === 'cheapestFirst') return cells.map((cell) => [cell]);
  const key = ({ fleetKey, target }: ResolvedCell): string =>
    comparison === 'interleaved' ? fleetKey : JSON.stringify([fleetKey, target]);
  return [...groupBy(cells, key).values()];
}

/** The rigs of each block, balanced like the trials of rounds. */
function planBlocks(
  groups: readonly ChosenTargets[],
  { seed, comparison, spec: { design } }: RigInput,
): RoundPlan<ChosenTargets> {
  if (design.order === 'asWritten' || comparison === 'cheapestFirst')
    return Array.from({ length: design.blocks }, () => groups);
  const random = makeRandom([seed, 'rigs'].join('\n'));
  return choosePlan(drawPlans(() => shuffle(groups, random), design.blocks, random));
}

function draftRig(
  input: RigInput,
  commands: ScriptStore,
  { copies: own, choices }: ChosenTargets,
  { rig, block, trials }: { readonly rig: string; readonly block: number; readonly trials: number },
): RigDraft {
  const { executionId } = input;
  const context = { executionId, rig, rigTag: getRigTag(executionId, rig) };
  const turns = planTurns(input, own, block);
  const first = listFirstCells(turns);
  // The plan lists scripts in the order of their execution.
  const roles = planRoles(input, commands, own, context);
  const managed = roles.some((role) => role.managed !== undefined);
  if (managed) commands.runBy(renderManagedWrapper(input));
  const { thresholds } = readAlarmThresholds(input.spec);
  const made = own.map(({ copy, steps, why, separateCause }) => {
    const cell = first.get(copy) ?? steps.first;
    const own = steps.target.resources?.requests(cell.targetConfig, context) ?? [];
    const requests = assignWaves([...own, ...makeAlarms(steps.target.kind, thresholds)]);
    return { copy, steps, why, separateCause, cell, requests };
  });
  const { starts, readySeconds } = scheduleStarts(made.map(({ requests }) => requests));
  const copies = made.map(({ copy, steps, why, separateCause, cell, requests }, index) => ({
    copy,
    target: steps.first.target,
    kind: steps.target.kind,
    targetConfig: cell.targetConfig,
    separateReason: why,
    separateCause,
    startAfterSeconds: starts[index] ?? 0,
    requests: requests.map((request) => ({ pauseSeconds: 0, ...request, pollSeconds: computePollSeconds(request) })),
    prepare: steps.prepare(cell).map((step) => commands.add(step, steps.fleet(cell, steps.copies))),
    ...toExternalUse(input, steps, { ...context, copy }),
    ...((made.length > 1 && requests.length > 0) || steps.target.external !== undefined
      ? { unmount: steps.unmount().map((step) => commands.add(step, steps.fleet(cell))) }
      : {}),
  }));
  const stretches = planStretches(input, turns, commands, { rig, block, trials });
  return {
    rig,
    block,
    copies,
    ...(choices.length === 0 ? {} : { choices }),
    readySeconds,
    roles,
    hosts: sumAll(roles.map(({ count }) => count)),
    ...(managed ? { clean: planCleanStep(input, commands, own, roles) } : {}),
    fixtures: made.flatMap(({ copy, steps, cell }) =>
      steps.fixtureTimes(cell, input.timing).map((one) => ({ copy, ...one })),
    ),
    stretches,
  };
}

const COMMENT_LINES = /^ *# .*\n/gm;

/** All target instances of a rig share its hosts. */
function planRoles(input: RigInput, commands: ScriptStore, copies: RigTargets, context: RigContext): RolePlan[] {
  const [{ steps }] = copies;
  const { local } = steps.target;
  const boots = copies.flatMap(({ copy, steps: { target, first } }) => {
    const script = target.hosts?.userData?.(first.targetConfig, context, pickScriptFiles(target.kind, input.scripts));
    return script === undefined ? [] : [{ copy, ...script }];
  });
  const made = !local && !hasManaged(steps.first.fleet);
  return Object.entries(steps.first.fleet).map(([role, { count, instanceType, image, placement, managed }]) => ({
    role,
    count,
    instanceType: local ? 'local' : made ? ensure(instanceType, `an instance type of role ${role}`) : MANAGED_TYPE,
    ...dropUndefined({ managed: findManagedTag(managed), ...(local ? {} : { image, placement }) }),
    ...(usesEfa(copies, role) ? { efa: true } : {}),
    userData: `${made ? renderBootScript(input, commands, image) : ''}${joinBoots(boots)}`,
    ...listDisks(copies, role, instanceType),
  }));
}

/** Boots target instances one by one; the first failure ends it. User data has a size limit: a body is there once. */
function joinBoots(boots: readonly (Script & { readonly copy: string })[]): string {
  return [...groupBy(boots, ({ body }) => body)]
    .map(([body, own]) => {
      const calls = own.map(({ copy, head }) => `(\n${bindToTarget(head, copy)}boot_target\n) || exit\n`);
      return `boot_target() {\n${body.replace(COMMENT_LINES, '')}}\n${calls.join('')}`;
    })
    .join('');
}

/** The step that removes everything from managed hosts. */
function planCleanStep(
  input: RigInput,
  commands: ScriptStore,
  [{ steps }]: RigTargets,
  roles: readonly RolePlan[],
): PlannedStep {
  const names = roles.map(({ role }) => role);
  return commands.add(makeCleanStep(names, input.scripts), steps.fleet(steps.first));
}

/** Whether hosts of a role mount a target through the Elastic Fabric Adapter. */
function usesEfa(copies: RigTargets, role: string): boolean {
  return copies.some(
    ({ steps: { target, first } }) =>
      target.hosts?.hasEfa?.(first.targetConfig) === true && first.fleet[role]?.mount !== 'none',
  );
}

/** Volumes in the launch template of a role. Those of a target instance alternate over the EBS cards of the hosts. */
function listDisks(copies: RigTargets, role: string, instanceType = ''): Pick<RolePlan, 'disks'> {
  const cards = getEbsCards(instanceType);
  const toCard = (index: number): Pick<HostDisk, 'EbsCardIndex'> => (cards > 1 ? { EbsCardIndex: index % cards } : {});
  const own = copies.flatMap(({ copy, steps: { target, first } }) => {
    const needs = target.hosts?.getNeeds?.(first.targetConfig);
    if (needs?.disk === undefined || !needs.roles.includes(role)) return [];
    const { disk, count = 1 } = needs;
    return Array.from({ length: count }, (_, index) => ({
      copy,
      volume: index + 1,
      disk: { ...disk, ...toCard(index) },
    }));
  });
  const disks = own.map(({ disk, ...one }, index) => ({ ...one, device: getDeviceName(index), disk }));
  return disks.length === 0 ? {} : { disks };
}

/** The boot script of hosts with an image. It installs missing tools, and stores the wrapper that runs commands. */
export function renderBootScript(
  { scripts, bucket, expiresAt, region }: Pick<RigInput, 'scripts' | 'bucket' | 'expiresAt' | 'region'>,
  commands: ScriptStore,
  image: ImageName = DEFAULT_IMAGE,
): string {
  const files = pickScriptFiles('host', scripts);
  const { cli, agent } = IMAGES[image];
  const comment = ['Runs a command on a host.'];
  const wrapper = commands.store(
    renderParts(
      {
        comment,
        variables: WRAPPER_VERSION,
        files: ['shell/remove.sh', 'attempts.sh', 'output.sh', 'bucket.sh', 'run-script.sh'],
      },
      files,
    ),
  );
  const variables = {
    FSXBENCH_EXPIRES_AT: String(expiresAt),
    FSXBENCH_BUCKET: bucket,
    ...(agent === 'rpm' ? { FSXBENCH_REGION: region } : {}),
    FSXBENCH_WRAPPER_KEY: wrapper.key,
    FSXBENCH_WRAPPER_SHA256: wrapper.sha256,
  };
  const parts = ['boot.sh', ...(cli === 'zip' ? ['cli.sh'] : []), 'fetch.sh', ...(agent === 'rpm' ? ['agent.sh'] : [])];
  // User data has a size limit; the comments are in `workloads/host/`.
  return renderScript({ comment: ['Boots a host.'], variables, files: parts }, files).replace(COMMENT_LINES, '');
}

/** Hex digits that distinguish the folders of deployments and stores in one place. */
const OWNER_DIGITS = 16;

/** Use of external storage by a target instance in all its stages; empty if fsxbench creates the storage. */
export function toExternalUse(
  { bucket }: Pick<RigInput, 'bucket'>,
  { target, first, cells, fixtures }: RigSteps,
  { executionId, rigTag, copy }: RigContext & { readonly copy: string },
): { readonly external?: ExternalUse } {
  const { external: foreign } = target;
  if (foreign === undefined) return {};
  const stores = foreign.stores(first.targetConfig);
  // A bucket name is unique to a deployment. The lock of a store protects deletions in folders with this owner's name.
  // An execution that names the same store differently has another lock, so its folders need another owner.
  const owner = `fsxbench-${sha256([bucket, ...stores].join('\n')).slice(0, OWNER_DIGITS)}`;
  const reaches = new Map<string, Set<Ports>>();
  const mountable = new Map<string, string>();
  const secrets = new Map<string, Set<string>>();
  // Later stages may name another Prometheus server.
  for (const { fleet, targetConfig: config } of cells) {
    const mounts = Object.values(fleet).flatMap(({ mount = {} }) => (mount === 'none' ? [] : [mount]));
    for (const { address, ports, fileSystemId } of mounts.flatMap((mount) =>
      foreign.reaches(config, target.mounting.schema.parse(mount)),
    )) {
      if (fileSystemId !== undefined) mountable.set(address, fileSystemId);
      reaches.set(address, new Set([...(reaches.get(address) ?? []), ...ports]));
    }
    for (const { secret, servers } of foreign.secrets?.(config) ?? [])
      secrets.set(secret, new Set([...(secrets.get(secret) ?? []), ...servers]));
  }
  return {
    external: {
      stores,
      servers: [...reaches].map(([address, ports]) => {
        const fileSystemId = mountable.get(address);
        return { address, ports: [...ports], ...(fileSystemId === undefined ? {} : { fileSystemId }) };
      }),
      secrets: [...secrets].map(([secret, servers]) => ({ secret, servers: [...servers] })),
      roles: [...new Set(fixtures.unmount()?.roles ?? [])],
      outputs: { store: { owner, execution: executionId, name: `${owner}.${getCopyTag(rigTag, copy)}` } },
    },
  };
}
