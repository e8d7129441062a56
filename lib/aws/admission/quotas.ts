/** Checks the account's quotas before anything is created: peak usage of the plan, plus existing resources. */
import type { DescribeFileSystemsCommandOutput as EfsPage, FileSystemDescription } from '@aws-sdk/client-efs';
import type { DescribeInstancesCommandOutput, DescribeVolumesCommandOutput } from '@aws-sdk/client-ec2';
import type { DescribeFileSystemsCommandOutput as FsxPage } from '@aws-sdk/client-fsx';
import { type FsxbenchError, makeRefusal } from '../../shapes/errors';
import type { QuotaService, QuotaUse, ServiceQuota } from '../../shapes/quota';
import type { AwsCalls } from '../calls';
import type { Context } from '../context';
import { listInstanceQuotas, listVolumeQuotas } from '../../targets/host-quotas';
import { findQuotaVcpus } from '../../targets/instance-types';
import { identifyTarget } from '../../targets/registry';
import { readNextPages } from '../pages';

type KnownQuotaUse = QuotaUse & { readonly quota: ServiceQuota };

interface PlannedUsage {
  /** Peak usage, one entry per quota. */
  readonly takesUp: readonly QuotaUse[];
  readonly plan: { readonly region: string | null };
}

/** A quota that is too small, in the unit of the usage. */
interface Shortfall {
  readonly use: KnownQuotaUse;
  readonly most: number;
  readonly inUse: number;
}

/**
 * Refuses a plan above the account's quotas. Does nothing for local hosts. A failed lookup is logged and refuses
 * nothing: AWS will refuse the create. Usage may change after the check, because the account has other users.
 * @throws FsxbenchError `QuotaTooSmall` with every quota that is too small, and how to request an increase
 */
export async function refuseAboveQuotas({ takesUp, plan: { region } }: PlannedUsage, context: Context): Promise<void> {
  const { config, log } = context;
  if (config.local) return;
  const known = takesUp.filter((use): use is KnownQuotaUse => use.quota !== undefined);
  const unknown = takesUp.filter(({ quota }) => quota === undefined).map(({ of }) => of);
  if (unknown.length > 0) log.warn('some quotas were not checked: their codes are unknown', { of: unknown });
  const short: Shortfall[] = [];
  const inUse = new Map<QuotaService, Promise<Usage | null>>();
  // Reads quotas one at a time: Service Quotas throttles after a few calls a second.
  for (const one of known) {
    const { service } = one.quota;
    const most = await tryReadQuota(one.quota, context);
    if (most === null) continue;
    const pending = inUse.get(service) ?? readUsage(service, context);
    inUse.set(service, pending);
    const found = await pending;
    // If current usage is unknown, the plan is still refused if its usage alone exceeds the quota.
    const there = (found?.uses ?? []).filter(({ of }) => of === one.of).reduce((sum, { amount }) => sum + amount, 0);
    if (there + one.amount > most) short.push({ use: one, most, inUse: there });
  }
  if (short.length > 0) throw toRefusal(short, region ?? 'REGION');
}

/** @returns the quota in the unit of the usage; null if the quota cannot be read */
async function tryReadQuota(quota: ServiceQuota, { aws, log }: Context): Promise<number | null> {
  try {
    const value = await readQuota(aws, { ServiceCode: quota.service, QuotaCode: quota.code });
    if (value !== undefined) return value * (quota.per ?? 1);
    log.warn(`quota ${quota.code} unchecked: Service Quotas returned no value`, { quota: quota.name });
  } catch (cause) {
    log.warn(`quota ${quota.code} unchecked: the call failed`, { quota: quota.name, cause: String(cause) });
  }
  return null;
}

/** Only quotas that can differ from the default have an applied value (API reference, GetServiceQuota). */
async function readQuota(
  { quotas }: AwsCalls,
  code: { readonly ServiceCode: string; readonly QuotaCode: string },
): Promise<number | undefined> {
  try {
    return (await quotas.getServiceQuota(code)).Quota?.Value;
  } catch (error) {
    if ((error as Error).name !== 'NoSuchResourceException') throw error;
  }
  return (await quotas.getAWSDefaultServiceQuota(code)).Quota?.Value;
}

async function readUsage(service: QuotaService, { aws, log }: Context): Promise<Usage | null> {
  try {
    const found = await USAGE_READERS[service](aws);
    if (found.uncounted > 0)
      log.warn('quota usage omits file systems and instance types unknown to fsxbench', {
        service,
        count: found.uncounted,
      });
    return found;
  } catch (cause) {
    const what = 'current quota usage could not be read; quotas were checked against the plan alone';
    log.warn(what, { service, cause: String(cause) });
    return null;
  }
}

