/** Tags of all resources that calls created or listed, as IAM sees them in the next call. */
import type { CallRecord } from '../../../lib/twin/cloud/service';

/** The used part of an answer of DescribeInstances. */
interface Instances {
  readonly Reservations?: readonly {
    readonly Instances?: readonly {
      readonly InstanceId?: string;
      readonly BlockDeviceMappings?: readonly { readonly Ebs?: { readonly VolumeId?: string } }[];
    }[];
  }[];
}

/** Tags by their keys. */
export type Tags = Readonly<Record<string, string>>;

/** The used part of a launch template, from its own request. */
export interface TemplateData {
  readonly ImageId?: string;
  readonly SecurityGroupIds?: readonly string[];
  readonly IamInstanceProfile?: { readonly Arn?: string };
  readonly MetadataOptions?: { readonly HttpTokens?: string };
  readonly Placement?: { readonly GroupName?: string };
  readonly BlockDeviceMappings?: readonly { readonly Ebs?: { readonly KmsKeyId?: string } }[];
  readonly NetworkInterfaces?: readonly { readonly SubnetId?: string; readonly Groups?: readonly string[] }[];
  readonly TagSpecifications?: readonly TagSpecification[];
}

/** Tags for one type of resource, in a request of EC2. */
export interface TagSpecification {
  readonly ResourceType?: string;
  readonly Tags?: TagList;
}

export type TagList = readonly { readonly Key?: string; readonly Value?: string }[];

/** Members that name a resource, the most specific first: requests for volumes of FSx also name the file system. */
const IDS = ['InstanceId', 'LaunchTemplateId', 'VolumeId', 'StorageVirtualMachineId', 'FileSystemId', 'ARN'];

export class TagLedger {
  private readonly tags = new Map<string, Tags>();
  private readonly templates = new Map<string, TemplateData>();
  /** Tags for the volumes of an instance, by its id. */
  private readonly ofVolumes = new Map<string, Tags>();

  /** Tags of a resource by its id; none for unknown ids. */
  of(id: string): Tags {
    return this.tags.get(id) ?? {};
  }

  /** Ids of instances that carry a tag. */
  instancesWith(key: string, values: readonly string[]): string[] {
    const carries = (tags: Tags): boolean => values.includes(tags[key] ?? '');
    return [...this.tags].filter(([id, tags]) => id.startsWith('i-') && carries(tags)).map(([id]) => id);
  }

  template(id: string): TemplateData {
    return this.templates.get(id) ?? {};
  }

  /** Learns from an answered call. */
  learn({ action, input, output }: CallRecord): void {
    this.walk(output);
    const given = input as Readonly<Record<string, unknown>>;
    if (action === 'CreateLaunchTemplate') this.learnTemplate(given, output);
    if (action === 'CreateFleet') this.learnFleet(given, output);
    if (action === 'DescribeInstances') this.learnVolumes(output);
    if (action === 'CreateMountTarget') this.learnMountTarget(output);
    if (action === 'CreateFileSystem') this.learnS3FileSystem(given, output);
    if (action === 'CreateSecret') this.learnSecret(given, output);
  }

  private learnTemplate({ LaunchTemplateData: data }: Readonly<Record<string, unknown>>, output: unknown): void {
    const { LaunchTemplate: made } = (output ?? {}) as {
      readonly LaunchTemplate?: { readonly LaunchTemplateId: string };
    };
    if (made !== undefined) this.templates.set(made.LaunchTemplateId, data as TemplateData);
  }

  /** The answer to a create lacks the tags. */
  private learnSecret({ Tags }: Readonly<Record<string, unknown>>, output: unknown): void {
    const { ARN } = (output ?? {}) as Readonly<Record<string, unknown>>;
    this.tags.set(String(ARN), byName(Tags as TagList | undefined));
  }

  /** IAM checks the tags of its file system. */
  private learnMountTarget(output: unknown): void {
    const its = (output ?? {}) as Readonly<Record<string, unknown>>;
    const id = its['MountTargetId'] ?? its['mountTargetId'];
    this.tags.set(String(id), this.of(String(its['FileSystemId'] ?? its['fileSystemId'])));
  }

  /** S3 Files spells members in camel case. */
  private learnS3FileSystem({ tags }: Readonly<Record<string, unknown>>, output: unknown): void {
    const { fileSystemId } = (output ?? {}) as { readonly fileSystemId?: string };
    if (fileSystemId === undefined) return;
    const list = tags as readonly { readonly key: string; readonly value: string }[];
    this.tags.set(fileSystemId, Object.fromEntries(list.map(({ key, value }) => [key, value])));
  }

  /** Instances get tags from their template, and from the request of the fleet. */
  private learnFleet(given: Readonly<Record<string, unknown>>, output: unknown): void {
    const { Instances = [] } = (output ?? {}) as {
      Instances?: readonly { readonly InstanceIds?: readonly string[] }[];
    };
    const tags = {
      ...pickTags(this.template(getTemplateId(given)).TagSpecifications, 'instance'),
      ...pickTags(given['TagSpecifications'] as readonly TagSpecification[], 'instance'),
    };
    const ofVolumes = pickTags(this.template(getTemplateId(given)).TagSpecifications, 'volume');
    for (const id of Instances.flatMap(({ InstanceIds = [] }) => InstanceIds)) {
      this.tags.set(id, tags);
      this.ofVolumes.set(id, ofVolumes);
    }
  }

  /** Volumes get tags from the template of their instance, whose description has their ids. */
  private learnVolumes(output: unknown): void {
    const { Reservations = [] } = (output ?? {}) as Instances;
    for (const { InstanceId = '', BlockDeviceMappings = [] } of Reservations.flatMap(({ Instances = [] }) => Instances))
      for (const { Ebs } of BlockDeviceMappings)
        if (Ebs?.VolumeId !== undefined && !this.tags.has(Ebs.VolumeId))
          this.tags.set(Ebs.VolumeId, this.ofVolumes.get(InstanceId) ?? {});
  }

  private walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) this.walk(item);
      return;
    }
    const its = value as Readonly<Record<string, unknown>>;
    const id = IDS.map((name) => its[name]).find((one) => typeof one === 'string');
    if (typeof id === 'string' && Array.isArray(its['Tags'])) this.tags.set(id, byName(its['Tags'] as TagList));
    for (const item of Object.values(its)) this.walk(item);
  }
}

/** Tags of a list, by their keys. */
export function byName(tags: TagList = []): Tags {
  return Object.fromEntries(tags.flatMap(({ Key, Value = '' }) => (Key === undefined ? [] : [[Key, Value]])));
}

/** Tags that a request of EC2 gives to one type of resource. */
export function pickTags(specifications: readonly TagSpecification[] = [], type: string): Tags {
  return byName(specifications.find(({ ResourceType }) => ResourceType === type)?.Tags);
}

/** The template in the request of a fleet. */
export function getTemplateId(given: Readonly<Record<string, unknown>>): string {
  const configs = (given['LaunchTemplateConfigs'] ?? []) as readonly {
    readonly LaunchTemplateSpecification?: { readonly LaunchTemplateId?: string };
  }[];
  return configs[0]?.LaunchTemplateSpecification?.LaunchTemplateId ?? 'lt-unknown';
}
