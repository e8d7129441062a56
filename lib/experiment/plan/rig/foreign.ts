/** What a copy takes of a store that others own. */
import { sha256 } from '../../../shapes/canonical';
import { copyTag } from '../../../shapes/layout';
import type { ForeignUse, Ports } from '../../../shapes/foreign';
import type { RigContext } from '../../../targets/contract';
import type { ResolvedCell } from '../../design/cells';
import type { RigInput } from './draft';
import type { RigSteps } from './steps';

/** Hex digits by which folders of one deployment and store are told from those of others in the same place. */
const OWNER_DIGITS = 16;

/** For the plan of a copy; nothing where the copy is made here. @param cell that it is measured by first */
export function foreignOf(
  { bucket }: Pick<RigInput, 'bucket'>,
  { target, cells, fixtures }: RigSteps,
  { targetConfig }: ResolvedCell,
  { executionId, rigTag, copy }: RigContext & { readonly copy: string },
): { readonly foreign?: ForeignUse } {
  const { foreign } = target;
  if (foreign === undefined) return {};
  const stores = foreign.stores(targetConfig);
  // A results bucket is of one deployment, and its name of nobody else. What carries an owner's name is removed under
  // the lease of these stores: who comes under another name of the same one holds another lease, and must spare it.
  const owner = `fsxbench-${sha256([bucket, ...stores].join('\n')).slice(0, OWNER_DIGITS)}`;
  const mounting = cells.flatMap(({ fleet }) =>
    Object.values(fleet).flatMap(({ mount = {} }) => (mount === 'none' ? [] : [target.mountSchema.parse(mount)])),
  );
  const reaches = new Map<string, Set<Ports>>();
  for (const mount of mounting)
    for (const { address, ports } of foreign.reaches(targetConfig, mount))
      reaches.set(address, new Set([...(reaches.get(address) ?? []), ...ports]));
  return {
    foreign: {
      stores,
      reaches: [...reaches].map(([address, ports]) => ({ address, ports: [...ports] })),
      secrets: foreign.secrets?.(targetConfig) ?? [],
      roles: [...new Set(fixtures.unmount()?.roles ?? [])],
      told: { store: { owner, execution: executionId, name: `${owner}.${copyTag(rigTag, copy)}` } },
    },
  };
}
