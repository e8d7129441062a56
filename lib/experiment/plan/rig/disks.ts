/** Targets that are disks of hosts: whether these have room for all, and each disk is one copy's. */
import { MOST_NAMES } from '../../../shapes/disks';
import { expected } from '../../../shapes/errors';
import type { Problem } from '../../../shapes/problem';
import type { Target } from '../../../targets/contract';
import { ATTACHMENTS } from '../../../targets/instance-ebs';
import { volumesBesideRoot } from '../../../targets/instance-types';
import type { RigDraft } from './draft';

type TargetOf = (kind: string) => Target | undefined;

/** All that disks of hosts cannot be. */
export function wrongDisks(drafts: readonly RigDraft[], targetOf: TargetOf): Problem[] {
  return [...tooManyDisks(drafts), ...takenTwice(drafts, targetOf)];
}

/** More disks of a host than its type takes, or EC2 has names for: each target once. */
function tooManyDisks(drafts: readonly Pick<RigDraft, 'copies' | 'roles'>[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const { copies, roles } of drafts) {
    const targets = new Map(copies.map(({ copy, target }) => [copy, target]));
    for (const { role, instanceType, disks = [] } of roles) {
      const most = Math.min(volumesBesideRoot(instanceType), MOST_NAMES);
      const last = disks[most];
      if (last === undefined) continue;
      const target = expected(targets.get(last.copy), `the target of ${last.copy}`);
      const message =
        `a host of role ${role} would have ${disks.length} volumes at once beside its root; a ${instanceType} takes ` +
        `at most ${most}. Every target, and every level of its settings that is another copy, has its own: use ` +
        'fewer, or fewer `volumes` of each';
      found.set(target, {
        severity: 'error',
        code: 'TooManyDisks',
        path: ['targets', target],
        message,
        source: ATTACHMENTS,
      });
    }
  }
  return [...found.values()];
}

/** Disks that hosts come with hold one copy: those of a rig which would take them twice, each target once. */
function takenTwice(drafts: readonly Pick<RigDraft, 'copies' | 'roles'>[], targetOf: TargetOf): Problem[] {
  const found = new Map<string, Problem>();
  for (const { copies, roles } of drafts) {
    const taken = new Map<string, string>();
    for (const { target, kind, targetConfig } of copies) {
      const needs = targetOf(kind)?.hosts?.(targetConfig);
      if (needs === undefined || needs.disk !== undefined) continue;
      for (const role of needs.roles ?? roles.map((one) => one.role)) {
        const other = taken.get(role);
        if (other !== undefined && !found.has(target)) found.set(target, twice(target, other, role));
        taken.set(role, target);
      }
    }
  }
  return [...found.values()];
}

function twice(target: string, other: string, role: string): Problem {
  const who = other === target ? 'another copy of this target' : `\`targets.${other}\``;
  return {
    severity: 'error',
    code: 'DiskTaken',
    path: ['targets', target],
    message:
      `hosts of role ${role} have their own disks once, and ${who} has them in the same rig: every other level of ` +
      'its settings is another copy. Give each copy `roles` of its own, or measure the levels in experiments of ' +
      'their own',
  };
}
