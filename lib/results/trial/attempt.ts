/** Sorts the raw files of a trial into attempts, and picks the attempt that counts. */
import type { TrialPlan } from '../../shapes/plan';
import type { HostRaw } from '../../workloads/contract';
import { groupBy } from '../../shapes/collections';
import type { AttemptEnded, AttemptStarted } from '../../shapes/outcomes';
import type { TrialEvent } from '../../shapes/recorded-events';
import { parseEnded, parseEvents, parseStarted, parseHostStatus } from './status';

/** Maximum bytes read: Lambda has 1 GB, V8 limits strings to 512 MiB. Tools write far less; scripts may write more. */
export const RAW_BYTES_MAX = 256 * 1024 * 1024;

export interface RawObject {
  readonly key: string;
  readonly text: string;
  /** Epoch seconds when S3 stored the object; absent in copies. */
  readonly storedAt?: number | undefined;
  /** Size if above {@link RAW_BYTES_MAX}; then `text` is empty. */
  readonly unreadBytes?: number | undefined;
}

export interface Attempt {
  readonly attempt: number;
  readonly started: AttemptStarted | null;
  /** Null if the execution stopped before the attempt ended. */
  readonly ended: AttemptEnded | null;
  /** What the state machines did during the attempt. */
  readonly events: readonly TrialEvent[];
  readonly files: readonly AttemptFile[];
}

interface AttemptFile {
  readonly host: string;
  readonly command: string;
  /** Path below `<host>/<command>/`. */
  readonly name: string;
  readonly key: string;
  readonly text: string;
  readonly storedAt: number | undefined;
  readonly unreadBytes: number | undefined;
}

/** Attempts with files, in ascending order. @param prefix key of the trial's folder, ending in `/` */
export function listAttempts(prefix: string, objects: readonly RawObject[]): readonly Attempt[] {
  const byAttempt = new Map<number, { marks: Map<string, string>; files: AttemptFile[] }>();
  for (const { key, text, storedAt, unreadBytes } of objects.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const parts = key.startsWith(prefix) ? /^a(\d+)\/(.+)$/.exec(key.slice(prefix.length)) : null;
    if (parts === null) continue;
    const attempt = Number(parts[1]);
    const entry = byAttempt.get(attempt) ?? { marks: new Map<string, string>(), files: [] };
    byAttempt.set(attempt, entry);
    const [host, command, ...rest] = (parts[2] ?? '').split('/');
    if (host === undefined) continue;
    if (command === undefined) entry.marks.set(host, text);
    else if (rest.length > 0)
      entry.files.push({ host, command, name: rest.join('/'), key, text, storedAt, unreadBytes });
  }
  return [...byAttempt]
    .toSorted(([a], [b]) => a - b)
    .map(([attempt, { marks, files }]) => ({
      attempt,
      started: parseStarted(marks.get('started.json')),
      ended: parseEnded(marks.get('ended.json')),
      events: parseEvents(marks.get('events.json')),
      files,
    }));
}

/** Whether results use an object: marks, and files of the measuring command. @param prefix of the trial, ends in `/` */
export function isMeasurementFile(prefix: string, key: string, command: string): boolean {
  const [attempt, , of] = key.slice(prefix.length).split('/');
  return /^a\d+$/.test(attempt ?? '') && (of === undefined || of === command);
}

/** Objects that judge a trial: {@link isMeasurementFile}, and `status.json` of other hosts, as fixtures may differ. */
export function pickJudgedFiles<T extends Pick<RawObject, 'key'>>(
  prefix: string,
  objects: readonly T[],
  command: string,
): readonly T[] {
  const hostOf = ({ key }: T): string => key.slice(prefix.length).split('/').slice(0, 2).join('/');
  const measured = objects.filter(({ key }) => isMeasurementFile(prefix, key, command));
  const measuring = new Set(measured.map(hostOf));
  const status = /^a\d+\/[^/]+\/[^/]+\/status\.json$/;
  const others = objects.filter((one) => status.test(one.key.slice(prefix.length)) && !measuring.has(hostOf(one)));
  return [...measured, ...others];
}

/** Hosts without results of the measuring command, and the status of their last command. */
export function listOtherHosts({ files }: Attempt, measuring: readonly HostRaw[]): readonly HostRaw[] {
  const hosts = new Set(measuring.map(({ host }) => host));
  const found = files.flatMap(({ host, command, name, text }): HostRaw[] => {
    const status = name === 'status.json' && !hosts.has(host) ? parseHostStatus(text) : null;
    return status === null ? [] : [{ host, command, status, files: [] }];
  });
  const ended = ({ status }: HostRaw): number => status?.ended ?? 0;
  return [...groupBy(found, ({ host }) => host).values()].map((own) =>
    own.reduce((last, one) => (ended(one) > ended(last) ? one : last)),
  );
}

/** The last attempt in which every planned command succeeded; else the last attempt; undefined if there is none. */
export function pickAttempt(attempts: readonly Attempt[], trial: TrialPlan): Attempt | undefined {
  return attempts.findLast((attempt) => hasSucceeded(attempt, trial)) ?? attempts.at(-1);
}

/** Whether every command of the attempt succeeded, and no planned command is missing. */
export function hasSucceeded({ ended }: Attempt, trial: TrialPlan): boolean {
  return (
    ended !== null &&
    trial.steps.every(({ name }) => ended.steps.some((done) => done.name === name && done.status === 'SUCCEEDED')) &&
    ended.steps.every(({ status }) => status === 'SUCCEEDED')
  );
}

/** Files of a command, grouped by host. @param root key of the execution's root, to which `source` is relative */
export function groupByHost({ files }: Attempt, command: string, root: string): readonly HostRaw[] {
  const own = files.filter((file) => file.command === command);
  return [...groupBy(own, ({ host }) => host)].map(([host, left]) => {
    const status = left.find(({ name }) => name === 'status.json');
    return {
      host,
      command,
      status: parseHostStatus(status?.text),
      storedAt: status?.storedAt,
      files: left
        .filter((file) => file !== status && file.unreadBytes === undefined)
        .map(({ name, key, text }) => ({ name, source: key.slice(root.length), text })),
    };
  });
}
