/** Targets that are disks of hosts: whether the fleet has the one host that each is a disk of. */
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { ResolvedCell } from '../../cells/cells';
import { type Kinds, targetOfCell } from '../../kinds';

/** Each problem once, at the target that has it. */
export function checkDisks(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Problem>();
  for (const cell of cells) {
    const needs = targetOfCell(spec, cell, kinds).hosts?.(cell.targetConfig);
    if (needs === undefined) continue;
    const message = wrongHosts(needs.roles, cell.fleet);
    if (message !== null && !found.has(cell.target))
      found.set(cell.target, {
        severity: 'error',
        code: 'DiskOfOneHost',
        path: ['targets', cell.target, 'roles'],
        message,
      });
  }
  return [...found.values()];
}

function wrongHosts(roles: readonly string[], fleet: ResolvedCell['fleet']): string | null {
  const known = Object.keys(fleet);
  const missing = roles.filter((role) => !known.includes(role));
  if (missing.length > 0) return `found ${missing.join(', ')}; the fleet has ${known.join(', ')}`;
  const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
  return hosts === 1
    ? null
    : `found ${roles.join(', ')}, which have ${hosts} hosts; a volume is a disk of one host. Name a role of one ` +
        'host, or set its count to 1: volumes of several hosts would be several targets, with several times the price';
}
