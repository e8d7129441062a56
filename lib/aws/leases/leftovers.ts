/**
 * What a rig has put into stores that others own, or on managed hosts, and whether it is gone: hosts are asked to take
 * it away before they are ended, or given back. Each copy of a rig is a part; of managed hosts all together are one.
 * What was asked and what came of it are objects of the execution, each written once.
 */
import type { CommandInvocation } from '@aws-sdk/client-ssm';
import type { RigCopy, RigDocument } from '../../shapes/documents';
import { parseExecutionId, findRig } from '../../shapes/execution-names';
import { type Execution, type Layout, TAG, toExecution } from '../../shapes/layout';
import { listKeys, tryReadJson, readText, writeOnce } from '../bucket';
import type { Context } from '../context';
import { readNextPages } from '../pages';
import { listAllLeases, type FoundLease, listHeldLeases } from './lease';
import { parseHostStore } from '../../shapes/managed-hosts';

/** In place of a copy: the managed hosts of a rig. */
export const HOSTS_PART = 'hosts';

/** A copy of a rig that lies in a store of others, or its managed hosts. */
export interface CleanPart {
  /** `clean/<executionId>__<rig>__<copy>`. */
  readonly id: string;
  readonly executionId: string;
  /** Of the execution. */
  readonly keys: Layout;
  readonly rig: string;
  readonly copy: string;
  /** Null as long as nobody knows what became of it. */
  readonly done: CleanResult | null;
}

/** What became of it. */
export interface CleanResult {
  readonly cleaned: boolean;
  /** What stays, and why it could not be removed; empty where it was. */
  readonly why: string;
  /** Ids of managed hosts that are not cleaned; left out where none were asked: nobody knows of any then. */
  readonly hosts?: readonly string[];
}

/** The command that hosts were sent. */
export interface CleanRequest {
  readonly commandId: string;
  /** Further ones, where hosts were sent a command each. */
  readonly more?: readonly string[];
  /** Why hosts take no command, by their ids. */
  readonly refused?: Readonly<Record<string, string>>;
  /** All of them have to answer; left out: any host does for all. */
  readonly hosts?: readonly string[];
}

export interface RigLeftovers {
  readonly leases: readonly FoundLease[];
  readonly parts: readonly CleanPart[];
}

const NO_LEFTOVERS: RigLeftovers = { leases: [], parts: [] };
/** Of a part that nobody asked hosts about: they were not all there, so nothing was put up. */
const NEVER_PREPARED: CleanResult = { cleaned: true, why: '' };

/** Of managed hosts that nobody can send a command to any more, since what it was is not known. */
const DOCUMENT_LOST: CleanResult = {
  cleaned: false,
  why: 'what would clean them is not known any more: the document of the rig is spoilt',
};

/** Leases of the execution that a tag value names, and the parts of its rigs, or of the one rig. */
export async function findRigLeftovers(
  tag: { readonly key: string; readonly value: string },
  context: Context,
): Promise<RigLeftovers> {
  if (tag.key === TAG.copy || context.config.local) return NO_LEFTOVERS;
  const executionId = parseExecutionId(tag.value);
  const leases = await listHeldLeases(executionId, context);
  const [first] = leases;
  if (first === undefined) return NO_LEFTOVERS;
  const { experiment } = first.lease;
  const rigs = [...new Set(leases.flatMap(({ lease }) => lease.rigs))];
  const own = tag.key === TAG.rig ? rigs.filter((rig) => rig === findRig(tag.value)) : rigs;
  const parts = await listParts(toExecution({ experiment, executionId }), own, context);
  return { leases, parts };
}

/** The parts of some rigs. */
export async function listParts(
  { executionId, keys }: Execution,
  rigs: readonly string[],
  context: Context,
): Promise<CleanPart[]> {
  const known = new Set(await listKeys(context, keys.cleaning('')));
  const there = new Set(await listKeys(context, keys.hosts('').replace(/\.txt$/, '')));
  const found = rigs.map(async (rig) => {
    const document = await tryReadJson<RigDocument>(context, keys.rig(rig));
    const ofHosts = ({ lease }: FoundLease): boolean =>
      lease.rigs.includes(rig) && parseHostStore(lease.store) !== undefined;
    const lost = document === null && (await listAllLeases(executionId, context)).some(ofHosts) ? DOCUMENT_LOST : null;
    const names = lost === null ? listPartNames(document) : [HOSTS_PART];
    const parts = names.map(async (copy): Promise<CleanPart> => {
      const done = keys.cleaning(`${rig}.${copy}.done`);
      const told = known.has(done) ? await tryReadJson<CleanResult>(context, done) : null;
      const touched = there.has(keys.hosts(rig)) || (await listKeys(context, keys.prepare(rig))).length > 0;
      const untouched = touched ? null : NEVER_PREPARED;
      return {
        id: `clean/${executionId}__${rig}__${copy}`,
        keys,
        executionId,
        rig,
        copy,
        done: told ?? untouched ?? lost,
      };
    });
    return Promise.all(parts);
  });
  return (await Promise.all(found)).flat();
}

