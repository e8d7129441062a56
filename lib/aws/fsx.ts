/** FSx as the machines call it: the SDK's own names, a short list of actions, answers cut down to what is needed. */
import type { AdministrativeAction, FileSystem, Volume } from '@aws-sdk/client-fsx';
import { type Made, withReferences } from '../shapes/requests';
import type { Context } from './context';

/** Calls that create or change: the bench stack's. */
export const CHANGING = ['CreateFileSystem', 'CreateVolume', 'UpdateFileSystem', 'UpdateVolume'] as const;
export type ChangingCall = (typeof CHANGING)[number];

/** What a machine is told of a file system or volume. */
export interface Seen {
  readonly id: string;
  /** Whether it can be used now, may be soon, or never will be. */
  readonly state: 'ready' | 'busy' | 'failed';
  /** The service's own word, and what it says of a failure. */
  readonly lifecycle: string;
  readonly why: string;
  /** Names by which hosts and later requests reach it: `id`, `dnsName`, `mountName`, `rootVolumeId`, `path`. */
  readonly values: Readonly<Record<string, string>>;
  /** Epoch seconds from which the next change may be asked for. */
  readonly changeableAt: number;
}

/** One create or change; `input` with references, `made` what they refer to. */
interface Request {
  readonly call: ChangingCall;
  readonly input: Readonly<Record<string, unknown>>;
  readonly made: Made;
}

/** A look at a file system or volume; `pauseSeconds` between two changes of it. */
interface Look {
  readonly look: string;
  readonly pauseSeconds: number;
}

/** Sends a create or change, or looks at what became of one. */
export async function callFsx(event: Request | Look, context: Context): Promise<Seen> {
  return 'look' in event ? lookAt(event, context) : sendRequest(event, context);
}

async function sendRequest(event: Request, context: Context): Promise<Seen> {
  const made: Made = { ...event.made, network: context.config.network };
  const input = withReferences(event.input, made) as never;
  const { fsx } = context.aws;
  switch (event.call) {
    case 'CreateFileSystem':
      return seenFileSystem((await fsx.createFileSystem(input)).FileSystem, 0);
    case 'UpdateFileSystem':
      return seenFileSystem((await fsx.updateFileSystem(input)).FileSystem, 0);
    case 'CreateVolume':
      return seenVolume((await fsx.createVolume(input)).Volume, 0);
    case 'UpdateVolume':
      return seenVolume((await fsx.updateVolume(input)).Volume, 0);
  }
}

/** Error names of what is not there, or not yet: a listing lags behind a create. */
const ABSENT = ['FileSystemNotFound', 'VolumeNotFound'];

/** By the form of the id. */
async function lookAt({ look: id, pauseSeconds }: Look, context: Context): Promise<Seen> {
  const { fsx } = context.aws;
  try {
    if (id.startsWith('fsvol-')) {
      const { Volumes } = await fsx.describeVolumes({ VolumeIds: [id] });
      return seenVolume(Volumes?.[0], pauseSeconds);
    }
    const { FileSystems } = await fsx.describeFileSystems({ FileSystemIds: [id] });
    return seenFileSystem(FileSystems?.[0], pauseSeconds);
  } catch (error) {
    if (!ABSENT.includes((error as Error).name)) throw error;
    return { id, state: 'busy', lifecycle: 'NOT_FOUND', why: 'FSx does not know it', values: {}, changeableAt: 0 };
  }
}

/** Deletes one file system or volume, without any final backup: results are in the bucket, and a backup costs. */
export async function deleteOne(event: { id: string }, context: Context): Promise<{ id: string }> {
  const { id } = event;
  const { fsx } = context.aws;
  try {
    if (id.startsWith('fsvol-')) {
      const Options = ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS' as const];
      await fsx.deleteVolume({ VolumeId: id, OpenZFSConfiguration: { Options } });
      return { id };
    }
    const found = (await fsx.describeFileSystems({ FileSystemIds: [id] })).FileSystems?.[0];
    await fsx.deleteFileSystem({ FileSystemId: id, ...withoutBackup(found?.FileSystemType) });
  } catch (error) {
    // Gone is what was wanted.
    if (!ABSENT.includes((error as Error).name)) throw error;
  }
  return { id };
}

