/** A rig of one copy, for tests of results. */
import type { RigPlan } from '../../lib/shapes/plan';

/** @param usdPerHour of the copy */
export function rigOf(rig: string, target: string, block: number, usdPerHour: number): RigPlan {
  return {
    rig,
    block,
    copies: [
      {
        copy: 'c1',
        target,
        kind: 'directory',
        targetConfig: {},
        fresh: null,
        startAfterSeconds: 0,
        requests: [],
        prepare: [],
        usdPerHour,
      },
    ],
    readySeconds: 0,
    hosts: 1,
    periods: [],
    roles: [{ role: 'client', count: 1, instanceType: 'local', userData: '' }],
    expectedSeconds: 60,
    estimateUsd: 0,
    shareUsd: 0,
    usdPerHour,
    hostsUsdPerHour: 0,
  };
}
