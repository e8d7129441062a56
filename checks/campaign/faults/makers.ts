/** Create calls, with their names in services: storage by requests of targets, hosts by fleets. */
import { type HostKind, RESOURCES, type ResourceKind } from '../../../lib/shapes/resources';

const OF_HOSTS: Readonly<Record<HostKind, string>> = {
  'ec2:instance': 'CreateFleet',
  // Volumes are created with hosts only.
  'ec2:volume': 'CreateFleet',
  'ec2:launch-template': 'CreateLaunchTemplate',
};

/** The create call of a kind, with its name in the service. */
export function getCreateCall(kind: ResourceKind): string {
  const facts = RESOURCES[kind];
  return 'create' in facts ? facts.create : OF_HOSTS[kind as HostKind];
}

/** Names that must be unique in a file system. */
const IN_A_FILE_SYSTEM: Readonly<Partial<Record<ResourceKind, string>>> = {
  'fsx:storage-virtual-machine': 'Name',
  'fsx:volume': 'Name',
};

/** Member of that call with a unique name, in one file system or in an account; null for none. */
export function getNameField(kind: ResourceKind): string | null {
  const facts = RESOURCES[kind];
  return 'name' in facts ? facts.name : (IN_A_FILE_SYSTEM[kind] ?? null);
}