/** What is cleaned of a rig: managed hosts take away all of it at once. */
function listPartNames(document: RigDocument | null): readonly string[] {
  if (document?.clean !== undefined) return [HOSTS_PART];
  return (document?.copies ?? []).filter(isExternal).map(({ copy }) => copy);
}

/** What others own, and hosts can take down. */
export function isExternal({ told, unmount }: RigCopy): boolean {
  return told['store'] !== undefined && unmount.length > 0;
}

/** Ends of a command on a host (Systems Manager guide, Understanding command statuses). */
const ENDED_STATUSES: readonly string[] = ['Success', 'Failed', 'TimedOut', 'Cancelled'];

/**
 * Looks what became of a part, and notes it once that is known.
 * @param overdue nobody waits for it any more
 * @returns the part as it is now
 */
export async function judgePart(part: CleanPart, overdue: string | null, context: Context): Promise<CleanPart> {
  if (part.done !== null) return part;
  const { keys } = part;
  const asked = await tryReadJson<CleanRequest>(context, keys.cleaning(`${part.rig}.${part.copy}.asked`));
  const done = asked === null ? null : await judgeAnswers(part, asked, overdue, context);
  const late = overdue !== null && asked === null && part.copy === HOSTS_PART ? NEVER_ASKED : overdue;
  const found = done ?? (late === null ? null : { cleaned: false, why: late });
  if (found === null) return part;
  const key = keys.cleaning(`${part.rig}.${part.copy}.done`);
  if (await writeOnce(context, key, JSON.stringify(found))) return { ...part, done: found };
  return { ...part, done: (await tryReadJson<CleanResult>(context, key)) ?? found };
}

const NEVER_ASKED =
  'no command that cleans them could be sent: both stacks have to know their tags (setting `managed`, ' +
  '`cdk deploy --all`)';

/** Whether a part was asked about already. */
export async function hasRequest(part: CleanPart, context: Context): Promise<boolean> {
  return (await readText(context, part.keys.cleaning(`${part.rig}.${part.copy}.asked`))) !== null;
}

/** Null as long as a host may still do it. */
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
  // Any host that succeeds has removed all that the rig had there.
  if (all.some(({ Status }) => Status === 'Success')) return { cleaned: true, why: '' };
  const said = all.map(({ InstanceId = '', Status = '' }) => `${InstanceId}: ${Status}`).slice(0, 5);
  return { cleaned: false, why: `no host could remove what rig ${part.rig} had there: ${said.join(', ')}` };
}

/** Each managed host has removed what is on it, or is named. */
function judgeEach(
  hosts: readonly string[],
  { all, refused }: { readonly all: readonly CommandInvocation[]; readonly refused: Readonly<Record<string, string>> },
  overdue: string | null,
): CleanResult | null {
  const told = new Map(all.map(({ InstanceId = '', Status = '' }) => [InstanceId, Status]));
  const waiting = hosts.some((id) => refused[id] === undefined && !ENDED_STATUSES.includes(told.get(id) ?? ''));
  if (waiting && overdue === null) return null;
  const left = hosts.filter((id) => told.get(id) !== 'Success');
  if (left.length === 0) return { cleaned: true, why: '' };
  const said = left.map((id) => `${id}: ${refused[id] ?? formatStatus(told.get(id))}`);
  return { cleaned: false, why: said.join(', '), hosts: left };
}

/** @param status of the command on a host; undefined where it never came there */
function formatStatus(status: string | undefined): string {
  if (status === undefined) return 'no answer';
  return ENDED_STATUSES.includes(status) ? status : `nothing was heard of what became of the command (${status})`;
}

async function listInvocations(commandId: string, context: Context): Promise<readonly CommandInvocation[]> {
  const pages = await readNextPages((next) =>
    context.aws.ssm.listCommandInvocations({ CommandId: commandId, MaxResults: 50, ...next }),
  );
  return pages.flatMap(({ CommandInvocations }) => CommandInvocations ?? []);
}
