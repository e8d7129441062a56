/**
 * Leftovers: data that a rig has written to external storage or managed hosts, and whether the data is removed. Hosts
 * remove it before the execution terminates or releases them. Each target instance of a rig is one part; all managed
 * hosts of the rig are one more part. Requests and results of cleanups are objects of the execution, each written once.
 *
 * A cleanup before the fence proves nothing about the end of the execution: a redriven machine may send commands after
 * it. So hosts clean again after the fence, and only that result counts then.
 */
import type { CommandInvocation } from '@aws-sdk/client-ssm';
import type { RigCopy, RigDocument } from '../../shapes/documents';
import { parseExecutionId, findRig } from '../../shapes/execution-names';
import { type Execution, type Layout, getFenceKey, toExecution } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { listKeys, tryReadJson, readText, writeOnce } from '../bucket';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { ENDED_STATUSES, listInvocations } from '../commands';
import { readNextPages } from '../pages';
import { listAllLeases, type FoundLease, listHeldLeases } from './lease';
import { parseHostLockId } from './host-locks';

/** Name of the part for the managed hosts of a rig. */
export const HOSTS_PART = 'hosts';

/** A target instance in external storage, or the managed hosts of a rig. */
export interface CleanPart {
  /** `clean/<executionId>__<rig>__<target instance>`. */
  readonly id: string;
  readonly executionId: string;
  readonly keys: Layout;
  readonly rig: string;
  readonly copy: string;
  /** Whether the fence is closed, so that only a cleanup after it counts. */
  readonly isRepeated: boolean;
  /** Null until the result is known. */
  readonly done: CleanResult | null;
}

export interface CleanResult {
  readonly cleaned: boolean;
  /** Remaining data and the reason; empty after success. */
  readonly why: string;
  /** Ids of managed hosts that are not clean; absent if no host received a command, so that no id is known. */
  readonly hosts?: readonly string[];
}

/** The command that was sent to hosts. */
export interface CleanRequest {
  readonly commandId: string;
  /** Time just before the command was sent, epoch milliseconds. */
  readonly at: number;
  /** Further command ids, if each host received a separate command. */
  readonly more?: readonly string[];
  /** Errors of refused commands, by host id. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Ids of hosts that must all succeed; if absent, one successful host is enough. */
  readonly hosts?: readonly string[];
}

export interface RigLeftovers {
  readonly leases: readonly FoundLease[];
  readonly parts: readonly CleanPart[];
}

const NO_LEFTOVERS: RigLeftovers = { leases: [], parts: [] };
/** For a part without a cleanup request: its hosts were never all ready, so it has no data. */
const NEVER_PREPARED: CleanResult = { cleaned: true, why: '' };

/** For hosts whose clean command is unknown. */
const DOCUMENT_LOST: CleanResult = {
  cleaned: false,
  why: 'the clean command is unknown: the rig document is corrupt',
};

/** Finds leases and cleanup parts of the execution that a tag value names: of all its rigs, or of the named rig. */
export async function findRigLeftovers(
  tag: { readonly key: string; readonly value: string },
  context: Context,
): Promise<RigLeftovers> {
  if (tag.key === TAG_KEYS.copy || context.config.local) return NO_LEFTOVERS;
  const executionId = parseExecutionId(tag.value);
  const leases = await listHeldLeases(executionId, context);
  const [first] = leases;
  if (first === undefined) return NO_LEFTOVERS;
  const { experiment } = first.lease;
  const rigs = [...new Set(leases.flatMap(({ lease }) => lease.rigs))];
  const own = tag.key === TAG_KEYS.rig ? rigs.filter((rig) => rig === findRig(tag.value)) : rigs;
  const parts = await listParts(toExecution({ experiment, executionId }), own, context);
  return { leases, parts };
}

