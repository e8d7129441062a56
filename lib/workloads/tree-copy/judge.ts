/** Reasons against the result of a trial, measured against what the trial was asked to do. */
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostStatus, Reading } from '../contract';
import { hostsDiffer } from '../hosts-differ';
import { failureOf } from '../out-of-time';
import { stragglerReasons } from '../straggler';
import { secondsOf, type TreeCopyOutput } from './output';
import { outputOf, shortcomings } from './read-host';
import type { TreeCopyParams } from './schema';

/** Under a second, starting processes and the looks at the clock decide. */
const LEAST_SECONDS = 1;
/**
 * Share of the bytes that came from disks while it was copied: nearly all of them are those of the tree, which should
 * lie in memory. What a local target reads of its own folders is less.
 */
const FROM_DISKS = 0.05;
/**
 * Share of the time of the copy in which the tree alone can be read, out of memory and by as many workers. Every copy
 * reads, from and to memory for about a third of its time.
 */
const READING = 0.5;
/** The slowest worker took so many times what the one in the middle took. */
const UNEVEN = 1.5;

/** All reasons, host by host, then those that compare hosts. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: TreeCopyParams): readonly Reason[] {
  return [
    ...hosts.flatMap((host) => judgeHost(host, params)),
    ...hostsDiffer(hosts, (host) => host, TRAITS),
    ...stragglerReasons(reading.observations, 'files_per_second'),
  ];
}

function judgeHost(raw: HostRaw, params: TreeCopyParams): readonly Reason[] {
  const { host, status } = raw;
  const read = outputOf(raw);
  const output = read !== null && 'output' in read ? read.output : null;
  // What is missing or unreadable is said by the reading.
  if (status === null) return [];
  const failed = status.rc === 0 ? [] : [toolFailed(raw, status)];
  if (output === null) return failed;
  const whole = notWhole(host, output, params);
  if (failed.length + whole.length > 0) return [...failed, ...whole];
  return [...short(host, output), ...sourceBound(host, status, output), ...uneven(host, output)];
}

function toolFailed({ host, files }: HostRaw, { rc, facts }: HostStatus): Reason {
  const said = files.find(({ name }) => name === 'raw/cp.stderr')?.text.trim();
  const why = facts['problem'] ?? (said?.split('\n').at(-1) || 'it said nothing about why');
  return {
    level: 'invalid',
    code: failureOf({ rc, facts }),
    text: `${host}: the copy ended with exit code ${rc}: ${why}`,
  };
}

function notWhole(host: string, output: TreeCopyOutput, params: TreeCopyParams): readonly Reason[] {
  const { asked, found } = output;
  if (asked.files !== params.files || asked.bytes !== params.size || asked.workers !== params.workers) {
    const text =
      `${host}: this is another copy: ${asked.files} files, ${asked.bytes} bytes, ${asked.workers} workers, where ` +
      `${params.files} files, ${params.size} bytes, ${params.workers} workers were asked`;
    return [{ level: 'invalid', code: 'WrongResult', text }];
  }
  if (found.files === 0)
    return [{ level: 'invalid', code: 'ZeroIo', text: `${host}: nothing was copied, although cp says no word of it` }];
  return shortcomings(output).map((text) => ({ level: 'invalid', code: 'CopyIncomplete', text: `${host}: ${text}` }));
}

function short(host: string, output: TreeCopyOutput): readonly Reason[] {
  const { synced } = secondsOf(output);
  if (synced >= LEAST_SECONDS) return [];
  const text = `${host} had copied and synced all files after ${formatSeconds(synced)}: give more files`;
  return [{ level: 'suspect', code: 'ShortRun', text }];
}

/** A slow source would be taken for a slow target. */
function sourceBound(host: string, { facts }: HostStatus, output: TreeCopyOutput): readonly Reason[] {
  const code = 'SourceBound';
  const { elapsed } = secondsOf(output);
  const alone = Number(facts['sourceSeconds'] ?? Number.NaN);
  const fromDisks = Number(facts['readFromDisks'] ?? Number.NaN);
  if (fromDisks >= FROM_DISKS * output.asked.bytes) {
    const read = `${formatBytes(fromDisks)} were read from disks while the tree was copied`;
    const text = `${host}: ${read}: it does not stay in the memory of the host, and the source may be what limits`;
    return [{ level: 'suspect', code, text }];
  }
  if (alone < READING * elapsed) return [];
  if (Number.isNaN(alone)) {
    const text = `${host}: nothing shows how long reading the tree takes, so that the source may be what limits`;
    return [{ level: 'suspect', code, text }];
  }
  const text =
    `${host}: reading the tree alone took ${formatSeconds(alone)} right before, and the copy ` +
    `${formatSeconds(elapsed)}: the host limits as much as the target`;
  return [{ level: 'note', code, text }];
}

/** The time is that of the last worker: shares are equal in files, and nearly in bytes. */
function uneven(host: string, { workers }: TreeCopyOutput): readonly Reason[] {
  const seconds = workers.map(({ began, ended }) => ended - began).sort((a, b) => a - b);
  const [slowest, middle] = [seconds.at(-1) ?? 0, seconds[Math.floor((seconds.length - 1) / 2)] ?? 0];
  if (slowest < UNEVEN * middle || workers.length < 2) return [];
  const text =
    `${host}: the slowest of ${workers.length} workers took ${formatSeconds(slowest)}, the one in the middle ` +
    `${formatSeconds(middle)}: the time is that of the slowest`;
  return [{ level: 'note', code: 'UnevenWorkers', text }];
}

/** What must be the same on all hosts. */
const TRAITS: Readonly<Record<string, (host: HostRaw) => string | undefined>> = {
  'version of cp': ({ status }) => status?.version,
  'the tree that they copy': ({ status }) => status?.facts['treeHash'],
  'where the tree lies': ({ status }) => status?.facts['sourceMount'],
  'what the end of a write means': ({ status }) => status?.facts['acknowledged'],
  'type of file system': ({ status }) => status?.mount.type,
};
