/** Runs checks of the doctor for tests. */
import type { Assembly } from '../../../lib/aws/doctor/assembly';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { type CheckResult, prepareChecks, runChecks } from '../../../lib/aws/doctor/run-checks';
import { NOW, REGION } from './facts';

interface CheckOptions {
  /** Assumptions to check; absent: all. */
  readonly ids?: readonly string[];
  readonly region?: string;
  readonly assembly?: Assembly | null;
  readonly now?: number;
  /** Called between the preparation and the checks. */
  readonly onPrepared?: () => void;
}

export async function check(calls: DoctorCalls, options: CheckOptions = {}): Promise<CheckResult[]> {
  const { ids, region = REGION, assembly = null, now = NOW, onPrepared } = options;
  const { context } = await prepareChecks(calls, { region, stackName: 'fsxbench', now: () => now, assembly });
  onPrepared?.();
  return runChecks(
    context,
    ASSUMPTIONS.filter(({ id }) => ids === undefined || ids.includes(id)),
  );
}

/** Ids of assumptions for which `isListed` holds. */
export function listIds(answers: readonly CheckResult[], isListed: (one: CheckResult) => boolean): string[] {
  return answers.filter(isListed).map(({ assumption }) => assumption.id);
}
