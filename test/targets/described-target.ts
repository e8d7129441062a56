/** Round trip: the resources of a target, created in the simulated account and read back from their descriptions. */
import type { DescribeFileSystemsCommandOutput as EfsFileSystems } from '@aws-sdk/client-efs';
import type { DescribeFileSystemsCommandOutput, DescribeVolumesCommandOutput } from '@aws-sdk/client-fsx';
import type { Context } from '../../lib/aws/context';
import { callStorage } from '../../lib/aws/storage/call-storage';
import { makeBucketName } from '../../lib/shapes/bucket-name';
import {
  toAction,
  findCreatedKind,
  getCallKind,
  RESOURCES,
  getService,
  type StorageFacts,
} from '../../lib/shapes/resources';
import { type Outputs, resolveReferences } from '../../lib/shapes/requests';
import { LOCAL_ACCOUNT } from '../../lib/twin/cloud/account';
import type { FoundTarget, Target } from '../../lib/targets/contract';
import { BUCKET, CALLER, makeServices, RIG_TAGS, tagList, type Services } from '../twin/cloud/services';

const NETWORK = {
  subnetId: 'subnet-00000000000000000',
  storageSecurityGroupId: 'sg-00000000000000000',
  zone: `${LOCAL_ACCOUNT.region}a`,
  subnetId2: 'subnet-00000000000000002',
  routeTableId: 'rtb-00000000000000000',
  endpointRange: '10.0.255.192/26',
};
/** Longer than any creation, change or cool-down. */
const LONG = 7 * 3_600_000;

/** Sends all creates of a target in order, each after the one before is done, and reads the result back. */
export async function createAndDescribe<C>(target: Pick<Target<C>, 'resources'>, config: C): Promise<FoundTarget> {
  const services = makeServices();
  await createResources(services, target, config);
  return describeTarget(services);
}

/** The same, after a change in place. @throws Error where there is none */
export async function changeAndDescribe<C>(
  target: Pick<Target<C>, 'resources' | 'change'>,
  from: C,
  to: C,
): Promise<FoundTarget> {
  const services = makeServices();
  const made = await createResources(services, target, from);
  const change = target.change(from, to);
  if (change.kind !== 'inPlace') throw new Error(change.why);
  for (const { call, input } of change.requests) {
    const tags = toAction(call).startsWith('Create') ? { Tags: tagList(RIG_TAGS) } : {};
    await services.call(getService(getCallKind(call)), toAction(call), {
      ...(resolveReferences(input, made) as object),
      ...tags,
    });
    await services.pass(LONG);
  }
  return describeTarget(services);
}

async function createResources<C>(
  services: Services,
  target: Pick<Target<C>, 'resources'>,
  config: C,
): Promise<Outputs> {
  const context = {
    aws: services.account.calls(CALLER),
    config: { network: NETWORK, bucket: BUCKET },
    log: { warn: () => {} },
  } as unknown as Context;
  let made: Outputs = {};
  const requests = target.resources?.requests(config, { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' }) ?? [];
  for (const { id, call, input } of requests) {
    const kind = findCreatedKind(call);
    const { tokens, tags, name }: StorageFacts = RESOURCES[kind ?? 's3files:mount-target'];
    const own = {
      ...(tags === 'own' ? { Tags: tagList(RIG_TAGS) } : {}),
      // Long enough for every service.
      ...(tokens.create === null ? {} : { [tokens.create]: `token-${id}`.padEnd(32, '-') }),
      ...(name === undefined
        ? {}
        : { [name]: kind === 's3:bucket' ? makeBucketName('bench', id) : `fsxbench/bench/${id}` }),
    };
    const asked = await callStorage({ call, input: { ...input, ...own }, made, fenceKey: 'fences/e1.json' }, context);
    await services.pass(LONG);
    const { state, values } = await callStorage({ look: asked.id, pauseSeconds: 0 }, context);
    if (state !== 'ready') throw new Error(`${call} of ${id} came to ${state}`);
    made = { ...made, [id]: values };
  }
  return made;
}

/** The file system: that of EFS where FSx has none. */
async function describeTarget(services: Services): Promise<FoundTarget> {
  const { FileSystems = [] } = await services.call<DescribeFileSystemsCommandOutput>('fsx', 'DescribeFileSystems');
  const { Volumes = [] } = await services.call<DescribeVolumesCommandOutput>('fsx', 'DescribeVolumes');
  const elastic = await services.call<EfsFileSystems>('efs', 'DescribeFileSystems');
  const [fileSystem, ...others] = [...FileSystems, ...(elastic.FileSystems ?? [])];
  if (fileSystem === undefined || others.length > 0)
    throw new Error(`expected one file system, there are ${fileSystem === undefined ? 0 : others.length + 1}`);
  return { fileSystem, volumes: Volumes };
}
