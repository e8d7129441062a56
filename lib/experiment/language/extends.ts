/** Workloads that take settings of another one: `extends`, filled in before references are. */
import type { Problem } from '../../shapes/problem';
import { isMapping, type Mapping } from './mapping';
import { show } from './show-value';
import { allowedNames } from '../../shapes/suggest';

/** Workloads with all their settings. */
export interface Extended {
  /** Entries as written, without `extends`; those that are no mappings are left as they are. */
  readonly entries: Mapping;
  /** Workloads whose `extends` leads nowhere: what they lack is not known. */
  readonly broken: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** Problems of inherited settings, where the settings stand; said once where the base itself has them. */
  readonly whereWritten: (problems: readonly Problem[]) => Problem[];
}

/** Fills in the settings of the workloads that others extend: own settings stand before inherited ones. */
export function extended(workloads: Mapping): Extended {
  const entries = new Map<string, unknown>();
  const owners = new Map<string, ReadonlyMap<string, string>>();
  const broken = new Set<string>();
  const problems: Problem[] = [];
  for (const [name, entry] of Object.entries(workloads)) {
    if (!isMapping(entry)) {
      entries.set(name, entry);
      continue;
    }
    const { chain, complete } = chainOf(workloads, name);
    if (!complete) broken.add(name);
    problems.push(...faultsOf(workloads, name, chain));
    const merged = new Map<string, unknown>();
    const owner = new Map<string, string>();
    for (const one of chain) {
      for (const [key, value] of Object.entries(workloads[one] as Mapping)) {
        if (key === 'extends' || merged.has(key)) continue;
        merged.set(key, value);
        owner.set(key, one);
      }
    }
    entries.set(name, Object.fromEntries(merged));
    owners.set(name, owner);
  }
  return {
    entries: Object.fromEntries(entries),
    broken,
    problems,
    whereWritten: (found) => whereWritten(found, owners),
  };
}

/** A workload, what it extends, what that extends, …; not complete where that leads nowhere, or back. */
function chainOf(workloads: Mapping, name: string): { chain: readonly string[]; complete: boolean } {
  const chain = [name];
  for (let at = workloads[name]; ; ) {
    if (!isMapping(at)) return { chain: chain.slice(0, -1), complete: false };
    if (!Object.hasOwn(at, 'extends')) return { chain, complete: true };
    const base = at['extends'];
    const known = typeof base === 'string' && Object.hasOwn(workloads, base) && !chain.includes(base);
    if (!known) return { chain, complete: false };
    chain.push(base);
    at = workloads[base];
  }
}

/** What is wrong with the `extends` of a workload itself; what is wrong further up is reported there. */
function faultsOf(workloads: Mapping, name: string, chain: readonly string[]): Problem[] {
  const base = (workloads[name] as Mapping)['extends'];
  if (base === undefined) return [];
  const error = (code: string, message: string): Problem[] => [
    { severity: 'error', code, path: ['workloads', name, 'extends'], message },
  ];
  if (typeof base !== 'string') return error('WrongType', `found ${show(base)}; needed here: the name of a workload`);
  if (!Object.hasOwn(workloads, base)) {
    const others = Object.keys(workloads).filter((one) => one !== name);
    return error('UnknownWorkload', `no workload is called ${show(base)}; ${allowedNames(base, others)}`);
  }
  const last = workloads[chain.at(-1) ?? name];
  const closes = isMapping(last) && last['extends'] === name;
  // One problem a circle, at the workload of it that stands first.
  const order = Object.keys(workloads);
  if (!closes || chain.some((one) => order.indexOf(one) < order.indexOf(name))) return [];
  const circle = [...chain, name].map((one) => `\`${one}\``).join(' extends ');
  return error('Circle', `${circle}: no settings stand at its beginning; take one \`extends\` out`);
}

/** Moves problems of inherited settings to the workload that gives them. */
function whereWritten(
  problems: readonly Problem[],
  owners: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Problem[] {
  const ownerOf = ({ path: [section, name, key] }: Problem): string | undefined => {
    const owner = section === 'workloads' ? owners.get(String(name))?.get(String(key)) : undefined;
    return owner === name ? undefined : owner;
  };
  const keyOf = (code: string, path: Problem['path']): string => JSON.stringify([code, path]);
  const said = new Set(problems.filter((one) => ownerOf(one) === undefined).map(({ code, path }) => keyOf(code, path)));
  return problems.flatMap((problem) => {
    const owner = ownerOf(problem);
    if (owner === undefined) return [problem];
    const path = ['workloads', owner, ...problem.path.slice(2)];
    const key = keyOf(problem.code, path);
    if (said.has(key)) return [];
    said.add(key);
    const whom = `in \`${String(problem.path[1])}\`, which takes it from \`${owner}\``;
    return [{ ...problem, path, message: `${problem.message} (${whom})` }];
  });
}
