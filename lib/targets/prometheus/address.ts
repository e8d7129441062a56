/** How hosts of EC2 reach the Prometheus of a store that others own. */
import { errorAt, type Problem } from '../../shapes/problem';
import { checkAddress } from '../external-storage';
import type { ServerPorts } from '../contract';
import type { TelemetrySettings } from './setting';

/** Hosts are let out to every address by it: packages and AWS itself are there. */
const TLS = 443;

/** Whether another machine can have the address; for `Target.check`. */
export function checkEndpoint(settings: TelemetrySettings | undefined): readonly Problem[] {
  if (settings === undefined) return [];
  const { hostname, protocol } = new URL(settings.prometheus);
  if (settings.secret !== undefined && protocol !== 'https:') {
    const message = 'everybody on the way could read the token of `secret`: write an address with https';
    return [errorAt('Contradiction', ['telemetry', 'prometheus'], message)];
  }
  if (hostname.startsWith('[')) {
    const message = `found ${hostname}; allowed: a name, or an address of IPv4: networks of deployments have no other`;
    return [errorAt('BadValue', ['telemetry', 'prometheus'], message)];
  }
  return checkAddress(hostname, ['telemetry', 'prometheus']);
}

/** The secret that hosts read for it, for `Foreign.secrets`. */
export function listSecrets(settings: TelemetrySettings | undefined): readonly string[] {
  return settings?.secret === undefined ? [] : [settings.secret];
}

/** Where hosts must be let out to, for `Foreign.reaches`; nothing where they are in any case. */
export function listServers(settings: TelemetrySettings | undefined): readonly ServerPorts[] {
  if (settings === undefined) return [];
  const { hostname, port, protocol } = new URL(settings.prometheus);
  const usual = protocol === 'https:' ? TLS : 80;
  const number = port === '' ? usual : Number(port);
  return number === TLS ? [] : [{ address: hostname, ports: [number] }];
}
