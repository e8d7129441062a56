/** The cluster that Kafka workloads measure: its roles, its services, and what they need on their hosts. */
import type { Place, WorkloadRole, WorkloadService } from '../contract';
import type { FixtureSketch } from '../sketch';

export const WORKER = 'worker';
const BROKER = 'broker';
const CONTROLLER = 'controller';

/** Seconds until packages are there, until a broker answers, and until that is given up. Assumed. */
const TOOL_SECONDS = 45;
const READY = { expected: 30, least: 600 };
const INSTALL_SECONDS = 1800;

/** Those who load measure; without controllers the brokers are their own. */
export function roles(fleet: readonly string[]): readonly WorkloadRole[] {
  return [
    { role: WORKER, mounts: false, measures: true },
    { role: BROKER, mounts: true, measures: false },
    ...(fleet.includes(CONTROLLER) ? [{ role: CONTROLLER, mounts: false, measures: false }] : []),
  ];
}

/** What an event may kill. */
export function services(fleet: readonly string[]): readonly WorkloadService[] {
  return [
    { role: BROKER, service: 'kafka' },
    ...(fleet.includes(CONTROLLER) ? [{ role: CONTROLLER, service: 'kafka' }] : []),
    { role: WORKER, service: 'load' },
  ];
}

/**
 * Kafka, its load and their services.
 * @param brokers what makes brokers what they are: others are another service
 */
export function fixtures(
  { kafka, brokers, load }: { readonly kafka: string; readonly brokers: unknown; readonly load: string },
  { fleet, mounts }: Pick<Place, 'fleet' | 'mounts'>,
): readonly FixtureSketch[] {
  const servers = roles(fleet).flatMap(({ role }) => (role === WORKER ? [] : [role]));
  const tool = (name: string, on: readonly string[]): FixtureSketch => ({
    slot: `tool/${name}`,
    what: { name, kafka },
    roles: on,
    needs: [],
    expectedSeconds: TOOL_SECONDS,
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  });
  const service = (name: string, what: unknown, on: readonly string[], needs: readonly string[]): FixtureSketch => ({
    slot: `service/${name}`,
    what,
    roles: on,
    needs,
    expectedSeconds: READY.expected,
    timeoutSeconds: READY.least,
    lasting: { readySeconds: READY.least },
  });
  const below = mounts.filter((one) => one.roles.includes(BROKER)).map(({ slot }) => slot);
  return [
    tool('kafka', [...servers, WORKER]),
    ...(load === 'kafka' ? [] : [tool(load, [WORKER])]),
    ...servers.map((role) =>
      service('kafka', { kafka, brokers, servers, role }, [role], ['tool/kafka', ...(role === BROKER ? below : [])]),
    ),
    service('load', { kafka, load }, [WORKER], [`tool/${load}`]),
  ];
}
