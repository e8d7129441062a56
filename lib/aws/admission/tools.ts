/** Checks that the deployment has the tool bundles (archives that users provide) of a plan. */
import { FsxbenchError } from '../../shapes/errors';
import { getArchitecture, DEFAULT_IMAGE, IMAGES } from '../../shapes/images';
import { getToolPointerKey } from '../../shapes/layout';
import type { Plan, RolePlan } from '../../shapes/plan';
import { type BundleName, BUNDLES, parsePointer } from '../../shapes/tool-bundles';
import { findWorkload } from '../../workloads/registry';
import { getBundleSlot } from '../../workloads/tool';
import { readText } from '../bucket';
import type { Context } from '../context';

export type ToolPlan = Pick<Plan, 'spec' | 'cells' | 'trials' | 'rigs'>;

/** A tool bundle with the operating system of the hosts, and the roles that need it. */
export interface NeededTool {
  readonly bundle: BundleName;
  /** `<os>-<arch>` */
  readonly system: string;
  readonly roles: readonly string[];
  /** Version that the workload sets; absent: any. */
  readonly version?: string;
}

/**
 * Lists each bundle once per version and system.
 * @param systemOf OS of a role; undefined if unknown before hosts start
 */
export function listNeededTools(
  { spec, cells, trials, rigs }: ToolPlan,
  systemOf: (role: RolePlan) => string | undefined = getSystem,
): readonly NeededTool[] {
  const tools = new Map(
    cells.map(({ cellId, workload, params }) => {
      const bundle = findWorkload(spec.workloads[workload]?.kind ?? '')?.needs?.bundle;
      const by = bundle === undefined ? undefined : BUNDLES[bundle].versionParameter;
      return [cellId, { bundle, version: by === undefined ? undefined : String(params[by]) }];
    }),
  );
  const found = new Map<string, NeededTool>();
  for (const { rig, cell, slots = [] } of trials) {
    const { bundle, version } = tools.get(cell) ?? {};
    if (bundle === undefined) continue;
    const names = slots.flatMap(({ slot, roles }) => (slot === getBundleSlot(bundle) ? roles : []));
    for (const role of rigs.find((one) => one.rig === rig)?.roles ?? []) {
      const system = names.includes(role.role) ? systemOf(role) : undefined;
      if (system === undefined) continue;
      const key = getToolPointerKey(bundle, system, version);
      const { roles } = found.get(key) ?? { roles: [] };
      const needed = { bundle, system, roles: [...new Set([...roles, role.role])] };
      found.set(key, version === undefined ? needed : { ...needed, version });
    }
  }
  return [...found.values()];
}

/** The operating system of managed hosts is unknown at admission, so these hosts check their tools themselves. */
function getSystem({ image = DEFAULT_IMAGE, instanceType, managed }: RolePlan): string | undefined {
  const arch = getArchitecture(instanceType) === 'arm64' ? 'aarch64' : 'x86_64';
  return managed === undefined ? `${IMAGES[image].system}-${arch}` : undefined;
}

/**
 * Skips local hosts: the process that starts them checks their tools.
 * @throws FsxbenchError `ToolMissing` that names every missing bundle and how to get it
 */
export async function requireTools(plan: ToolPlan, context: Context): Promise<void> {
  if (context.config.local) return;
  const missing = await findMissingTools(listNeededTools(plan), (key) => readText(context, key));
  if (missing.length === 0) return;
  const lines = missing.map((tool) => formatMissing(tool, 'the results bucket', ''));
  throw new FsxbenchError('ToolMissing', `${lines.join('\n')}\nNothing was created.`, { facts: { missing } });
}

/** Finds needed tools without a valid pointer object of their version in the store. */
export async function findMissingTools(
  needed: readonly NeededTool[],
  read: (key: string) => Promise<string | null>,
): Promise<readonly NeededTool[]> {
  const missing: NeededTool[] = [];
  for (const tool of needed) {
    const text = await read(getToolPointerKey(tool.bundle, tool.system, tool.version));
    const pointer = text === null ? '' : parsePointer(text, tool.bundle);
    if (typeof pointer === 'string' || (tool.version ?? pointer.version) !== pointer.version) missing.push(tool);
  }
  return missing;
}

/** Names the missing bundle and how to get it. @param option extra option of `tools` */
export function formatMissing({ bundle, system, roles, version }: NeededTool, where: string, option: string): string {
  const [, os = '', arch = ''] = /^(.*)-([^-]+)$/.exec(system) ?? [];
  const { title, get, fetched } = BUNDLES[bundle];
  const named = version === undefined ? title : `${title} ${version}`;
  const lacks = `${where} has no tool bundle '${bundle}' (${named}) for ${system}`;
  const needs = `which hosts of ${roles.join(', ')} need`;
  const wanted = version === undefined ? '' : ` --version ${version}`;
  if (fetched === true) return `${lacks}, ${needs}. Run: npx fsxbench tools fetch ${bundle}${wanted}${option}`;
  return (
    `${lacks}, ${needs}. To get one, ${get}. Then: npx fsxbench tools add ARCHIVE --name ${bundle} ` +
    `--version VERSION --os ${os} --arch ${arch}${option}`
  );
}
