/** What everybody must know of a kind of thing that an execution can leave behind: the columns of the table of them. */

/** What hosts are made of. */
export type HostKind = 'ec2:instance' | 'ec2:volume' | 'ec2:launch-template';
/** What is measured: created by the requests of targets. */
export type StorageKind =
  | 'fsx:file-system'
  | 'fsx:storage-virtual-machine'
  | 'fsx:volume'
  | 'efs:file-system'
  | 'efs:mount-target'
  | 'secretsmanager:secret'
  | 'cloudwatch:alarm';
/** The prefix is the service's in the SDK. */
export type ResourceKind = HostKind | StorageKind;

/** `with parent`: the remove of its parent takes it along, so teardown neither lists it nor asks for its end. */
export type Deletion = 'by itself' | 'with parent';

/** Where that differs by type: the member of its create and of its description that names the type, and each type's. */
interface DeletionByType {
  readonly by: string;
  readonly types: Readonly<Record<string, Deletion>>;
}

/** What everybody must know of a resource. Calls have the names that the SDK and IAM give them. */
export interface ResourceFacts {
  /** Its name in ARNs, after `<service>:<region>:<account>:`. */
  readonly arn: string;
  /** Describes one by its id; and lists all, where {@link list} is left out. */
  readonly describe: string;
  /** Lists all, where that is a call of its own. */
  readonly list?: string;
  /** Tells the tags of one, where its listing does not. */
  readonly tagsBy?: string;
  readonly remove: string;
  /** `fsxbench/<stack>/` before its name says whose it is, as IAM tells its remove no tags. Left out: a tag does. */
  readonly named?: 'by stack';
  /** Ids that one remove takes. */
  readonly idsPerRemove: number;
  /** What it exists in, and what must outlive it. */
  readonly parent: ResourceKind | null;
  /** What mounts it, in the rig that it is tagged for: that is removed before it. */
  readonly mountedBy: ResourceKind | null;
  /**
   * What it opens, in the copy that it is made for: it stays for as long as that is there, so that a person can still
   * do by hand what a service refuses. Left out: nothing waits for anything that it opens.
   */
  readonly opens?: ResourceKind;
  /** `parent`: it cannot be tagged: it is listed through its parent, and belongs to whom that belongs. */
  readonly tags: 'own' | 'parent';
  readonly ends: Deletion | DeletionByType;
}

/** What requests of targets change, and hosts are made with. */
export type ChangedHostKind = 'ec2:volume';

/** A resource that the requests of targets change: no two kinds have ids that look alike, or a call in common. */
export interface ChangedFacts extends ResourceFacts {
  /** Its id as a regular expression, for the whole of it. */
  readonly id: string;
  /** Left out: no request makes it. */
  readonly create?: string;
  readonly updates: readonly string[];
  /** Members by which a repeated create or update is the same one; null where the service has none. */
  readonly tokens: { readonly create: string | null; readonly update: string | null };
  /** It only tells: a rig goes on without it, whatever became of its create. Left out: a rig needs it. */
  readonly optional?: true;
}

/** A resource that the requests of targets create and change: no two kinds of one service have a call in common. */
export interface StorageFacts extends ChangedFacts {
  readonly create: string;
  /** IAM knows no resource for its create: only the tags of the request can be asked for. Left out: it does. */
  readonly createsUnnamed?: true;
  /** What is read of it by whoever uses it: a call of its own, that only they may make. Left out: nothing. */
  readonly read?: string;
  /** Member of its create that holds a name, which no other of the account has. Left out: it needs none. */
  readonly name?: string;
  /** What IAM asks about beside the new thing: what its create names, where it is tagged by itself. */
  readonly madeIn: readonly StorageKind[];
}
