/** A part of the fleet that a workload uses. */
export interface WorkloadRole {
  readonly role: string;
  /** Whether the hosts of the role mount the storage under test. */
  readonly mounts: boolean;
  /** Whether each host of the role reports figures and a window. */
  readonly measures: boolean;
  /** Services on the hosts of the role during a trial (slots `service/<name>`), which an event may kill. */
  readonly services?: readonly string[];
  /** Whether hosts of the role may continue a killed service of another role; a text: why they cannot in this fleet. */
  readonly takesOver?: true | string;
  /** `takeover`: hosts load the storage only after a kill whose service they continue. Default: if they mount it. */
  readonly loads?: 'takeover';
}

/** Hosts by role. */
export type HostCounts = Readonly<Record<string, { readonly count: number }>>;