function toRefusal(short: readonly Shortfall[], region: string): FsxbenchError {
  return makeRefusal(
    'QuotaTooSmall',
    'current use plus the peak use of this experiment exceeds these quotas:',
    short.flatMap((one) => formatShortfall(one, region)),
    'Request increases, wait until other executions have ended, lower `limits.parallelRigs`, or compare fewer or ' +
      'smaller targets and hosts. Nothing was created.',
    {
      short: short.map(({ use: { quota, of, amount }, most, inUse }) => {
        const { code, service, name } = quota;
        return { code, service, name, of, most, inUse, needed: amount };
      }),
    },
  );
}

function formatShortfall({ use: { of, amount, quota }, most, inUse }: Shortfall, region: string): string[] {
  const { service, code, name, per = 1 } = quota;
  const wanted = Math.ceil((inUse + amount) / per);
  return [
    `${name} (${service} ${code}): ${most} ${of}, ${inUse} in use, ${amount} needed`,
    `  https://${region}.console.aws.amazon.com/servicequotas/home/services/${service}/quotas/${code}`,
    `  aws service-quotas request-service-quota-increase --region ${region} --service-code ${service} ` +
      `--quota-code ${code} --desired-value ${wanted}`,
  ];
}

/** Current usage. `uncounted`: file systems of no target kind, and instances with an unknown number of vCPUs. */
interface Usage {
  readonly uses: readonly Pick<QuotaUse, 'of' | 'amount'>[];
  readonly uncounted: number;
}

/** Reads the usage of a service's quotas. Throws the service's errors. */
export const USAGE_READERS: Readonly<Record<QuotaService, (aws: AwsCalls) => Promise<Usage>>> = {
  ec2: async ({ ec2 }) => {
    const Filters = [{ Name: 'instance-state-name', Values: ['pending', 'running'] }];
    const pages = await readNextPages<Omit<DescribeInstancesCommandOutput, '$metadata'>>((next) =>
      ec2.describeInstances({ Filters, ...next }),
    );
    const instances = pages
      .flatMap(({ Reservations = [] }) => Reservations)
      .flatMap(({ Instances = [] }) => Instances)
      // Spot, scheduled and capacity-block instances carry a lifecycle; on-demand instances do not.
      .filter(({ InstanceLifecycle }) => InstanceLifecycle === undefined)
      .flatMap(({ InstanceType }) => (InstanceType === undefined ? [] : [{ count: 1, instanceType: InstanceType }]));
    const uncounted = instances.filter(({ instanceType }) => findQuotaVcpus(instanceType) === undefined).length;
    return { uses: listInstanceQuotas(instances), uncounted };
  },

  ebs: async ({ ec2 }) => {
    const pages = await readNextPages<Omit<DescribeVolumesCommandOutput, '$metadata'>>((next) =>
      ec2.describeVolumes(next),
    );
    const volumes = pages.flatMap(({ Volumes = [] }) => Volumes);
    return {
      uses: listVolumeQuotas(
        volumes.map(({ VolumeType = '', Size: VolumeSize = 0, Iops }) => ({
          count: 1,
          disk: { VolumeType, VolumeSize, Iops },
        })),
      ),
      uncounted: 0,
    };
  },

  fsx: async ({ fsx }) => {
    const pages = await readNextPages<Omit<FsxPage, '$metadata'>>((next) => fsx.describeFileSystems(next));
    // FSx for Windows has separate quotas, which no target uses.
    const counted = pages.flatMap(({ FileSystems = [] }) => FileSystems);
    return countFileSystems(counted.filter(({ FileSystemType }) => FileSystemType !== 'WINDOWS'));
  },

  elasticfilesystem: async ({ efs }) => {
    const found: FileSystemDescription[] = [];
    let marker: string | undefined;
    do {
      const page: Omit<EfsPage, '$metadata'> = await efs.describeFileSystems(
        marker === undefined ? {} : { Marker: marker },
      );
      found.push(...(page.FileSystems ?? []));
      marker = page.NextMarker;
    } while (marker !== undefined && marker !== '');
    return countFileSystems(found);
  },
};

/** Counts file systems by target kind, judged by their type and deployment type. */
function countFileSystems(fileSystems: readonly Parameters<typeof identifyTarget>[0]['fileSystem'][]): Usage {
  const found = fileSystems.map((fileSystem) => identifyTarget({ fileSystem, volumes: [] }));
  return {
    uses: found.flatMap((one) => one?.target.resources?.quotas?.(one.config) ?? []),
    uncounted: found.filter((one) => one === undefined).length,
  };
}
