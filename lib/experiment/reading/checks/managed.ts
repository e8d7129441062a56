/** Roles of managed hosts: what may stand beside `managed`, how many there may be, and what they can measure. */
import { MOST_MANAGED } from '../../../shapes/managed';
import { errorAt, type Path, type Problem } from '../../../shapes/problem';
import type { Role } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Mapping } from '../../language/mapping';
import { listed } from '../../../shapes/suggest';

type Fleet = Readonly<Record<string, Mapping>>;

const SEND = 'https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html';

/** A role at some levels; paths are from its entry. */
export function checkManagedRole({ managed, count, instanceType, image, placement }: Omit<Role, 'mount'>): Problem[] {
  if (managed === undefined) return [];
  const own = { instanceType, image, placement };
  const beside = Object.entries(own).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  const message = (key: string): string =>
    `\`${key}\` stands beside \`managed\`, whose hosts exist already: it says what hosts to make; take one of them out`;
  return [
    ...beside.map((key) => errorAt('Contradiction', [key], message(key))),
    ...(count > MOST_MANAGED ? [tooMany(['count'], `${count} managed hosts`)] : []),
  ];
}

/** All roles together. @param targets of known kinds, as they are on managed hosts */
export function checkManagedFleet(
  fleet: Fleet,
  targets: readonly { readonly name: string; readonly target: Target }[],
): Problem[] {
  const managed = Object.keys(fleet).filter((role) => fleet[role]?.['managed'] !== undefined);
  if (managed.length === 0) return [];
  return [...checkMade(fleet, managed), ...checkSum(fleet, managed), ...checkTargets(targets)];
}

/** Hosts of one rig are commanded by their tags or by their ids. */
function checkMade(fleet: Fleet, managed: readonly string[]): Problem[] {
  const [made] = Object.keys(fleet).filter((role) => !managed.includes(role));
  if (made === undefined) return [];
  const message =
    `\`${made}\` is to be made and ${listed(managed)} ${managed.length === 1 ? 'exists' : 'exist'} already: this ` +
    'version has all hosts of an experiment managed, or none; write `managed` here too';
  return [errorAt('MixedFleet', ['fleet', made], message)];
}

function checkSum(fleet: Fleet, managed: readonly string[]): Problem[] {
  const counts = managed.map((role) => fleet[role]?.['count'] ?? 1);
  const sum = counts.reduce<number>((all, count) => all + (typeof count === 'number' ? count : 1), 0);
  // Of one alone it is said there.
  if (sum <= MOST_MANAGED || managed.length === 1) return [];
  return [tooMany(['fleet'], `${sum} managed hosts of ${listed(managed)} together`)];
}

function tooMany(path: Path, found: string): Problem {
  const message = `found ${found}; allowed: at most ${MOST_MANAGED}, as one command names so many ids (${SEND})`;
  return errorAt('OutOfRange', path, message);
}

/** What is made in AWS lets in only hosts that were made with it. */
function checkTargets(targets: readonly { readonly name: string; readonly target: Target }[]): Problem[] {
  return targets
    .filter(({ target }) => target.foreign === undefined)
    .map(({ name, target }) => {
      const message =
        `\`${target.kind}\` is made in the network of the deployment, and lets in hosts that are made there; on ` +
        'managed hosts: directory, external-nfs, external-ceph';
      return errorAt('NotOnManaged', ['targets', name, 'kind'], message);
    });
}