export async function listParts(
  { executionId, keys }: Execution,
  rigs: readonly string[],
  context: Context,
): Promise<CleanPart[]> {
  const known = new Set(await listKeys(context, keys.cleaning('')));
  const isRepeated = await isFenced(executionId, context);
  const there = new Set(await listKeys(context, keys.hosts('').replace(/\.txt$/, '')));
  const found = rigs.map(async (rig) => {
    const document = await tryReadJson<RigDocument>(context, keys.rig(rig));
    const leases = document === null ? await listAllLeases(executionId, context) : [];
    const stores = leases.flatMap(({ lease }) => (lease.rigs.includes(rig) ? [lease.store] : []));
    const lost = stores.length === 0 ? null : DOCUMENT_LOST;
    const ofLost = stores.some((store) => parseHostLockId(store) !== undefined) ? HOSTS_PART : 'unknown';
    const names = lost === null ? listPartNames(document) : [ofLost];
    const parts = names.map(async (copy): Promise<CleanPart> => {
      const done = getCleaningKey({ keys, rig, copy, isRepeated }, 'done');
      const recorded = known.has(done) ? await tryReadJson<CleanResult>(context, done) : null;
      const touched = there.has(keys.hosts(rig)) || (await listKeys(context, keys.prepare(rig))).length > 0;
      const untouched = touched ? null : NEVER_PREPARED;
      return {
        id: `clean/${executionId}__${rig}__${copy}`,
        keys,
        executionId,
        rig,
        copy,
        isRepeated,
        done: recorded ?? untouched ?? lost,
      };
    });
    return Promise.all(parts);
  });
  return (await Promise.all(found)).flat();
}

/** Lists the parts of a rig. Managed hosts remove everything in one command, so they are one part. */
function listPartNames(document: RigDocument | null): readonly string[] {
  if (document?.clean !== undefined) return [HOSTS_PART];
  return (document?.copies ?? []).filter(isExternal).map(({ copy }) => copy);
}

/** Whether a target instance is external storage that hosts can clean. */
export function isExternal({ externalOutputs, unmount }: RigCopy): boolean {
  return externalOutputs['store'] !== undefined && unmount.length > 0;
}

export async function isFenced(executionId: string, context: Context): Promise<boolean> {
  return (await readText(context, getFenceKey(executionId))) !== null;
}

/** Key of the request of a cleanup, or of its result. */
export function getCleaningKey(
  { keys, rig, copy, isRepeated }: Pick<CleanPart, 'keys' | 'rig' | 'copy' | 'isRepeated'>,
  what: 'requested' | 'done',
): string {
  return keys.cleaning(`${rig}.${copy}.${isRepeated ? 'again.' : ''}${what}`);
}

/** Checks a part's cleanup, and records a final result. @param overdue reason to stop waiting for the result */
export async function judgePart(part: CleanPart, overdue: string | null, context: Context): Promise<CleanPart> {
  if (part.done !== null) return part;
  const request = await tryReadJson<CleanRequest>(context, getCleaningKey(part, 'requested'));
  const done =
    request === null ? await judgeEarlier(part, overdue, context) : await judgeAnswers(part, request, overdue, context);
  const late = overdue !== null && request === null && part.copy === HOSTS_PART ? NO_COMMAND : overdue;
  const found = done ?? (late === null ? null : { cleaned: false, why: late });
  if (found === null) return part;
  const key = getCleaningKey(part, 'done');
  if (await writeOnce(context, key, JSON.stringify(found))) return { ...part, done: found };
  return { ...part, done: (await tryReadJson<CleanResult>(context, key)) ?? found };
}

const NO_COMMAND =
  'no clean command was accepted. If AWS denied it, add the tags of the hosts to the setting `managed`, and run ' +
  '`cdk deploy --all`';

/** Whether the clean command of a part was already sent. */
export async function hasRequest(part: CleanPart, context: Context): Promise<boolean> {
  return (await readText(context, getCleaningKey(part, 'requested'))) !== null;
}

/**
 * Judges external storage by the cleanup before the fence, once no host is left to repeat it. That result counts only
 * if the rig got no command since.
 */
async function judgeEarlier(part: CleanPart, overdue: string | null, context: Context): Promise<CleanResult | null> {
  if (!part.isRepeated || part.copy === HOSTS_PART || overdue === null) return null;
  const earlier = { ...part, isRepeated: false };
  const done = await tryReadJson<CleanResult>(context, getCleaningKey(earlier, 'done'));
  const request = await tryReadJson<CleanRequest>(context, getCleaningKey(earlier, 'requested'));
  if (done === null || request === null) return null;
  if (!done.cleaned) return done;
  const why = await explainDoubt(part, request.at, context);
  return why === null ? done : { cleaned: false, why: `${why}; ${overdue}` };
}

