/** Whether the network of the deployment has all that requests refer to: said at admission, before all creates. */
import { FsxbenchError } from '../../shapes/errors';
import type { Plan } from '../../shapes/plan';
import type { Context } from '../context';

/** Every `@network.<name>` in what a plan will send, wherever it stands. */
const REFERENCE = /"@network\.([A-Za-z0-9]+)"/g;

/** What each is, and the setting of a network of one's own choice that gives it. */
const MEANS: Readonly<Record<string, string>> = {
  subnetId2: 'a subnet in a second zone (`secondSubnetId`)',
  routeTableId: "the route table of the hosts' subnet (`routeTableId`)",
  zone: 'the zone of its subnet (`availabilityZone`), which storage in one zone is told',
  endpointRange: 'addresses that no subnet has (`endpointRange`)',
};

/**
 * Does nothing where hosts are processes of this machine.
 * @throws FsxbenchError `NetworkLacks` that names all that is missing, and the settings that would give it
 */
export function refuseWhatNetworkLacks({ rigs }: Pick<Plan, 'rigs'>, { config }: Context): void {
  if (config.local) return;
  const asked = new Set([...JSON.stringify(rigs).matchAll(REFERENCE)].map(([, name = '']) => name));
  const lacking = [...asked].filter((name) => config.network[name] === undefined);
  if (lacking.length === 0) return;
  throw new FsxbenchError(
    'NetworkLacks',
    [
      'the network of this deployment does not have:',
      ...lacking.map((name) => `  ${MEANS[name] ?? name}`),
      ...(lacking.every((name) => name === 'zone')
        ? ['Deploy with this setting, or take a target that does not need it.']
        : [
            'A target in two zones needs it. Deploy with these settings where the network is yours, or with ' +
              '`secondAvailabilityZone` where it is its own and `availabilityZone` is set; or take a target in one ' +
              'zone.',
          ]),
    ].join('\n'),
    { facts: { lacking } },
  );
}
