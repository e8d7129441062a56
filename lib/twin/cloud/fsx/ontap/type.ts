/** FSx for ONTAP as one of the modelled types. */
import { fsxOntap } from '../../../../targets/fsx-ontap/target';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import type { FsxType } from '../contract';
import { ontapChange, type OntapSetup, ontapSetup } from './ontap';
import { virtualMachineActions } from './virtual-machines';
import { ontapVolumes } from './volumes';

/** Of an account at first. https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/limits.html */
const QUOTAS = { fileSystems: 100, storageGiB: 524_288, throughput: 10_240, iops: 1_000_000, volumes: 500 };

/** Settings of creates and updates alike. */
const SETTINGS =
  'AutomaticBackupRetentionDays DailyAutomaticBackupStartTime DiskIopsConfiguration HAPairs ThroughputCapacity ' +
  'ThroughputCapacityPerHAPair WeeklyMaintenanceStartTime';

export const ontap: FsxType<OntapSetup> = {
  member: 'OntapConfiguration',
  modelled: {
    create: `${SETTINGS} DeploymentType EndpointIpAddressRange FsxAdminPassword PreferredSubnetId RouteTableIds`,
    update: SETTINGS,
    // DeleteFileSystem has no word for ONTAP.
    delete: null,
  },
  durations: fsxOntap.durations,
  // One for all three: pages on storage capacity and on throughput capacity of the ONTAP guide.
  coolDownSeconds: {
    pairs: COOL_DOWN_SECONDS,
    storage: COOL_DOWN_SECONDS,
    iops: COOL_DOWN_SECONDS,
    throughput: COOL_DOWN_SECONDS,
  },
  coolsTogether: true,
  quotas: () => ({ ontap: QUOTAS }),
  quota: ({ OntapConfiguration: { ThroughputCapacity, DiskIopsConfiguration } }) => ({
    group: 'ontap',
    throughput: ThroughputCapacity,
    iops: DiskIopsConfiguration.Iops,
  }),
  // API reference, CreateFileSystem, SubnetIds.
  network: ({ OntapConfiguration: given }) => ({
    subnets: given?.DeploymentType?.startsWith('MULTI_AZ') === true ? 2 : 1,
    preferred: given?.PreferredSubnetId,
    routeTables: given?.RouteTableIds ?? [],
    range: given?.EndpointIpAddressRange,
  }),
  setup: (input) => ontapSetup(input),
  change: (setup, input) => ontapChange(setup, input),
  // One of each file server.
  interfaces: ({ OntapConfiguration: { HAPairs } }) => 2 * HAPairs,
  showsKey: () => true,
  deployment: ({ OntapConfiguration }) => OntapConfiguration?.DeploymentType,
  // Its own interface is reached where its servers are.
  described: (setup, address, dnsName) =>
    address === undefined
      ? setup
      : {
          ...setup,
          OntapConfiguration: {
            ...setup.OntapConfiguration,
            Endpoints: { Management: { DNSName: `management.${dnsName}`, IpAddresses: [address] } },
          },
        },
  // Volumes are backed up, the file system is not; what is in it must be gone before.
  deletion: () => ({ backup: false, backupTags: undefined, copiesTags: false, withVolumes: false }),
  backsUp: () => false,
  backedUp: () => ({}),
  volumes: ontapVolumes,
  children: virtualMachineActions,
};
