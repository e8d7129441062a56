/** Fixtures of `kafka`: its bundle with Java, and the servers, which stay for all trials with the same settings. */
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import { BUNDLES } from '../../shapes/tool-bundles';
import type { TargetContext } from '../contract';
import { bindToTarget, renderScript } from '../shell';
import { createPackageFixture } from '../tool';
import { SHELL_SCRIPTS } from '../tools/script-steps';
import { KAFKA_ROLES, type KafkaParams } from './schema';

/** Seconds to install Java and to compile the load program. Assumed. */
const TOOL_SECONDS = 45;
/** Seconds until a server answers: 11 were measured on two CPUs. Recovery of logs may take minutes. */
const READY_SECONDS = { expected: 20, most: 600 };
/** A controller waits 20 s for its brokers; each server has 30 s to end. */
const DOWN_SECONDS = 120;

/** Roles with a server: brokers, and controllers if the fleet has them. Else brokers are their own controllers. */
export function listServerRoles(fleet: readonly string[]): readonly string[] {
  return [KAFKA_ROLES.broker, KAFKA_ROLES.controller].filter((role) => fleet.includes(role));
}

/** Role whose hosts are the controllers. */
export function getControllerRole(fleet: readonly string[]): string {
  return fleet.includes(KAFKA_ROLES.controller) ? KAFKA_ROLES.controller : KAFKA_ROLES.broker;
}

export function listFixtures(params: KafkaParams, place: TargetContext<KafkaParams>): readonly Fixture[] {
  const { fleet, files } = place;
  const roles = Object.values(KAFKA_ROLES).filter((role) => fleet.includes(role));
  const parts = ['cluster.sh', 'Load.java', 'Clients.java', 'Report.java', 'install.sh'];
  const tool = createPackageFixture(
    'kafka',
    roles,
    {
      seconds: TOOL_SECONDS,
      files: ['shell/remove.sh', 'shell/bundle.sh', ...parts],
      variables: { KAFKA_VERSION: params.version, BUNDLE_GET: BUNDLES.kafka.get },
    },
    files,
  );
  return [tool, ...listServerRoles(fleet).map((role) => createServerFixture(role, params, place))];
}

/**
 * The key covers the target instance and its mounts: a server that still wrote to another instance would be measured in
 * place of this one.
 */
function createServerFixture(role: string, params: KafkaParams, place: TargetContext<KafkaParams>): Fixture {
  const { copy, fleet, mounts, stored, cells, files } = place;
  const below = mounts.filter(({ roles }) => roles.includes(role));
  const variables = {
    KAFKA_SERVER: role,
    KAFKA_SYNC: params.driver === 'sync' ? '1' : '',
    KAFKA_RF: String(params.replicationFactor),
    KAFKA_MESSAGE_BYTES: String(Math.max(params.messageSize, ...cells.map(({ messageSize }) => messageSize))),
    KAFKA_CONTROLLERS: getControllerRole(fleet),
    KAFKA_CLUSTER: [params.version, params.driver, params.replicationFactor, copy].join(' '),
  };
  const render = (name: string, comment: string): string =>
    bindToTarget(
      renderScript(
        {
          comment: [comment],
          variables,
          files: [...SHELL_SCRIPTS, 'fixtures/lasting.sh', 'cluster.sh', 'server.sh', `${name}.sh`],
        },
        files,
      ),
      copy,
    );
  const up = render('service', 'Runs a Kafka server.');
  const ready = render('ready', 'Succeeds once the server takes part in its cluster.');
  return {
    slot: 'service/kafka',
    key: makeFixtureKey([up, ready, stored, params.version, below.map(({ slot, key }) => [slot, key])]),
    roles: [role],
    needs: ['tool/kafka', ...below.map(({ slot }) => slot)],
    up,
    down: render('down', 'Ends the Kafka server, and removes its data.'),
    expectedSeconds: READY_SECONDS.expected,
    timeoutSeconds: READY_SECONDS.most,
    downSeconds: DOWN_SECONDS,
    lasting: { ready, readySeconds: READY_SECONDS.most },
  };
}
