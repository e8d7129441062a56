/** A role in the document of its rig: input of its launch template and fleet request. */
import type { RigRole, Tag } from '../../shapes/documents';
import {
  getArchitecture,
  DEFAULT_IMAGE,
  type FoundImage,
  makeImageReference,
  type ImageName,
  IMAGES,
} from '../../shapes/images';
import { TAG_KEYS } from '../../shapes/tags';
import type { CopyPlan, RolePlan } from '../../shapes/plan';
import { getCallKind, RESOURCES } from '../../shapes/resources';

/**
 * @param copies target instances of the rig
 * @param tags of the rig
 * @param noteKey key for notes about its hosts
 */
export function makeRoleDocument(
  { role, count, instanceType, image, managed, efa, placement, userData, disks = [] }: RolePlan,
  copies: readonly Pick<CopyPlan, 'requests' | 'external'>[],
  tags: readonly Tag[],
  noteKey: string,
): RigRole {
  return {
    role,
    count,
    instanceType,
    ...toLaunchImage(instanceType, image),
    interfaceType: efa === true ? 'efa' : 'interface',
    placement: placement ?? 'none',
    blockDeviceMappings: disks.map(({ device, disk }) => ({ DeviceName: device, Ebs: disk })),
    readsSecrets: copies.some((copy) => needsSecrets(role, copy)),
    userDataBase64: Buffer.from(userData, 'utf8').toString('base64'),
    tags: [...tags, { Key: TAG_KEYS.role, Value: role }],
    noteKey,
    ...(managed === undefined ? {} : { managed: true as const }),
  };
}

/**
 * Whether hosts of a role read a secret of a target instance. For external storage: if they mount it. For created
 * storage: always, because any role may contain the host that configures the server.
 */
function needsSecrets(role: string, { requests, external }: Pick<CopyPlan, 'requests' | 'external'>): boolean {
  if (requests.some(({ call }) => 'read' in RESOURCES[getCallKind(call)])) return true;
  return (external?.secrets ?? []).length > 0 && external?.roles.includes(role) === true;
}

/** The image, whose id admission finds, and the root volume of its hosts. */
function toLaunchImage(
  instanceType: string,
  image: ImageName = DEFAULT_IMAGE,
): Pick<RigRole, 'imageId' | 'rootDevice' | 'rootVolume'> {
  const { rootDevice, root } = IMAGES[image];
  const { VolumeType, VolumeSize, asIs } = root;
  return {
    imageId: makeImageReference(image, getArchitecture(instanceType)),
    rootDevice,
    rootVolume: asIs ? {} : { VolumeType, VolumeSize },
  };
}

/** The role with the image ids that admission found. Other references stay unchanged. */
export function fillImages(role: RigRole, found: readonly FoundImage[]): RigRole {
  const its = found.find(({ reference }) => reference === role.imageId);
  return its === undefined ? role : { ...role, imageId: its.imageId, rootDevice: its.rootDevice };
}
