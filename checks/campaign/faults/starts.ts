/** The starts of one run. */
import type { Clock } from '../../../lib/asl/clock/clock';
import type { StartInput } from '../../../lib/aws/admission/start-input';
import { ensure } from '../../../lib/shapes/errors';
import type { ExecutionStart } from '../../oracles/execution-record';
import type { DeploymentLimits } from '../../../lib/shapes/deployment-limits';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import type { Campaign } from './campaign';

/** Name of the experiment's execution; further ones have a number appended. */
export const EXECUTION = 'simulated';

/** Starts all, each at its time. */
export async function startAll(
  { spec, campaign }: StartOptions,
  deployment: SimulatedDeployment,
  clock: Clock,
): Promise<ExecutionStart[]> {
  const { count = 0, apart = 0, as = 'others' } = campaign.beside ?? {};
  const scheduledAt = new Date(clock.now()).toISOString();
  const started: ExecutionStart[] = [];
  for (let nth = 0; nth <= count; nth += 1) {
    const executionId = nth === 0 || as === 'same-name' ? EXECUTION : `${EXECUTION}-${nth}`;
    if (nth > 0) await clock.sleep(apart * 1000);
    const isRenamed = as === 'renamed' && nth > 0;
    const input: StartInput = {
      spec: isRenamed ? renameExperiment(spec) : spec,
      ...(as === 'same-moment' ? { scheduledAt } : {}),
      ...(as === 'same-name' && nth % 2 === 1 ? { seed: String(nth) } : {}),
    };
    const execution = await deployment.start('experiment', executionId, input).catch(() => null);
    // The same name with the same input is the same execution; with another input it is refused.
    if (nth > 0 && as === 'same-name') continue;
    started.push({
      executionId,
      execution,
      ...(isRenamed ? { experiment: readExperiment(renameExperiment(spec)) } : {}),
    });
  }
  return started;
}

interface StartOptions {
  readonly spec: string;
  readonly campaign: Campaign;
}

/** The same experiment with another name. */
function renameExperiment(spec: string): string {
  return spec.replace(/^experiment: *"?([\w-]+)"?/m, 'experiment: $1-too');
}

function readExperiment(spec: string): string {
  return ensure(/^experiment: *([\w-]+)/m.exec(spec)?.[1], 'the name of an experiment');
}

/** Drops members that are not given. */
export function toDeploymentLimits({ maxRunning, maxUsdPerMonth }: NonNullable<Campaign['limits']>): DeploymentLimits {
  return {
    ...(maxRunning === undefined ? {} : { maxRunning }),
    ...(maxUsdPerMonth === undefined ? {} : { maxUsdPerMonth }),
  };
}
