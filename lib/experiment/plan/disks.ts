/** Targets that are disks of hosts: whether the fleet has the one host that each is a disk of, and room for all. */
import { MOST_COPIES, MOST_DISKS } from '../../shapes/disks';
import { expected } from '../../shapes/errors';
import type { Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import type { ResolvedCell } from '../cells/cells';
import { type Kinds, targetOfCell } from '../kinds';
import type { RigDraft } from './rig/draft';

const LIMITS = 'https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html';

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

/** More disks of a host than EC2 attaches, or copies beside them than it has names for: each target once. */
export function tooManyDisks(drafts: readonly Pick<RigDraft, 'copies' | 'roles'>[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const { copies, roles } of drafts) {
    const targets = new Map(copies.map(({ copy, target }) => [copy, target]));
    for (const { role, disks = [] } of roles) {
      const nameless = disks.find(({ device }) => device === '');
      const last = nameless ?? disks[MOST_DISKS];
      if (last === undefined) continue;
      const target = expected(targets.get(last.copy), `the target of ${last.copy}`);
      const message =
        nameless === undefined
          ? `a host of role ${role} would have ${disks.length} volumes at once; EC2 attaches at most ${MOST_DISKS}. ` +
            'Every other volume is another copy: use fewer levels of its settings'
          : `its volume would be one of ${copies.length} copies that a host works on at once; EC2 has names for the ` +
            `volumes of ${MOST_COPIES}. Use fewer targets or levels`;
      found.set(target, {
        severity: 'error',
        code: 'TooManyDisks',
        path: ['targets', target],
        message,
        source: LIMITS,
      });
    }
  }
  return [...found.values()];
}
