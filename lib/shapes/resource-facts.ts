/** Types of the table of resources that an execution can leave behind. */
/** Resources of hosts. */
export type HostKind = 'ec2:instance' | 'ec2:volume' | 'ec2:launch-template';
/** Measured resources, created by the requests of targets. */
export type StorageKind =
  | 'fsx:file-system'
  | 'fsx:storage-virtual-machine'
  | 'fsx:volume'
  | 'efs:file-system'
  | 'efs:mount-target'
  | 'secretsmanager:secret'
  | 'cloudwatch:alarm';
/** The prefix is the SDK's name of the service. */
export type ResourceKind = HostKind | StorageKind;

/** `with parent`: deleted together with its parent, so teardown neither lists nor deletes it. */
export type Deletion = 'by itself' | 'with parent';

/** If that differs by type: the member with the type in create call and description, and the value per type. */
interface DeletionByType {
  readonly by: string;
  readonly types: Readonly<Record<string, Deletion>>;
}

/** Facts of a resource. Each call has its SDK name and its IAM action. */
export interface ResourceFacts {
  /** ARN pattern after `<service>:<region>:<account>:`. */
  readonly arn: string;
  /** Describes one by its id; without {@link list} also lists all. */
  readonly describe: string;
  /** Lists all, if that is a separate call. */
  readonly list?: string;
  /** Returns the tags of one, if listings do not. */
  readonly tagsBy?: string;
  readonly remove: string;
  /** Named `fsxbench/<stack>/…`, because IAM has no tags for its remove call. Absent: tags identify the owner. */
  readonly named?: 'by stack';
  /** Maximum ids per remove call. */
  readonly idsPerRemove: number;
  /** Its parent, which must outlive it. */
  readonly parent: ResourceKind | null;
  /** What mounts it in its rig, and is removed before it. */
  readonly mountedBy: ResourceKind | null;
  /**
   * The resource that it gives access to, in its target instance: it is kept as long as that exists, for work by hand
   * after a refused delete. Absent: none.
   */
  readonly opens?: ResourceKind;
  /** `parent`: it has no tags; its parent lists it and determines its owner. */
  readonly tags: 'own' | 'parent';
  readonly ends: Deletion | DeletionByType;
}

/** Resources of hosts that requests of targets change. */
export type ChangedHostKind = 'ec2:volume';

/** A resource that requests of targets change. Ids and calls of kinds differ. */
export interface ChangedFacts extends ResourceFacts {
  /** Regular expression for the whole id. */
  readonly id: string;
  /** Absent: no request creates it. */
  readonly create?: string;
  readonly updates: readonly string[];
  /** Members with an idempotency token of create and update; null if the service has none. */
  readonly tokens: { readonly create: string | null; readonly update: string | null };
  /** A rig continues without it, e.g. an alarm. Absent: a rig needs it. */
  readonly optional?: true;
}

/** A resource that requests of targets create and change. Calls of kinds of one service differ. */
export interface StorageFacts extends ChangedFacts {
  readonly create: string;
  /** IAM has no resource for its create call, so policies can check only request tags. */
  readonly createsUnnamed?: true;
  /** Call that reads its content, allowed only for its users. Absent: none. */
  readonly read?: string;
  /** Member of its create call with a name that is unique in the account. Absent: none. */
  readonly name?: string;
  /** Further resources that IAM checks for its create call. */
  readonly madeIn: readonly StorageKind[];
}
