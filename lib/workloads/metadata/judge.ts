/** Reasons against the result of a trial, measured against what the trial was asked to do. */
import { formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { hostsDiffer } from '../hosts-differ';
import { failureOf } from '../out-of-time';
import { stragglerReasons } from '../straggler';
import { fewServers } from '../tools/metadata-servers';
import { factsOf } from './operations';
import { type MetadataOutput, type Phase, windowOf } from './output';
import { outputOf, shortcomings } from './read-host';
import type { MetadataParams } from './schema';

/** Under a second, starting processes and looks at the clock decide. */
const LEAST_SECONDS = 1;
/** A process that begins a phase so late, as a share of its time, was held by the one before. */
const LATE = 0.05;
/** File systems that are memory: nothing lies behind a cache there. */
const MEMORY = new Set(['tmpfs', 'ramfs']);

/** All reasons, host by host, then those that compare hosts. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: MetadataParams): readonly Reason[] {
  const metrics = params.operations.map((name) => factsOf(name).metric);
  return [
    ...hosts.flatMap((host) => judgeHost(host, params)),
    ...hostsDiffer(hosts, (host) => host, TRAITS),
    ...fewServers(hosts, params),
    ...metrics.flatMap((metric) => stragglerReasons(ofEachProcess(reading, hosts), metric)),
  ];
}

/** Figures of hosts for each of their processes: of 7 on 4 hosts one has fewer, and is no slower for it. */
function ofEachProcess({ observations }: Reading, hosts: readonly HostRaw[]): Reading['observations'] {
  const processes = new Map(
    hosts.map((raw) => {
      const read = outputOf(raw);
      return [raw.host, read === null || 'problem' in read ? 1 : (read.output.phases[0]?.ranks.length ?? 1)];
    }),
  );
  return observations.map((one) => ({ ...one, value: one.value / (processes.get(one.host) ?? 1) }));
}

function judgeHost(raw: HostRaw, params: MetadataParams): readonly Reason[] {
  const { host, status } = raw;
  const read = outputOf(raw);
  // What is missing or unreadable is said by the reading.
  if (status === null) return [];
  const why = status.facts['problem'] ?? 'it said nothing about why';
  const failed: readonly Reason[] =
    status.rc === 0
      ? []
      : [
          {
            level: 'invalid',
            code: failureOf(status),
            text: `${host}: the processes ended with exit code ${status.rc}: ${why}`,
          },
        ];
  if (read === null || 'problem' in read) return failed;
  const wrong = [...failed, ...notAsAsked(host, read.output, params), ...broken(host, read.output)];
  if (wrong.length > 0) return wrong;
  return read.output.phases.flatMap((phase) => [
    ...short(host, phase, read.output),
    ...late(host, phase, params),
    ...fromMemory(raw, phase, read.output),
  ]);
}

function notAsAsked(host: string, { asked, phases }: MetadataOutput, params: MetadataParams): readonly Reason[] {
  const done = phases.map(({ operation }) => operation);
  const same =
    asked.ranks === params.ranks &&
    asked.filesPerRank === params.filesPerRank &&
    asked.runtime === params.runtime &&
    asked.ownDirectory === params.ownDirectory &&
    done.join(' ') === params.operations.join(' ');
  if (same) return [];
  const text =
    `${host}: this is another result: ${asked.ranks} processes, ${asked.filesPerRank} files of each, ` +
    `${formatSeconds(asked.runtime)}, ${placeOf(asked)}: ${done.join(', ')}; asked were ${params.ranks}, ` +
    `${params.filesPerRank}, ${formatSeconds(params.runtime)}, ${placeOf(params)}: ${params.operations.join(', ')}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

function placeOf({ ownDirectory }: Pick<MetadataParams, 'ownDirectory'>): string {
  return ownDirectory ? 'directories of their own' : 'one directory';
}

function broken(host: string, output: MetadataOutput): readonly Reason[] {
  return shortcomings(output).map((text) => ({ level: 'invalid', code: 'PhaseIncomplete', text: `${host}: ${text}` }));
}

/** What is made is made for `runtime` seconds at most: more files help only where none were left to make. */
function short(host: string, phase: Phase, { asked, phases }: MetadataOutput): readonly Reason[] {
  const window = windowOf(phase);
  if (window === null || window.to - window.from >= LEAST_SECONDS) return [];
  const { needs = phase.operation } = factsOf(phase.operation);
  const made = phases.find(({ operation }) => operation === needs)?.ranks ?? phase.ranks;
  const all = made.every(({ done }) => done >= asked.filesPerRank);
  const text =
    `${host} was done with ${phase.operation} after ${formatSeconds(window.to - window.from)}: give ` +
    (all ? 'more `filesPerRank`' : `a longer \`runtime\`, in which more is made (${needs})`);
  return [{ level: 'suspect', code: 'ShortRun', text, metrics: [factsOf(phase.operation).metric] }];
}

function late(host: string, { operation, start, ranks }: Phase, { runtime }: MetadataParams): readonly Reason[] {
  const most = Math.max(...ranks.map(({ began }) => began - start));
  if (most <= LATE * runtime) return [];
  const text = `${host} began ${operation} ${formatSeconds(most)} after the agreed instant: what came before held it`;
  return [{ level: 'suspect', code: 'LateStart', text, metrics: [factsOf(operation).metric] }];
}

/** Whoever made a file, or looked it up before, knows it still. */
function fromMemory({ host, status }: HostRaw, phase: Phase, { asked, phases }: MetadataOutput): readonly Reason[] {
  const { operation, forgot } = phase;
  if (!factsOf(operation).looks || forgot || MEMORY.has(status?.mount.type ?? '')) return [];
  // The first that looks asks about files of another host; those after it about what it has looked up itself.
  const first = phases.find((one) => factsOf(one.operation).looks === true)?.operation;
  if (asked.shifted && asked.hosts > 1 && operation === first) return [];
  const text =
    `${host}: ${operation} may have been answered by the memory of the host, which made the files and could not ` +
    'forget them';
  return [{ level: 'suspect', code: 'CacheServed', text, metrics: [factsOf(operation).metric] }];
}

/** What must be the same on all hosts. */
const TRAITS: Readonly<Record<string, (host: HostRaw) => string | undefined>> = {
  'version of Python': ({ status }) => status?.version,
  'type of file system': ({ status }) => status?.mount.type,
};
