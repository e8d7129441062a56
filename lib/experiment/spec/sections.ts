/**
 * Sections that map names to entries: targets, workloads, fleet. Shapes only; what a kind understands is checked later.
 */
import type { Path, Problem } from '../../shapes/problem';
import type { Kinds } from '../kinds';
import { show, typeOf } from './show-value';
import { NAME } from './schema';
import type { Entry } from '../../shapes/spec';
import { allowedNames, listed } from './suggest';

export type Mapping = Readonly<Record<string, unknown>>;

/** Entries of which at least the shape is right. */
export interface Sections {
  readonly targets: Readonly<Record<string, Entry>>;
  readonly workloads: Readonly<Record<string, Entry>>;
  readonly fleet: Readonly<Record<string, Mapping>>;
  readonly problems: readonly Problem[];
}

/** Longest role name: with executionId and rig it must fit into the 128 characters of a launch template's name. */
const ROLE = /^[A-Za-z][A-Za-z0-9_-]{0,19}$/;

/** Reads the three sections; entries with a wrong shape are left out. */
export function readSections(raw: Mapping, kinds: Kinds): Sections {
  const problems: Problem[] = [];
  const targets = readEntries(raw, 'targets', 'disk: { kind: directory, path: /data }', kinds.targetKinds, problems);
  const workloads = readEntries(raw, 'workloads', 'fio: { kind: fio, rw: randread }', kinds.workloadKinds, problems);
  for (const [name, entry] of Object.entries(targets)) checkStages(name, entry, problems);
  const fleet: Record<string, Mapping> = {};
  for (const [name, role] of Object.entries(mappingAt(raw, 'fleet', 'client: { count: 1 }', problems))) {
    const path = ['fleet', name];
    if (!ROLE.test(name))
      problems.push(
        wrong(
          'BadName',
          path,
          `found \`${name}\`; a role is named by 1 to 20 letters, digits, \`-\` and \`_\`, beginning with a letter`,
        ),
      );
    else if (role === null) fleet[name] = {};
    else if (isMapping(role)) fleet[name] = role;
    else
      problems.push(
        wrong(
          'WrongType',
          path,
          `found ${show(role)}; needed here: a mapping, e.g. { count: 2, instanceType: c5n.2xlarge }`,
        ),
      );
  }
  return { targets, workloads, fleet, problems };
}

/** Whether a value is a YAML mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readEntries(
  raw: Mapping,
  section: string,
  example: string,
  kinds: readonly string[],
  problems: Problem[],
): Record<string, Entry> {
  const entries: Record<string, Entry> = {};
  for (const [name, entry] of Object.entries(mappingAt(raw, section, example, problems))) {
    const path = [section, name];
    if (!NAME.test(name)) {
      problems.push(
        wrong(
          'BadName',
          path,
          `found \`${name}\`; needed here: 1 to 48 letters, digits, \`-\` and \`_\`, beginning with a letter or digit`,
        ),
      );
    } else if (!isMapping(entry)) {
      problems.push(
        wrong('WrongType', path, `found ${show(entry)}; needed here: a mapping with a kind, e.g. ${example}`),
      );
    } else {
      const fault = kindFault(entry['kind'], kinds);
      if (fault !== undefined) problems.push(wrong(fault.code, [...path, 'kind'], fault.message));
      // Kept even with a wrong kind: its name may be referred to.
      entries[name] = { ...entry, kind: typeof entry['kind'] === 'string' ? entry['kind'] : '' };
    }
  }
  return entries;
}

function kindFault(kind: unknown, kinds: readonly string[]): { code: string; message: string } | undefined {
  if (kind === undefined || kind === null)
    return { code: 'MissingKey', message: `\`kind\` is missing; allowed: ${listed(kinds)}` };
  if (typeof kind !== 'string')
    return { code: 'WrongType', message: `found ${typeOf(kind)}; allowed: ${listed(kinds)}` };
  if (kinds.includes(kind)) return undefined;
  return { code: 'UnknownKind', message: `no kind is called ${show(kind)}; ${allowedNames(kind, kinds)}` };
}

function checkStages(name: string, entry: Entry, problems: Problem[]): void {
  const stages = entry['stages'];
  if (stages === undefined) return;
  const path = ['targets', name, 'stages'];
  if (!isMapping(stages) || Object.keys(stages).length === 0) {
    problems.push(
      wrong(
        'WrongType',
        path,
        `found ${isMapping(stages) ? 'an empty mapping' : show(stages)}; needed here: a mapping of named states, ` +
          `e.g. { small: { … }, large: { … } }`,
      ),
    );
    return;
  }
  for (const [stage, settings] of Object.entries(stages)) {
    if (!NAME.test(stage))
      problems.push(
        wrong('BadName', [...path, stage], `found \`${stage}\`; needed here: 1 to 48 letters, digits, \`-\` and \`_\``),
      );
    else if (!isMapping(settings))
      problems.push(
        wrong(
          'WrongType',
          [...path, stage],
          `found ${show(settings)}; needed here: a mapping of the settings that this stage changes`,
        ),
      );
  }
}

function mappingAt(raw: Mapping, section: string, example: string, problems: Problem[]): Mapping {
  const value = raw[section];
  if (isMapping(value) && Object.keys(value).length > 0) return value;
  const found =
    value === undefined ? `\`${section}\` is missing` : `found ${isMapping(value) ? 'an empty mapping' : show(value)}`;
  problems.push(
    wrong(
      value === undefined ? 'MissingKey' : 'WrongType',
      [section],
      `${found}; needed here: a mapping of names, e.g. { ${example} }`,
    ),
  );
  return {};
}

function wrong(code: string, path: Path, message: string): Problem {
  return { severity: 'error', code, path, message };
}
