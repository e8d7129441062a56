/** How EC2 hosts reach the Prometheus server of external storage. */
import { errorAt, type Problem } from '../../shapes/problem';
import { checkAddress } from '../external-storage';
import type { ServerPorts } from '../contract';
import type { TelemetrySettings } from './setting';

/** Deployments allow egress to this port at any address, for packages and AWS calls. */
const TLS_PORT = 443;

/** Whether another machine can have the address; for `Target.check`. */
export function checkEndpoint(settings: TelemetrySettings | undefined): readonly Problem[] {
  if (settings === undefined) return [];
  const { hostname, protocol } = new URL(settings.prometheus);
  if (settings.secret !== undefined && protocol !== 'https:') {
    const message = 'without https, the network could read the token of `secret`. Write an address with https';
    return [errorAt('Contradiction', ['telemetry', 'prometheus'], message)];
  }
  if (hostname.startsWith('[')) {
    const message = `found ${hostname}; allowed: a name or an IPv4 address; deployments support only these`;
    return [errorAt('BadValue', ['telemetry', 'prometheus'], message)];
  }
  return checkAddress(hostname, ['telemetry', 'prometheus']);
}

/** The secret with the token of the server, for `ExternalNeeds.secrets`. */
export function listSecrets(settings: TelemetrySettings | undefined): readonly string[] {
  return settings?.secret === undefined ? [] : [settings.secret];
}

/** Required egress, for `ExternalNeeds.reaches`; empty for allowed ports. */
export function listPrometheusEgress(settings: TelemetrySettings | undefined): readonly ServerPorts[] {
  if (settings === undefined) return [];
  const { hostname, port, protocol } = new URL(settings.prometheus);
  const usual = protocol === 'https:' ? TLS_PORT : 80;
  const number = port === '' ? usual : Number(port);
  return number === TLS_PORT ? [] : [{ address: hostname, ports: [number] }];
}
