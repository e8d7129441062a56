/** How EC2 hosts reach the Prometheus server of external storage. */
import { errorAt, type Problem } from '../../shapes/problem';
import { parseServer, type SecretServers } from '../../shapes/secret-servers';
import { checkAddress, SERVER_RULE } from '../external-storage';
import type { ServerPorts } from '../contract';
import type { TelemetrySettings } from './setting';

/** Deployments allow egress to this port at any address, for packages and AWS calls. */
const TLS_PORT = 443;

/** Whether another machine can have the address; for `Target.check`. */
export function checkEndpoint(settings: TelemetrySettings | undefined): readonly Problem[] {
  if (settings === undefined) return [];
  const { hostname, protocol } = new URL(settings.prometheus);
  const path = ['telemetry', 'prometheus'];
  if (settings.secret !== undefined && protocol !== 'https:') {
    const message = 'without https, the network could read the token of `secret`. Write an address with https';
    return [errorAt('Contradiction', path, message)];
  }
  if (parseServer(settings.prometheus) === null)
    return [errorAt('BadValue', path, `found ${settings.prometheus}; allowed: ${SERVER_RULE}`)];
  return checkAddress(hostname, path);
}

/** The secret with the token of the server, for `ExternalNeeds.secrets`. */
export function listSecrets(settings: TelemetrySettings | undefined): readonly SecretServers[] {
  if (settings?.secret === undefined) return [];
  const { secret, prometheus } = settings;
  return [{ secret, servers: [parseServer(prometheus)?.server ?? prometheus] }];
}

/** Required egress, for `ExternalNeeds.reaches`; empty for allowed ports. */
export function listPrometheusEgress(settings: TelemetrySettings | undefined): readonly ServerPorts[] {
  if (settings === undefined) return [];
  const { hostname, port, protocol } = new URL(settings.prometheus);
  const usual = protocol === 'https:' ? TLS_PORT : 80;
  const number = port === '' ? usual : Number(port);
  return number === TLS_PORT ? [] : [{ address: hostname, ports: [number] }];
}
