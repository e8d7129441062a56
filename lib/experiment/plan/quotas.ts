/** Compares the target instances and hosts of parallel rigs with the default quotas of an AWS account. */
import rules from '../rules.json';
import { type HostDisk, MAX_DISKS } from '../../shapes/disks';
import { ensure } from '../../shapes/errors';
import { groupBy, sumAll } from '../../shapes/collections';
import { problemAt, type Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { listHostQuotas } from '../../targets/host-quotas';
import type { Target } from '../../targets/contract';
import type { RigDraft } from './rig/draft';
import { ATTACHMENTS_URL } from '../../targets/instance-ebs';
import { getMaxDataVolumes } from '../../targets/instance-types';

type Rig = Pick<RigDraft, 'copies' | 'stretches' | 'roles'>;

/** Use of a quota by one rig, with the text if that rig alone exceeds it. */
interface RigQuotaUse extends QuotaUse {
  readonly path: string;
  readonly who: string;
  readonly less: string;
}

const TARGETS = { path: 'targets', who: 'the target instances of one rig need', less: 'compare fewer targets at once' };
const HOSTS = { path: 'fleet', who: 'the hosts of one rig need', less: 'use fewer or smaller hosts' };

type FindTarget = (kind: string) => Target | undefined;

/**
 * Peak use of each quota. Gives warnings, never errors, because the account may have other quotas.
 * @param parallelRigs number of parallel rigs; the largest ones are assumed
 */
export function checkQuotas(
  rigs: readonly Rig[],
  parallelRigs: number,
  targetOf: FindTarget,
): { readonly takesUp: readonly QuotaUse[]; readonly over: readonly Problem[] } {
  const all = findPeaks(rigs, parallelRigs, targetOf);
  return { takesUp: all.flatMap(toQuotaUse), over: all.flatMap(checkQuota) };
}

function toQuotaUse({ first, atOnce }: PeakUse): QuotaUse[] {
  const { path: _path, who: _who, less: _less, ...use } = first;
  const amount = sumAll(atOnce);
  return amount > 0 ? [{ ...use, amount }] : [];
}

function checkQuota({ first, atOnce }: PeakUse): Problem[] {
  const { of, most, source, ...one } = first;
  const total = sumAll(atOnce);
  if (total <= most) return [];
  const several = atOnce.length > 1;
  const who = several ? `${atOnce.length} rigs at once need` : one.who;
  const less = several ? 'lower `limits.parallelRigs`' : one.less;
  const path = several ? ['limits', 'parallelRigs'] : [one.path];
  return [problemAt({ ...rules.overQuota, source }, path, { who, total, of, most, less })];
}

/** Peak use of one quota by the largest parallel rigs, and its first user. */
interface PeakUse {
  readonly first: RigQuotaUse;
  readonly atOnce: readonly number[];
}

function findPeaks(rigs: readonly Rig[], parallelRigs: number, targetOf: FindTarget): PeakUse[] {
  const uses = rigs.map((rig): RigQuotaUse[] => [
    ...rig.copies.flatMap((copy) => listUses(copy, rig, targetOf)).map((one) => ({ ...one, ...TARGETS })),
    ...listHostQuotas(rig.roles.map((role) => withLargestDisks(role, rig, targetOf))).map((one) => ({
      ...one,
      ...HOSTS,
    })),
  ]);
  const names = [...new Set(uses.flatMap((its) => its.map(({ of }) => of)))];
  return names.map((name) => {
    const byRig = uses.map((its) => its.filter(({ of }) => of === name));
    const sums = byRig.map((its) => sumAll(its.map(({ amount }) => amount))).toSorted((a, b) => b - a);
    const [first] = byRig.flat();
    return {
      first: ensure(first, `a use of ${name}`),
      atOnce: sums.slice(0, parallelRigs).filter((sum) => sum > 0),
    };
  });
}

function listTargetSettings(
  { copy, targetConfig }: Pick<Rig['copies'][number], 'copy' | 'targetConfig'>,
  stretches: Rig['stretches'],
): unknown[] {
  const changes = stretches.flatMap((stretch) => stretch.changes).filter((change) => change.copy === copy);
  return [targetConfig, ...changes.map(({ config }) => config)];
}

/** A role with each disk at its largest size. A disk counts as the volume type of its last state. */
function withLargestDisks(role: Rig['roles'][number], rig: Rig, targetOf: FindTarget): Rig['roles'][number] {
  const { disks } = role;
  if (disks === undefined) return role;
  const largest = disks.map((one) => {
    const its = ensure(
      rig.copies.find(({ copy }) => copy === one.copy),
      'the target instance of a disk',
    );
    const target = ensure(targetOf(its.kind), `the target kind ${its.kind}`);
    const states = listTargetSettings(its, rig.stretches).flatMap(
      (config) => target.hosts?.getNeeds?.(config).disk ?? [],
    );
    return { ...one, disk: states.reduce((most, disk) => mergeDisks(most, disk), one.disk) };
  });
  return { ...role, disks: largest };
}

function mergeDisks(one: HostDisk, other: HostDisk): HostDisk {
  const iops = Math.max(one.Iops ?? 0, other.Iops ?? 0);
  return {
    ...other,
    VolumeSize: Math.max(one.VolumeSize, other.VolumeSize),
    ...(iops === 0 ? {} : { Iops: iops }),
  };
}

/** Quota uses of a target instance: the maximum over its states for each quota. */
function listUses(
  { copy, kind, targetConfig }: Rig['copies'][number],
  { stretches }: Rig,
  targetOf: FindTarget,
): QuotaUse[] {
  const target = ensure(targetOf(kind), `the target kind ${kind}`);
  const all = groupBy(
    listTargetSettings({ copy, targetConfig }, stretches).flatMap((config) => target.resources?.quotas?.(config) ?? []),
    ({ of }) => of,
  );
  return [...all.values()].map((its) => its.reduce((most, one) => (one.amount > most.amount ? one : most)));
}

export function checkRigDisks(drafts: readonly RigDraft[], targetOf: FindTarget): Problem[] {
  return [...checkDiskCount(drafts), ...checkDiskSharing(drafts, targetOf)];
}

/** More disks than the instance type, or EC2 device names, allow: once for each target. */
function checkDiskCount(drafts: readonly Pick<RigDraft, 'copies' | 'roles'>[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const { copies, roles } of drafts) {
    const targets = new Map(copies.map(({ copy, target }) => [copy, target]));
    for (const { role, instanceType, disks = [] } of roles) {
      const most = Math.min(getMaxDataVolumes(instanceType), MAX_DISKS);
      const last = disks[most];
      if (last === undefined) continue;
      const target = ensure(targets.get(last.copy), 'the target of a disk');
      // With `sequential`, a rig has the instances of one target.
      const isShared = new Set(targets.values()).size > 1;
      const apart = isShared ? ', `design.comparison: sequential` (each target on its own hosts)' : '';
      const rule = { ...rules.tooManyDisks, source: ATTACHMENTS_URL };
      found.set(
        target,
        problemAt(rule, ['targets', target], { role, length: disks.length, instanceType, most, apart }),
      );
    }
  }
  return [...found.values()];
}

/** Local disks that two target instances of a rig would use: once for each target. */
function checkDiskSharing(drafts: readonly Pick<RigDraft, 'copies' | 'roles'>[], targetOf: FindTarget): Problem[] {
  const found = new Map<string, Problem>();
  for (const { copies, roles } of drafts) {
    const taken = new Map<string, string>();
    for (const { target, kind, targetConfig } of copies) {
      const needs = targetOf(kind)?.hosts?.getNeeds?.(targetConfig);
      if (needs === undefined || needs.disk !== undefined) continue;
      for (const role of needs.roles ?? roles.map((one) => one.role)) {
        const other = taken.get(role);
        taken.set(role, target);
        if (other === undefined || found.has(target)) continue;
        const who = other === target ? 'another instance of this target' : `\`targets.${other}\``;
        found.set(target, problemAt(rules.diskTaken, ['targets', target], { role, who }));
      }
    }
  }
  return [...found.values()];
}
