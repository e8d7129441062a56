/** Chooses the deployment's zone that offers all instance types of a plan, before anything is created. */
import type { DescribeInstanceTypeOfferingsCommandOutput } from '@aws-sdk/client-ec2';
import { FsxbenchError, makeRefusal } from '../../shapes/errors';
import type { SecondZone } from '../../experiment/plan/objects';
import type { Plan } from '../../shapes/plan';
import type { Config, Context } from '../context';
import { readNextPages } from '../pages';

type PlanRoles = { readonly rigs: readonly { readonly roles: Plan['rigs'][number]['roles'] }[] };

/**
 * Chooses the zone that offers all host types: the deployment's first zone (null), else its second. Does nothing if the
 * zone is unknown, or hosts are local. A failed lookup is logged and refuses nothing: EC2 will refuse the launch. FSx
 * has no such listing: its create call fails in a zone without the file system type.
 * @throws FsxbenchError `ZoneLacksTypes` with every missing type, the roles that need it, and the zones that offer all
 */
export async function chooseZone(plan: PlanRoles, context: Context): Promise<SecondZone | null> {
  const { local, network } = context.config;
  const { zone, zone2, subnetId2 } = network;
  const wanted = groupRolesByType(plan);
  if (local || zone === undefined || wanted.size === 0) return null;
  const zones = await findTypesByZone([...wanted.keys()], context);
  if (zones === null) return null;
  const lacks = (one: string): string[] => [...wanted.keys()].filter((type) => zones.get(one)?.has(type) !== true);
  const lacking = lacks(zone);
  if (lacking.length === 0) return null;
  const second = zone2 === undefined || subnetId2 === undefined ? null : { zone: zone2, subnetId: subnetId2 };
  if (second !== null && lacks(second.zone).length === 0) {
    context.log.info('using the second zone: the first one lacks instance types', { zone, lacking, taken: zone2 });
    return second;
  }
  const tried = second === null ? [zone] : [zone, second.zone];
  throw new FsxbenchError('ZoneLacksTypes', formatRefusal(wanted, zones, tried, lacks), {
    facts: { zone, lacking, others: listZonesWithAll(wanted, zones) },
  });
}

type RolesByType = ReadonlyMap<string, ReadonlySet<string>>;
type TypesByZone = ReadonlyMap<string, ReadonlySet<string>>;

function listZonesWithAll(wanted: RolesByType, zones: TypesByZone): string[] {
  return [...zones].filter(([, types]) => types.size === wanted.size).map(([name]) => name);
}

function formatRefusal(
  wanted: RolesByType,
  zones: TypesByZone,
  tried: readonly string[],
  lacks: (zone: string) => string[],
): string {
  const others = listZonesWithAll(wanted, zones);
  return [
    ...tried.flatMap((zone) => [
      `the zone ${zone} of this deployment does not offer these instance types:`,
      ...lacks(zone).map(
        (type) => `  ${type}, needed by ${[...(wanted.get(type) ?? [])].map((role) => `fleet.${role}`).join(', ')}`,
      ),
    ]),
    ...(others.length === 0
      ? [...wanted.keys()].map((type) => `  ${type} is offered in ${formatZones(type, zones)}`)
      : []),
    others.length === 0
      ? 'No zone of this Region offers all instance types of this experiment: choose other types.'
      : `Zones that offer all types of this experiment: ${others.toSorted().join(', ')}. Deploy into one of them ` +
        'while nothing runs (`-c availabilityZone=…`; in your own network: a subnet there), or choose other types.',
  ].join('\n');
}

function formatZones(type: string, zones: ReadonlyMap<string, ReadonlySet<string>>): string {
  const names = [...zones].filter(([, types]) => types.has(type)).map(([name]) => name);
  return names.length === 0 ? 'no zone of this Region' : names.toSorted().join(', ');
}

/** Instance types with the roles that need them, both in plan order. */
function groupRolesByType(plan: PlanRoles): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new Map<string, Set<string>>();
  for (const { role, instanceType, managed } of plan.rigs.flatMap(({ roles }) => roles)) {
    if (managed !== undefined) continue;
    types.set(instanceType, (types.get(instanceType) ?? new Set()).add(role));
  }
  return types;
}

/** Finds which of these types each zone of the Region offers; null if the lookup fails. */
async function findTypesByZone(
  types: readonly string[],
  { aws, log }: Context,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  try {
    const pages = await readNextPages<Omit<DescribeInstanceTypeOfferingsCommandOutput, '$metadata'>>((next) =>
      aws.ec2.describeInstanceTypeOfferings({
        LocationType: 'availability-zone',
        Filters: [{ Name: 'instance-type', Values: [...types] }],
        ...next,
      }),
    );
    const zones = new Map<string, Set<string>>();
    for (const { Location, InstanceType } of pages.flatMap(
      ({ InstanceTypeOfferings }) => InstanceTypeOfferings ?? [],
    )) {
      if (Location === undefined || InstanceType === undefined) continue;
      zones.set(Location, (zones.get(Location) ?? new Set()).add(InstanceType));
    }
    return zones;
  } catch (cause) {
    log.warn('instance types of the zone could not be read; the launch fails if the zone lacks one', {
      types,
      cause: String(cause),
    });
    return null;
  }
}

/** Every `@network.<name>` in the plan's requests. */
const REFERENCE = /"@network\.([A-Za-z0-9]+)"/g;

/** Meaning of each name, and the setting that provides it in your own network. */
const MEANINGS: Readonly<Record<string, string>> = {
  subnetId2: 'a subnet in a second zone (`secondSubnetId`)',
  routeTableId: "the route table of the hosts' subnet (`routeTableId`)",
  zone: 'the zone of its subnet (`availabilityZone`), which storage in one zone needs',
  endpointRange: 'addresses outside all subnets (`endpointRange`)',
};

/** @throws FsxbenchError `NetworkUnsupported` with all missing parts and their settings; never for local hosts */
export function refuseNetworkGaps(
  { rigs }: Pick<Plan, 'rigs'>,
  { config }: { readonly config: Pick<Config, 'local' | 'network'> },
): void {
  if (config.local) return;
  const names = new Set([...JSON.stringify(rigs).matchAll(REFERENCE)].map(([, name = '']) => name));
  const lacking = [...names].filter((name) => config.network[name] === undefined);
  if (lacking.length === 0) return;
  const advice = lacking.every((name) => name === 'zone')
    ? 'Deploy with this setting, or choose a target that does not need it.'
    : 'Targets in two zones need it. Deploy with these settings in your own network. In the network of the stack, ' +
      'set `secondAvailabilityZone` and `availabilityZone`. Or choose a target in one zone.';
  const lines = lacking.map((name) => MEANINGS[name] ?? name);
  throw makeRefusal('NetworkUnsupported', 'the network of this deployment lacks:', lines, advice, { lacking });
}
