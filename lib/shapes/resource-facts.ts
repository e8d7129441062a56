/** Types of the table of AWS resources that an execution can leave behind. */
export type HostKind = 'ec2:instance' | 'ec2:volume' | 'ec2:launch-template';
/** Measured resources, created by the requests of targets. */
export type StorageKind =
  | 'fsx:file-system'
  | 'fsx:storage-virtual-machine'
  | 'fsx:volume'
  | 'efs:file-system'
  | 'efs:mount-target'
  | 's3files:mount-target'
  | 's3files:file-system'
  | 's3:bucket'
  | 'secretsmanager:secret'
  | 'cloudwatch:alarm';
/** The prefix is the SDK's name of the service. */
export type ResourceKind = HostKind | StorageKind;

/** `with parent`: deleted together with its parent, so teardown neither lists nor deletes it. */
export type Deletion = 'by itself' | 'with parent';

/**
 * For kinds whose deletion differs by type: `by` is the member that has the type, in create calls and descriptions;
 * `types` has the deletion per type.
 */
interface DeletionByType {
  readonly by: string;
  readonly types: Readonly<Record<string, Deletion>>;
}

/** Facts of a resource kind. Calls are SDK names, and also IAM actions. */
export interface ResourceFacts {
  /** ARN pattern after `<service>:<region>:<account>:`. */
  readonly arn: string;
  /** Call that describes a resource by id; without {@link list} it also lists all resources. */
  readonly describe: string;
  /** Call that lists all resources, if different from {@link describe}. */
  readonly list?: string;
  /** Call that returns the tags of a resource, if listings do not contain tags. */
  readonly tagsBy?: string;
  readonly remove: string;
  /**
   * `by stack`: the name is `fsxbench/<stack>/…`, or `fsxbench-<stack>--…` for buckets, because IAM cannot check tags
   * in the remove call. Absent: tags identify the owner.
   */
  readonly named?: 'by stack';
  /** Maximum ids per remove call. */
  readonly idsPerRemove: number;
  /** Kind of the parent, which must be deleted later. */
  readonly parent: ResourceKind | null;
  /** Kind that mounts this one in its rig, and is removed earlier. */
  readonly mountedBy: ResourceKind | null;
  /**
   * For credentials: kind of the resource in the same target instance that they unlock. They are deleted after it, so
   * that an operator can clean up manually after a refused delete. Absent: none.
   */
  readonly opens?: ResourceKind;
  /** `parent`: the resource has no tags. Its parent lists it, and the parent's tags identify the owner. */
  readonly tags: 'own' | 'parent';
  readonly ends: Deletion | DeletionByType;
}

/** Resources of hosts that requests of targets change. */
export type ChangedHostKind = 'ec2:volume';

/** Facts of a kind that targets change by requests. No two kinds share an id pattern or a call. */
export interface ChangedFacts extends ResourceFacts {
  /** Regular expression for the whole id. */
  readonly id: string;
  /** Absent: no request creates it. */
  readonly create?: string;
  readonly updates: readonly string[];
  /** Members with the idempotency token in create and update calls; null if the service has none. */
  readonly tokens: { readonly create: string | null; readonly update: string | null };
  /** A rig continues if the resource cannot be created, e.g. an alarm. Absent: a rig needs it. */
  readonly optional?: true;
}

/** Facts of a kind that targets create and change by requests. No two kinds of a service share a call. */
export interface StorageFacts extends ChangedFacts {
  readonly create: string;
  /** IAM has no resource for the create call, so policies can check only request tags. */
  readonly createsUnnamed?: true;
  /** Call that reads the content (of a secret): allowed only for functions and hosts that use it. Absent: none. */
  readonly read?: string;
  /** Member of the create call with a name that is unique in the account. Absent: none. */
  readonly name?: string;
  /** Further resources that IAM checks in the create call. */
  readonly madeIn: readonly StorageKind[];
}
