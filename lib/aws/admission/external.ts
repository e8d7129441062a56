/** Whether hosts of the deployment reach stores of others, and may read their secrets: said before all creates. */
import { FsxbenchError } from '../../shapes/errors';
import { type ForeignUse, type Ports, spanOf } from '../../shapes/foreign';
import type { Plan } from '../../shapes/plan';
import type { Config, Context } from '../context';
import { isOfHere, placeText } from './of-here';

type Asking = { readonly rigs: readonly { readonly copies: Plan['rigs'][number]['copies'] }[] };
type Way = NonNullable<Config['external']>[number];

/**
 * An address must be within a range that is open for its port. Of a name nobody knows here which address it has, and
 * the security group knows no names: some range must be open for its port, and hosts will tell.
 * Does nothing where the deployment is not known: on this machine, and in rehearsals.
 * @throws FsxbenchError `NotLetOut` that names every server and secret that is missing, and the settings
 */
export function refuseWhatIsOutside({ rigs }: Asking, { config, log }: Context): void {
  const uses = rigs.flatMap(({ copies }) => copies.flatMap(({ foreign }) => foreign ?? []));
  const lacking = [...new Set([...unreached(uses, config, log), ...unread(uses, config)])];
  const elsewhere = [...new Set(ofOtherPlaces(uses, config))];
  if (elsewhere.length > 0) throw otherPlace(elsewhere, placeText(config.machineArns.experiment));
  if (lacking.length === 0) return;
  throw new FsxbenchError(
    'NotLetOut',
    [
      'hosts of this deployment may not do what these targets need:',
      ...lacking.map((line) => `  ${line}`),
      'Deploy the bench stack with these added to its settings `external` and `secrets` (docs/deploy.md).',
    ].join('\n'),
    { facts: { lacking } },
  );
}

function unreached(uses: readonly ForeignUse[], { external }: Config, log: Context['log']): string[] {
  if (external === undefined) return [];
  return uses
    .flatMap(({ reaches }) => reaches)
    .flatMap(({ address, ports }) => {
      const number = numberOf(address);
      const missing = ports.filter((port) => !external.some((way) => opens(way, port, number)));
      if (number === null && missing.length === 0)
        log.warn('whether hosts reach a server by its name shows when they mount it', { address });
      return missing.length === 0 ? [] : [`reach ${address} at TCP ${missing.join(', ')}`];
    });
}

function unread(uses: readonly ForeignUse[], { secrets }: Config): string[] {
  if (secrets === undefined) return [];
  return uses.flatMap((use) => use.secrets.filter((arn) => !secrets.includes(arn))).map((arn) => `read ${arn}`);
}

function ofOtherPlaces(uses: readonly ForeignUse[], { secrets, machineArns }: Config): string[] {
  if (secrets === undefined) return [];
  return uses.flatMap((use) => use.secrets.filter((arn) => !isOfHere(arn, machineArns.experiment)));
}

/**
 * Naming it in the settings would not help. Its endpoint, and the key that encrypts it, are of its Region; and what is
 * of another account is let out by that account's own policies, of the secret and of a key that it manages itself.
 */
function otherPlace(elsewhere: readonly string[], here: string): FsxbenchError {
  return new FsxbenchError(
    'NotLetOut',
    [
      `secrets of these targets are of another Region or account than this deployment, which is in ${here}:`,
      ...elsewhere.map((arn) => `  ${arn} is of ${placeText(arn)}`),
      'Make them there, or replicate those of another Region, and name those ARNs (docs/deploy.md).',
    ].join('\n'),
    { facts: { lacking: elsewhere } },
  );
}

/** @param address as a number; null for a name */
function opens({ cidr, ports }: Way, port: Ports, address: number | null): boolean {
  const { from, to } = spanOf(port);
  if (!ports.map(spanOf).some((open) => open.from <= from && to <= open.to)) return false;
  if (address === null) return true;
  const [base = '', bits = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor((numberOf(base) ?? -1) / size);
}

/** Null for what is no IPv4 address. */
function numberOf(address: string): number | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  return parts === undefined ? null : parts.reduce((sum, part) => 256 * sum + part, 0);
}
