/**
 * Whether something is measured even where AWS is slow: a copy is waited for until its time-out, its rivals stand
 * meanwhile, and a rig behind which no round fits any more would have cost money for nothing.
 */
import { expected } from '../../shapes/errors';
import { type Problem, warningAt } from '../../shapes/problem';
import { formatSeconds } from '../../shapes/quantity';
import type { Timing } from '../../shapes/plan';
import { secondsInWaves } from '../../shapes/requests';
import type { Limits } from '../../shapes/spec';
import type { PricedRig } from './money';
import { roundParts } from './numbered';
import { placesIn } from './rig/times';

/** What the first round of a rig needs where its slowest copy is made as late as it may be. */
export interface Late {
  /** Name of the target that is waited for. */
  readonly target: string;
  /** From the start of the rig until that copy is there, at its time-out; and as expected. */
  readonly createdSeconds: number;
  readonly expectedSeconds: number;
  /** From the start of the rig until its first round is over. */
  readonly roundSeconds: number;
  /** What the rig has cost by then. */
  readonly usd: number;
}

/** Undefined for a rig of which nothing is created. */
export function lateStart(rig: PricedRig, timing: Timing, local: boolean): Late | undefined {
  const { draft, startingSeconds, stretchUsdPerHour, stretchCopiesUsdPerHour } = rig;
  const waits = draft.copies.map(({ requests, startAfterSeconds }, index) => ({
    created: startAfterSeconds + secondsInWaves(requests, ({ timeoutSeconds }) => timeoutSeconds),
    usdPerHour: stretchCopiesUsdPerHour[0]?.[index] ?? 0,
    made: requests.length > 0,
    index,
  }));
  const slowest = waits.filter(({ made }) => made).toSorted((a, b) => b.created - a.created)[0];
  if (slowest === undefined) return undefined;
  const { target } = expected(draft.copies[slowest.index], 'the slowest copy');
  const first = draft.stretches.flatMap((stretch) => stretch.trials)[0];
  const parts = roundParts(draft, timing, local).get(expected(first, 'a trial of every rig').round) ?? [];
  const round = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const others = waits.filter(({ index, made }) => made && index !== slowest.index);
  const standing = others.reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);
  const delay = Math.max(0, slowest.created - draft.readySeconds);
  const all = stretchUsdPerHour[0] ?? rig.usdPerHour;
  return {
    target,
    createdSeconds: slowest.created,
    expectedSeconds: draft.readySeconds,
    roundSeconds: slowest.created + startingSeconds + round,
    usd: (delay * standing + (startingSeconds + round) * all) / 3600,
  };
}

/**
 * The first rig of which it is not sure that anything would be measured, once for time and once for money. Warnings:
 * AWS is seldom so slow, and whoever allows little may want to risk it.
 */
export function noRoundFits(
  rigs: readonly PricedRig[],
  { maxUsd, maxHours }: Limits,
  timing: Timing,
  { local, parallelRigs }: { readonly local: boolean; readonly parallelRigs: number },
): Problem[] {
  const starts = placesIn(
    rigs.map(({ expectedSeconds }) => expectedSeconds),
    parallelRigs,
  );
  const late = rigs.flatMap((rig, index) => {
    const found = lateStart(rig, timing, local);
    return found === undefined ? [] : [{ rig, found, ends: (starts[index] ?? 0) + found.roundSeconds }];
  });
  const slow = late.find(({ ends }) => ends > maxHours * 3600);
  const dear = late.find(({ rig, found }) => found.usd > rig.shareUsd);
  const problems: Problem[] = [];
  if (slow !== undefined) {
    const hours = Math.ceil((10 * slow.ends) / 3600) / 10;
    const message =
      `${waitOf(slow.found)}, and the first round of rig ${slow.rig.draft.rig} would then end only after ${hours} ` +
      `hours; allowed by this spec: ${maxHours} (\`limits.maxHours\`), so that nothing might be measured`;
    problems.push(warningAt('NoRoundFits', ['limits', 'maxHours'], message));
  }
  if (dear !== undefined) {
    const { rig, found } = dear;
    const needed = Math.ceil((100 * maxUsd * found.usd) / rig.shareUsd) / 100;
    const share = rigs.length === 1 ? `${maxUsd} USD` : `${maxUsd} USD, of which this rig has ${rig.shareUsd}`;
    const message =
      `${waitOf(found)}, and the first round of rig ${rig.draft.rig} would then have cost ${found.usd.toFixed(2)} ` +
      `USD; allowed by this spec: ${share} (\`limits.maxUsd\`), so that nothing might be measured. ${needed} would do`;
    problems.push(warningAt('NoRoundFits', ['limits', 'maxUsd'], message));
  }
  return problems;
}

function waitOf({ target, createdSeconds, expectedSeconds }: Late): string {
  return (
    `a copy of \`${target}\` is expected after ${formatSeconds(Math.round(expectedSeconds))} and waited for up to ` +
    formatSeconds(Math.round(createdSeconds))
  );
}
