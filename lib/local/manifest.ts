/**
 * What an execution made on this machine: its hosts' folders, processes, directories with data, and directories that
 * had to be made to hold these. Noted as it is made, in a file beside the results and in memory, so that neither the
 * end of this process nor a deleted file loses it; whether it is still there is looked up when somebody asks.
 */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layout, TAG } from '../shapes/layout';
import type { LocalKind, ReceiptResource } from '../shapes/receipt';
import { parseIdentity, isAlive, type ProcessIdentity, readOrNull } from './processes';
import { hasOtherFiles, VOLUME_MARKER } from './volumes';

/** One thing that was made. */
export type ManifestEntry =
  | { readonly kind: 'process'; readonly id: string; readonly rig: string | null; readonly identity: ProcessIdentity }
  | { readonly kind: Exclude<LocalKind, 'process' | 'host'>; readonly id: string; readonly rig: string | null };

/** Notes what a host made; its rig is known already. */
export type Recorder = (made: WithoutRig<ManifestEntry>) => void;
type WithoutRig<M> = M extends ManifestEntry ? Omit<M, 'rig'> : never;

/** Whose things they are. */
export type Tags = Readonly<Record<string, string>>;

/** Notes a process that was started; one that could not be is none. */
export function noteProcess(note: Recorder, { identity }: { readonly identity: ProcessIdentity | null }): void {
  if (identity !== null) note({ kind: 'process', id: String(identity.pid), identity });
}

export class Manifest {
  private readonly known = new Map<string, ManifestEntry>();

  /** @param bucketDir folder that stands for the results bucket */
  constructor(private readonly bucketDir: string) {}

  /** Notes one thing; what is noted already is not noted again. */
  note(tags: Tags, made: ManifestEntry): void {
    const place = this.getPath(tags[TAG.experiment], tags[TAG.execution]);
    if (place === null) return;
    const key = `${place} ${formatKey(made)}`;
    if (this.known.has(key)) return;
    this.known.set(key, made);
    try {
      mkdirSync(dirname(place), { recursive: true });
      // On a line of its own even where an earlier one was cut off, by a full disk or the end of its process.
      appendFileSync(place, `\n${JSON.stringify(made)}\n`);
    } catch {
      // A full disk must keep nobody from ending hosts; this process still knows it.
    }
  }

  /** All that was noted of an execution, by this process or an earlier one, as a receipt lists it. */
  list(experiment: string, executionId: string): ReceiptResource[] {
    const place = this.getPath(experiment, executionId);
    if (place === null) return [];
    const read = (readOrNull(place) ?? '')
      .split('\n')
      .map(parseLine)
      .filter((made) => made !== null);
    const own = [...this.known].filter(([key]) => key.startsWith(`${place} `)).map(([, made]) => made);
    return [...new Map([...read, ...own].map((made) => [formatKey(made), made])).values()].map(toResource);
  }

  private getPath(experiment: string | undefined, executionId: string | undefined): string | null {
    if (experiment === undefined || executionId === undefined) return null;
    return join(this.bucketDir, layout(experiment, executionId).root, 'made.jsonl');
  }
}

/** A number may be given to another process later: only the start tells them apart. */
function formatKey(made: ManifestEntry): string {
  return made.kind === 'process' ? `process ${made.id} ${made.identity.start}` : `${made.kind} ${made.id}`;
}

function toResource(made: ManifestEntry): ReceiptResource {
  const { kind, id, rig } = made;
  return { kind, id, rig, state: isThere(made) ? 'there' : 'gone' };
}

function isThere(made: ManifestEntry): boolean {
  if (made.kind === 'process') return isAlive(made.identity);
  if (made.kind === 'parent directory') return existsSync(made.id) && !hasOtherFiles(made.id, made.rig);
  // A directory that somebody uses by now is no longer ours; its marker went with what we made of it.
  return existsSync(made.kind === 'data directory' ? join(made.id, VOLUME_MARKER) : made.id);
}

/** Null for a line that was cut off. */
function parseLine(line: string): ManifestEntry | null {
  try {
    const { kind, id, rig, identity } = JSON.parse(line) as Record<string, unknown>;
    if (typeof id !== 'string' || (typeof rig !== 'string' && rig !== null)) return null;
    if (kind === 'host folder' || kind === 'data directory' || kind === 'parent directory') return { kind, id, rig };
    const known = parseIdentity(identity);
    return kind === 'process' && known !== null ? { kind, id, rig, identity: known } : null;
  } catch {
    return null;
  }
}
