/** What an account takes up already of the quotas that plans count: looked up service by service, all pages. */
import type { DescribeFileSystemsCommandOutput as EfsPage, FileSystemDescription } from '@aws-sdk/client-efs';
import type { DescribeInstancesCommandOutput, DescribeVolumesCommandOutput } from '@aws-sdk/client-ec2';
import type { DescribeFileSystemsCommandOutput as FsxPage } from '@aws-sdk/client-fsx';
import type { QuotaService, QuotaUse } from '../../shapes/quota';
import { instanceQuotas, volumeQuotas } from '../../targets/host-quotas';
import { countedVcpus } from '../../targets/instance-types';
import { describedTarget } from '../../targets/registry';
import type { AwsCalls } from '../calls';
import { allPages } from '../pages';

/**
 * What is there, and how many things nobody here could count: file systems like none that a target makes, and instances
 * of types whose processors nobody knows.
 */
export interface InUse {
  readonly uses: readonly Pick<QuotaUse, 'of' | 'amount'>[];
  readonly uncounted: number;
}

/** Looks at what counts for the quotas of a service. Throws what the service answers. */
export const IN_USE: Readonly<Record<QuotaService, (aws: AwsCalls) => Promise<InUse>>> = {
  ec2: async ({ ec2 }) => {
    const Filters = [{ Name: 'instance-state-name', Values: ['pending', 'running'] }];
    const pages = await allPages<Omit<DescribeInstancesCommandOutput, '$metadata'>>((NextToken) =>
      ec2.describeInstances({ Filters, ...next(NextToken) }),
    );
    const instances = pages
      .flatMap(({ Reservations = [] }) => Reservations)
      .flatMap(({ Instances = [] }) => Instances)
      // What is not on demand says what it is: spot, scheduled or of a capacity block.
      .filter(({ InstanceLifecycle }) => InstanceLifecycle === undefined)
      .flatMap(({ InstanceType }) => (InstanceType === undefined ? [] : [{ count: 1, instanceType: InstanceType }]));
    const uncounted = instances.filter(({ instanceType }) => countedVcpus(instanceType) === undefined).length;
    return { uses: instanceQuotas(instances), uncounted };
  },

  ebs: async ({ ec2 }) => {
    const pages = await allPages<Omit<DescribeVolumesCommandOutput, '$metadata'>>((NextToken) =>
      ec2.describeVolumes(next(NextToken)),
    );
    const volumes = pages.flatMap(({ Volumes = [] }) => Volumes);
    return {
      uses: volumeQuotas(
        volumes.map(({ VolumeType = '', Size: VolumeSize = 0, Iops }) => ({
          count: 1,
          disk: { VolumeType, VolumeSize, Iops },
        })),
      ),
      uncounted: 0,
    };
  },

  fsx: async ({ fsx }) => {
    const pages = await allPages<Omit<FsxPage, '$metadata'>>((NextToken) => fsx.describeFileSystems(next(NextToken)));
    // Windows has quotas of its own, which no target takes up.
    const counted = pages.flatMap(({ FileSystems = [] }) => FileSystems);
    return counting(counted.filter(({ FileSystemType }) => FileSystemType !== 'WINDOWS'));
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
    return counting(found);
  },
};

/** As the target that each one would be counts it. */
function counting(fileSystems: readonly Parameters<typeof describedTarget>[0]['fileSystem'][]): InUse {
  const found = fileSystems.map((fileSystem) => describedTarget({ fileSystem, volumes: [] }));
  return {
    uses: found.flatMap((one) => one?.target.quotas?.(one.config) ?? []),
    uncounted: found.filter((one) => one === undefined).length,
  };
}

function next(NextToken: string | undefined): { readonly NextToken?: string } {
  return NextToken === undefined ? {} : { NextToken };
}
