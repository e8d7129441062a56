/** Listings in small pages: no service promises to give as much as it is asked for, so callers must read on. */
import { FsxbenchError } from '../../shapes/errors';
import { RESOURCES, serviceOf, STORAGE_KINDS, type StorageFacts, type StorageService } from '../../shapes/resources';
import type { Service } from './service';

/** How each storage service limits its pages. */
const LIMITS: Readonly<Record<StorageService, string>> = {
  cloudwatch: 'MaxRecords',
  efs: 'MaxItems',
  fsx: 'MaxResults',
  secretsmanager: 'MaxResults',
};

/** The member that limits a page, and the least that the service lets be asked for. Sources stand at the actions. */
const LISTINGS: Readonly<Record<string, Readonly<Record<string, readonly [member: string, least: number]>>>> = {
  ec2: {
    DescribeImages: ['MaxResults', 1],
    DescribeInstances: ['MaxResults', 5],
    DescribeInstanceTypeOfferings: ['MaxResults', 5],
    DescribeLaunchTemplates: ['MaxResults', 1],
    DescribeVolumes: ['MaxResults', 5],
  },
  ...listingsOfStorage(),
  s3: { ListObjectsV2: ['MaxKeys', 1] },
  ssm: { DescribeInstanceInformation: ['MaxResults', 5], ListCommandInvocations: ['MaxResults', 1] },
  sfn: { ListExecutions: ['maxResults', 1], ListMapRuns: ['maxResults', 1] },
};

function listingsOfStorage(): Record<string, Record<string, readonly [string, number]>> {
  const listings: Record<string, Record<string, readonly [string, number]>> = {};
  for (const kind of STORAGE_KINDS) {
    const service = serviceOf(kind);
    const { list, describe }: StorageFacts = RESOURCES[kind];
    listings[service] = { ...listings[service], [list ?? describe]: [LIMITS[service], 1] };
  }
  return listings;
}

/**
 * The services, whose listings give pages of at most `items`, or of the least that can be asked for.
 * What callers ask for is recorded as they asked for it.
 */
export function withSmallPages(
  services: Readonly<Record<string, Service>>,
  items: number,
): Readonly<Record<string, Service>> {
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => {
      const limited = Object.entries(LISTINGS[name] ?? {}).map(([action, [member, least]]) => {
        const run = service[action];
        if (run === undefined)
          throw new FsxbenchError('Unexpected', `the twin models every listing of ${name}, but not ${action}`);
        const most = Math.max(items, least);
        const small: Service[string] = (input, caller) => run(limit(input, member, most), caller);
        return [action, small] as const;
      });
      return [name, { ...service, ...Object.fromEntries(limited) }];
    }),
  );
}

/** What is asked for by ids comes whole, and EC2 refuses a limit beside ids. */
function limit(input: never, member: string, most: number): never {
  const given = input as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((name) => name.endsWith('Ids'))) return input;
  return { ...given, [member]: Math.min(Number(given[member] ?? most), most) } as never;
}
