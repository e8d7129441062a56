/** Network traffic above the baseline of an instance type: hosts carry it only while they have credits. */
import { getHardware, isKnownType } from '../targets/instance-types';
import type { RolePlan } from '../shapes/role-plan';
import { HOST_CREDITS, type Reason, type RoleUsage } from '../shapes/verdict';
import { formatGbits } from './bottleneck/hosts';
import { pickMedian } from './bottleneck/limit-check';
import { BURST_RATIO } from './provisioned-ratio';

/** One for each role by its median host. None for unknown types, types without burst, and hosts without counters. */
export function noteHostCredits(uses: readonly RoleUsage[], roles: readonly Partial<RolePlan>[]): readonly Reason[] {
  return uses.flatMap(({ role, network }): Reason[] => {
    const type = roles.find((one) => one.role === role)?.instanceType ?? '';
    const { baseline, burst } = getHardware(type).network;
    const rate = pickMedian(network ?? [], (one) => one) ?? 0;
    if (!isKnownType(type) || burst <= baseline || rate <= BURST_RATIO * baseline) return [];
    const text = `${type} moved ${formatGbits(rate)}; its baseline is ${formatGbits(baseline)}`;
    return [{ level: 'note', code: HOST_CREDITS, text, lowerLevel: baseline / rate }];
  });
}
