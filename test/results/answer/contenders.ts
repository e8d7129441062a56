/** Minimal contenders, for tests of answers. */
import type { Contender } from '../../../lib/results/answer/contender';

/** One in bytes a second that meets the threshold. Its `ofProvisioned` follows from `provisioned`. */
export function makeContender(label: string, value: number, more: Partial<Contender> = {}): Contender {
  const provisioned = more.provisioned ?? null;
  return {
    cell: `cell-${label}`,
    label,
    value,
    unit: 'bytes/s',
    operation: null,
    n: 3,
    min: value,
    max: value,
    interval: null,
    unitKind: 'trial',
    logs: { n: 3, mean: Math.log(value), deviation: 0 },
    lasting: null,
    hostCredits: null,
    low: value,
    high: value,
    unbounded: { better: 0, worse: 0 },
    alone: 'yes',
    reason: null,
    needs: 4,
    stalled: false,
    fall: 0,
    limit: null,
    usdPerHour: null,
    storageUsdPerHour: null,
    price: null,
    provisioned,
    ofProvisioned: provisioned === null ? null : value / provisioned,
    qualifies: 'yes',
    criteria: [],
    ...more,
  };
}