/** @returns why a cleanup may be outdated; null if it is not. A permanent failure must not make teardowns wait. */
async function explainDoubt(part: CleanPart, at: number, context: Context): Promise<string | null> {
  try {
    const later = await hasLaterCommand(part, at, context);
    return later ? `hosts of rig ${part.rig} got a command after they removed its data` : null;
  } catch (error) {
    if (isTransient(error)) throw error;
    return `it is unknown whether hosts of rig ${part.rig} got a command after they removed its data`;
  }
}

/** Whether the rig got a command that does not clean, at or after a time in epoch milliseconds. */
async function hasLaterCommand({ keys, rig }: CleanPart, at: number, context: Context): Promise<boolean> {
  // The filter accepts whole seconds.
  const value = `${new Date(at - 1000).toISOString().slice(0, 19)}Z`;
  const pages = await readNextPages((next) =>
    context.aws.ssm.listCommands({ Filters: [{ key: 'InvokedAfter', value }], MaxResults: 50, ...next }),
  );
  const raw = keys.prepare(rig).replace(/prepare\/$/, '');
  return pages
    .flatMap(({ Commands = [] }) => Commands)
    .some(({ Parameters: { OutputPrefix = [], Attempt = [] } = {}, RequestedDateTime }) => {
      const late = RequestedDateTime === undefined || RequestedDateTime.getTime() >= at;
      return late && OutputPrefix[0]?.startsWith(raw) === true && !isCleanAttempt(Attempt[0]);
    });
}

/** Attempts of clean commands. Hosts run each attempt once, so the cleanup after the fence is another one. */
export const CLEAN_ATTEMPTS = { first: 'clean', again: 'clean-again' } as const;

export function isCleanAttempt(attempt: unknown): boolean {
  return Object.values<unknown>(CLEAN_ATTEMPTS).includes(attempt);
}

/** @returns null while a host may still succeed */
async function judgeAnswers(
  part: CleanPart,
  { commandId, more = [], hosts, refused = {} }: CleanRequest,
  overdue: string | null,
  context: Context,
): Promise<CleanResult | null> {
  const all = (await Promise.all([commandId, ...more].map((one) => listInvocations(one, context)))).flat();
  if (hosts !== undefined) return judgeEach(hosts, { all, refused }, overdue);
  const waiting = all.length === 0 || all.some(({ Status = '' }) => !ENDED_STATUSES.includes(Status));
  if (waiting) return null;
  // One successful host has removed all data of the rig in that storage.
  if (all.some(({ Status }) => Status === 'Success')) return { cleaned: true, why: '' };
  const reasons = all.map(({ InstanceId = '', Status = '' }) => `${InstanceId}: ${Status}`).slice(0, 5);
  return { cleaned: false, why: `no host could remove the data of rig ${part.rig}: ${reasons.join(', ')}` };
}

/** Each managed host must succeed; the result names failed hosts. */
function judgeEach(
  hosts: readonly string[],
  { all, refused }: { readonly all: readonly CommandInvocation[]; readonly refused: Readonly<Record<string, string>> },
  overdue: string | null,
): CleanResult | null {
  const statuses = new Map(all.map(({ InstanceId = '', Status = '' }) => [InstanceId, Status]));
  const waiting = hosts.some((id) => refused[id] === undefined && !ENDED_STATUSES.includes(statuses.get(id) ?? ''));
  if (waiting && overdue === null) return null;
  const left = hosts.filter((id) => statuses.get(id) !== 'Success');
  if (left.length === 0) return { cleaned: true, why: '' };
  const reasons = left.map((id) => `${id}: ${refused[id] ?? formatStatus(statuses.get(id))}`);
  return { cleaned: false, why: reasons.join(', '), hosts: left };
}

/** @param status of the command on a host; undefined if it never arrived */
function formatStatus(status: string | undefined): string {
  if (status === undefined) return 'no answer';
  return ENDED_STATUSES.includes(status) ? status : `the result of the command is unknown (${status})`;
}
