/** Facts about one execution, for checkers: observed from outside, not reported by the execution itself. */
import type { Plan } from '../../shapes/plan';
import type { AttemptStarted } from '../../shapes/outcomes';
import { CLOUD_KINDS, LOCAL_KINDS, type Receipt } from '../../shapes/receipt';
import type { TrialRow } from '../../shapes/verdict';
import type { CallRecord } from '../cloud/service';
import { listKeys, readTexts, readJson } from '../../aws/bucket';
import { isOwnedBy } from '../../shapes/execution-names';
import { layout } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { SimulatedDeployment } from '../simulated-deployment';

/** One cloud resource, as its own service lists it. */
export interface ListedResource {
  /** As in a receipt, e.g. `ec2:instance`. */
  readonly kind: string;
  readonly id: string;
  /** State in the service, e.g. `shutting-down`. */
  readonly state: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A `started.json` (start mark of a trial) in the results bucket. */
interface StoredStart {
  readonly key: string;
  readonly started: AttemptStarted;
}

/** An execution of the machine `action`, or of an external machine. */
export interface ExternalRun {
  readonly name: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null while it runs. */
  readonly endedAt: number | null;
}

/** Leftovers on this machine, whose processes were the hosts. */
export interface MachineLeftovers {
  /** Running processes below the folders of hosts, whatever started them. Processes of unknown hosts have a rig. */
  readonly processes: readonly { readonly pid: number; readonly instanceId: string; readonly rigTag?: string }[];
  readonly folders: readonly {
    readonly path: string;
    readonly instanceId: string;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  /** Rig directories, found by their marker or name, and their rig. */
  readonly volumes: readonly { readonly path: string; readonly rigTag: string }[];
}

export interface ExecutionFacts {
  readonly experiment: string;
  readonly executionId: string;
  /** Null if the execution was refused or ended before it had a plan. */
  readonly plan: Plan | null;
  /** Listing of all resources after the guardian ended, including those of other executions. */
  readonly resources: readonly ListedResource[];
  /** Resource kinds that this listing covers. */
  readonly kinds: readonly string[];
  readonly hostIds: readonly string[];
  /** External hosts and their leftovers; absent without external hosts. */
  readonly managed?: {
    readonly ids: readonly string[];
    readonly left: readonly { readonly id: string; readonly executionId: string }[];
  };
  /** Null if hosts are simulated. */
  readonly machine: MachineLeftovers | null;
  readonly rows: readonly { readonly key: string; readonly row: TrialRow }[];
  readonly starts: readonly StoredStart[];
  /** The call log, in the order of the answers, including calls of other executions. */
  readonly calls: readonly CallRecord[];
  /** Null without a receipt. */
  readonly receipt: Receipt | null;
  /** Requested external actions, and started external machines. */
  readonly others: { readonly actions: readonly ExternalRun[]; readonly hooks: readonly ExternalRun[] };
}

/** A broken promise. */
export interface Finding {
  /** Stable code in PascalCase. */
  readonly code: string;
  /** One sentence: what was found, and where. */
  readonly text: string;
  /** Id of the resource, if the finding is about exactly one. */
  readonly id?: string;
}

export interface Complaint extends Finding {
  /** Name of the checker, e.g. `fence-held`. */
  readonly checker: string;
}

/** @param code in PascalCase */
export function complain(code: string, text: string): Finding {
  return { code, text };
}

export function formatComplaint({ checker, code, text }: Complaint): string {
  return `${checker}: ${code}: ${text}`;
}

export function toComplaints(found: Readonly<Record<string, readonly Finding[]>>): Complaint[] {
  return Object.entries(found).flatMap(([checker, its]) => its.map((one) => ({ checker, ...one })));
}

// Gathers the facts for checkers from outside: the state of the services, the bucket, the machine, the call log.

/** Facts of one execution that has ended. @param machine leftovers on this machine; null if hosts are simulated */
export async function gatherFacts(
  deployment: SimulatedDeployment,
  name: { readonly experiment: string; readonly executionId: string },
  calls: readonly CallRecord[],
  machine: MachineLeftovers | null,
): Promise<ExecutionFacts> {
  const keys = layout(name.experiment, name.executionId);
  const names = await listKeys(deployment.context, keys.root);
  const read = async <T>(pattern: RegExp): Promise<{ key: string; value: T }[]> => {
    const found = await readTexts(
      deployment.context,
      names.filter((key) => pattern.test(key)),
    );
    return found.map(({ key, text }) => ({ key, value: JSON.parse(text) as T }));
  };
  const rows = await read<TrialRow>(/\/rows\/[^/]+\.json$/);
  const starts = await read<AttemptStarted>(/\/raw\/[^/]+\/t\d+\/a\d+\/started\.json$/);
  const hosts = deployment.account.ec2.hosts();
  return {
    ...name,
    plan: await readJson<Plan>(deployment.context, keys.plan),
    resources: [
      ...hosts.map(({ instanceId, state, tags }) => ({ kind: 'ec2:instance', id: instanceId, state, tags })),
      ...deployment.account.ec2.volumes().map(({ id, state, tags }) => ({ kind: 'ec2:volume', id, state, tags })),
      ...listTemplates(deployment, name),
      ...deployment.account.stored.left(),
    ],
    kinds: machine === null ? CLOUD_KINDS : LOCAL_KINDS,
    hostIds: hosts
      .filter(({ tags }) => tags[TAG_KEYS.execution] === name.executionId)
      .map(({ instanceId }) => instanceId),
    managed: {
      ids: deployment.registered.hosts.map(({ id }) => id),
      left: deployment.registered.listLeftovers(deployment.context.now()),
    },
    machine,
    rows: rows.map(({ key, value }) => ({ key, row: value })),
    starts: starts.map(({ key, value }) => ({ key, started: value })),
    calls,
    receipt: await readJson<Receipt>(deployment.context, keys.receipt),
    others: findExternalRuns(deployment, name.executionId),
  };
}

function findExternalRuns(
  { account: { sfn }, config }: SimulatedDeployment,
  executionId: string,
): ExecutionFacts['others'] {
  const own = sfn.executions().filter(({ name }) => isOwnedBy(name, executionId));
  const toExternalRun = (one: (typeof own)[number]): ExternalRun => {
    return { name: one.name, status: one.status, startedAt: one.startDate, endedAt: one.stopDate ?? null };
  };
  return {
    actions: own.filter(({ machineArn }) => machineArn === config.machineArns.action).map(toExternalRun),
    hooks: own.filter((one) => sfn.isExternal(one)).map(toExternalRun),
  };
}

/** A template is identified by its name, which the rig machine derives from the tag of the rig. */
function listTemplates(
  deployment: SimulatedDeployment,
  { executionId }: { readonly executionId: string },
): ListedResource[] {
  const prefix = `${deployment.config.stack}-`;
  return deployment.account.ec2.templates().map((id) => ({
    kind: 'ec2:launch-template',
    id,
    state: 'available',
    tags:
      id.startsWith(prefix) && isOwnedBy(id.slice(prefix.length), executionId)
        ? { [TAG_KEYS.execution]: executionId }
        : {},
  }));
}
