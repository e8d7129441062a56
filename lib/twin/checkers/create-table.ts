/** Calls that bring something into being: where their tags and their token stand. */

/** How a create call is made safe to repeat and findable from birth. */
export interface Create {
  /** Argument that makes a repeated call the same call; null where the service has none and a name takes its place. */
  readonly token: string | null;
  /**
   * Paths of all lists of tags; `*` is every member of a list. Empty for what exists only as the child of a tagged
   * parent.
   */
  readonly tags: readonly (readonly string[])[];
  /** Values of ResourceType that have to be among the TagSpecifications at a path. */
  readonly resourceTypes: Readonly<Record<string, readonly string[]>>;
}

const SPECIFICATIONS = ['TagSpecifications', '*', 'Tags'];
const LAUNCH_DATA = 'LaunchTemplateData/TagSpecifications';

/** An EC2 call: tags in TagSpecifications, for one type of resource. */
function ec2(resourceType: string, token: string | null = 'ClientToken'): Create {
  return { token, tags: [SPECIFICATIONS], resourceTypes: { TagSpecifications: [resourceType] } };
}

/** A call with a plain list of tags. */
function plain(token: string | null, tags = 'Tags'): Create {
  return { token, tags: [[tags]], resourceTypes: {} };
}

/**
 * By action, as in `Resource`. Sources: the API references of the services (Request Parameters of each action); of a
 * launch template: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RequestLaunchTemplateData.html
 */
export const CREATES: Readonly<Record<string, Create>> = {
  'cloudwatch:putMetricAlarm': plain(null),
  'ec2:createFleet': ec2('fleet'),
  'ec2:createLaunchTemplate': {
    token: 'ClientToken',
    tags: [SPECIFICATIONS, ['LaunchTemplateData', ...SPECIFICATIONS]],
    resourceTypes: {
      TagSpecifications: ['launch-template'],
      [LAUNCH_DATA]: ['instance', 'volume', 'network-interface'],
    },
  },
  'ec2:createVolume': ec2('volume'),
  'ec2:createNetworkInterface': ec2('network-interface'),
  'ec2:createPlacementGroup': ec2('placement-group', null),
  'ec2:createSecurityGroup': ec2('security-group', null),
  'ec2:createSnapshot': ec2('snapshot', null),
  'efs:createFileSystem': plain('CreationToken'),
  'efs:createAccessPoint': plain('ClientToken'),
  'efs:createMountTarget': { token: null, tags: [], resourceTypes: {} },
  'fsx:createBackup': plain('ClientRequestToken'),
  'fsx:createDataRepositoryAssociation': plain('ClientRequestToken'),
  'fsx:createFileSystem': plain('ClientRequestToken'),
  'fsx:createSnapshot': plain('ClientRequestToken'),
  'fsx:createStorageVirtualMachine': plain('ClientRequestToken'),
  'fsx:createVolume': plain('ClientRequestToken'),
  'secretsmanager:createSecret': plain('ClientRequestToken'),
};

/** Actions whose name says that they make something that costs or stays. */
export const LOOKS_LIKE_CREATE = /^[a-z0-9]+:(create|allocate|copy|request|restore|run|import|register)[A-Z]/;
