/** What each version of the register of running executions must keep, and what it may add. */
import { getPointerKey } from '../../../lib/shapes/layout';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import { parseEntries, type RegisterEntry, type RegisterVersion } from '../faults/register';
import type { CampaignRun } from '../faults/run-campaign';

/** An entry without a pointer is dropped after this time, milliseconds: `lib/aws/admission/start-register.ts`. */
const ADMISSION_MS = 3_600_000;

/** @returns each entry that another admission removed, and each registration above the limits of the deployment */
export function checkRegister({ register, calls, campaign }: CampaignRun): Finding[] {
  const admitted = new Set(
    calls.flatMap(({ action, input }) => (action === 'PutObject' ? [(input as { readonly Key?: string }).Key] : [])),
  );
  return register.flatMap((version, nth) => {
    const before = parseEntries(register[nth - 1]?.text ?? '');
    const after = parseEntries(version.text);
    if (version.execution === null) return [];
    const lost = before.filter(
      (one) =>
        !one.ended &&
        !isOwn(one, version) &&
        !after.some((other) => isSame(one, other)) &&
        (admitted.has(getPointerKey(one.executionId)) || version.at - Date.parse(one.admittedAt) < ADMISSION_MS),
    );
    const isAdded = after.some((one) => isOwn(one, version) && !before.some((other) => isSame(one, other)));
    const { maxRunning = Number.POSITIVE_INFINITY, maxUsdPerMonth = Number.POSITIVE_INFINITY } = campaign.limits ?? {};
    const running = after.filter(({ ended }) => !ended).length;
    const usd = after.reduce((sum, one) => sum + one.usd, 0);
    return [
      ...lost.map(({ executionId }) =>
        complain('EntryLost', `${version.execution ?? ''} removed ${executionId} from the register`),
      ),
      ...(isAdded && running > maxRunning
        ? [complain('TooManyRegistered', `${running} executions are registered; allowed: ${maxRunning}`)]
        : []),
      ...(isAdded && usd > maxUsdPerMonth
        ? [complain('MonthOverbooked', `$${usd} are registered; a month may cost $${maxUsdPerMonth}`)]
        : []),
    ];
  });
}

function isSame(one: RegisterEntry, other: RegisterEntry): boolean {
  return one.executionId === other.executionId && one.startedAt === other.startedAt;
}

function isOwn({ executionId }: RegisterEntry, { execution }: RegisterVersion): boolean {
  return executionId === execution;
}
