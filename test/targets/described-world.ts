/** There and back: what a target asks for, made in the modelled account and described by it. */
import type {
  CreateFileSystemCommandOutput,
  CreateVolumeCommandOutput,
  DescribeFileSystemsCommandOutput,
  DescribeVolumesCommandOutput,
} from '@aws-sdk/client-fsx';
import { type Made, withReferences } from '../../lib/shapes/requests';
import type { Found, Target } from '../../lib/targets/contract';
import { makeWorld, RIG_TAGS, tagList, type World } from '../twin/cloud/world';

const NETWORK = { subnetId: 'subnet-00000000000000000', storageSecurityGroupId: 'sg-00000000000000000' };
/** Longer than any creation, change or cool-down. */
const LONG = 7 * 3_600_000;

/** Sends all creates of a target in their order, each when the one before is done, and asks what is there. */
export async function madeAndFound<C>(target: Pick<Target<C>, 'requests'>, config: C): Promise<Found> {
  const world = makeWorld();
  await make(world, target, config);
  return found(world);
}

/** The same, after a change in place. @throws Error where there is none */
export async function changedAndFound<C>(
  target: Pick<Target<C>, 'requests' | 'change'>,
  from: C,
  to: C,
): Promise<Found> {
  const world = makeWorld();
  const made = await make(world, target, from);
  const change = target.change(from, to);
  if (change.kind !== 'inPlace') throw new Error(change.why);
  for (const { call, input } of change.requests) {
    await world.call('fsx', call, withReferences(input, made));
    await world.pass(LONG);
  }
  return found(world);
}

async function make<C>(world: World, target: Pick<Target<C>, 'requests'>, config: C): Promise<Made> {
  let made: Made = { network: NETWORK };
  for (const { id, call, input } of target.requests(config, { executionId: 'e1', rig: 'r1', rigTag: 'e1.r1' })) {
    const request = { ...(withReferences(input, made) as object), Tags: tagList(RIG_TAGS) };
    made = { ...made, [id]: valuesOf(await world.call('fsx', call, request)) };
    await world.pass(LONG);
  }
  return made;
}

/** What later requests may refer to. */
function valuesOf({ FileSystem, Volume }: Partial<CreateFileSystemCommandOutput & CreateVolumeCommandOutput>): {
  readonly [name: string]: string;
} {
  const id = FileSystem?.FileSystemId ?? Volume?.VolumeId;
  if (id === undefined) throw new Error('neither a file system nor a volume was made');
  const rootVolumeId = FileSystem?.OpenZFSConfiguration?.RootVolumeId;
  return { id, ...(rootVolumeId === undefined ? {} : { rootVolumeId }) };
}

async function found(world: World): Promise<Found> {
  const { FileSystems = [] } = await world.call<DescribeFileSystemsCommandOutput>('fsx', 'DescribeFileSystems');
  const { Volumes = [] } = await world.call<DescribeVolumesCommandOutput>('fsx', 'DescribeVolumes');
  const [fileSystem, ...others] = FileSystems;
  if (fileSystem === undefined || others.length > 0)
    throw new Error(`${FileSystems.length} file systems, expected one`);
  return { fileSystem, volumes: Volumes };
}