/**
 * Options of DeleteFileSystem by type. Lustre takes no final backup unless told to (API reference), and scratch types
 * refuse any configuration, an empty one too (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
 */
function withoutBackup(type: string | undefined): object {
  if (type !== 'OPENZFS') return {};
  return { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS' as const] } };
}

function seenFileSystem(found: FileSystem | undefined, pauseSeconds: number): Seen {
  const {
    FileSystemId: id,
    Lifecycle,
    FailureDetails,
    DNSName,
    LustreConfiguration,
    OpenZFSConfiguration,
  } = found ?? {};
  return {
    ...judged(Lifecycle, FailureDetails?.Message, found?.AdministrativeActions, pauseSeconds),
    id: id ?? '',
    values: known({
      id,
      dnsName: DNSName,
      mountName: LustreConfiguration?.MountName,
      rootVolumeId: OpenZFSConfiguration?.RootVolumeId,
    }),
  };
}

function seenVolume(found: Volume | undefined, pauseSeconds: number): Seen {
  const { VolumeId: id, Lifecycle, LifecycleTransitionReason, OpenZFSConfiguration } = found ?? {};
  return {
    ...judged(Lifecycle, LifecycleTransitionReason?.Message, found?.AdministrativeActions, pauseSeconds),
    id: id ?? '',
    values: known({ id, path: OpenZFSConfiguration?.VolumePath }),
  };
}

/** Lifecycles in which something can be used, or may be soon; every other one, an unknown one too, is a failure. */
const READY = ['AVAILABLE', 'CREATED'];
const BUSY = ['CREATING', 'PENDING', 'UPDATING'];
/** Statuses of an administrative action that is over (API reference, AdministrativeAction). */
const OVER = ['COMPLETED', 'FAILED', 'CANCELLED'];
const FAILED = ['FAILED', 'CANCELLED'];

function judged(
  lifecycle: string | undefined,
  failure: string | undefined,
  actions: readonly AdministrativeAction[] = [],
  pauseSeconds: number,
): Pick<Seen, 'state' | 'lifecycle' | 'why' | 'changeableAt'> {
  const asked = actions.map(({ RequestTime }) =>
    RequestTime === undefined ? 0 : new Date(RequestTime).getTime() / 1000,
  );
  // Only the newest of each type: a failure of last week says nothing about this change.
  const newest = [...actions].sort((a, b) => timeOf(b) - timeOf(a));
  const current = newest.filter((one, index) => index === newest.findIndex((other) => same(one, other)));
  const failed = current.find(({ Status }) => FAILED.includes(Status ?? ''));
  const underWay = current.find(({ Status }) => !OVER.includes(Status ?? ''));
  const changeableAt = asked.length === 0 ? 0 : Math.max(...asked) + pauseSeconds;
  const told = { lifecycle: lifecycle ?? 'UNKNOWN', changeableAt };
  if (failed !== undefined) {
    const said = failed.FailureDetails?.Message ?? 'no reason was given';
    return { ...told, state: 'failed', why: `${failed.AdministrativeActionType ?? 'a change'} failed: ${said}` };
  }
  if (READY.includes(told.lifecycle) && underWay === undefined) return { ...told, state: 'ready', why: '' };
  if (READY.includes(told.lifecycle) || BUSY.includes(told.lifecycle))
    return { ...told, state: 'busy', why: underWay?.AdministrativeActionType ?? '' };
  return { ...told, state: 'failed', why: failure ?? 'no reason was given' };
}

function timeOf({ RequestTime }: AdministrativeAction): number {
  return RequestTime === undefined ? 0 : new Date(RequestTime).getTime();
}

function same(a: AdministrativeAction, b: AdministrativeAction): boolean {
  return a.AdministrativeActionType === b.AdministrativeActionType;
}

function known(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
