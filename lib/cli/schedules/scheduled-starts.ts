/** Starts of scheduled specs that admission would refuse each time, by the settings of the same deployment. */
import { refuseUnreachable } from '../../aws/admission/external';
import { refuseAboveMaxUsd } from '../../aws/admission/refusals';
import { refuseNetworkGaps } from '../../aws/admission/zone';
import { FsxbenchError } from '../../shapes/errors';
import type { Config } from '../../aws/context';
import type { ScheduledSpec } from './scheduled-specs';

/** Settings of a deployment, as far as admission compares them with plans. */
interface DeploymentSettings extends Pick<Config, 'limits' | 'external' | 'secrets'> {
  readonly network: {
    readonly kind: 'own' | 'existing';
    readonly availabilityZone?: string;
    readonly secondAvailabilityZone?: string;
    readonly second?: object;
  };
}

/** Texts for the user, one for each refusal; empty if none is certain. */
export function listRefusedStarts(
  specs: readonly Pick<ScheduledSpec, 'experiment' | 'plan'>[],
  { limits, external = [], secrets = [], network }: DeploymentSettings,
): readonly string[] {
  return specs.flatMap(({ experiment, plan }) => {
    const { maxUsd } = plan.spec.limits;
    const checks: readonly (() => void)[] = [
      () => refuseAboveMaxUsd(maxUsd, limits === undefined ? {} : { limits }),
      () => {
        const most = limits?.maxUsdPerMonth;
        if (most === undefined || maxUsd <= most) return;
        const text = `limits.maxUsd is ${maxUsd} USD; this deployment allows ${most} USD a month (\`maxUsdPerMonth\`)`;
        throw new FsxbenchError('MonthlyBudgetExceeded', text);
      },
      () => refuseUnreachable(plan, { config: { external, secrets }, log: { warn: () => undefined } }),
      () => refuseNetworkGaps(plan, { config: { local: false, network: describeNetwork(network) } }),
    ];
    return checks.flatMap((check) => {
      try {
        check();
        return [];
      } catch (error) {
        if (!(error instanceof FsxbenchError)) throw error;
        return [`schedules: each start of ${experiment} would be refused (${error.name}): ${error.message}`];
      }
    });
  });
}

/** The names that plans may refer to, as far as they are known before deployment; their values do not matter. */
function describeNetwork(network: DeploymentSettings['network']): Readonly<Record<string, string>> {
  const isOwn = network.kind === 'own';
  const hasTwoZones = (isOwn ? network.secondAvailabilityZone : network.second) !== undefined;
  const known = {
    subnetId: true,
    storageSecurityGroupId: true,
    zone: isOwn || network.availabilityZone !== undefined,
    subnetId2: hasTwoZones,
    routeTableId: hasTwoZones,
    endpointRange: hasTwoZones,
  };
  return Object.fromEntries(Object.entries(known).flatMap(([name, isKnown]) => (isKnown ? [[name, 'known']] : [])));
}
