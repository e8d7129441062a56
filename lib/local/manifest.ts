/**
 * Everything that an execution created on this machine: host folders, processes, data directories, and parent
 * directories. Recorded at creation in a file next to the results and in memory, so that neither the end of this
 * process nor a deleted file loses it. Whether an entry still exists is checked on demand.
 */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layout } from '../shapes/layout';
import { TAG_KEYS } from '../shapes/tags';
import type { LocalKind, ReceiptResource } from '../shapes/receipt';
import { parseIdentity, isAlive, type ProcessIdentity, readOrNull } from './processes';
import { hasOtherFiles, VOLUME_MARKER } from './volumes';

export type ManifestEntry =
  | { readonly kind: 'process'; readonly id: string; readonly rig: string | null; readonly identity: ProcessIdentity }
  | { readonly kind: Exclude<LocalKind, 'process' | 'host'>; readonly id: string; readonly rig: string | null };

/** Records what a host created; its rig is known. */
export type Recorder = (made: WithoutRig<ManifestEntry>) => void;
type WithoutRig<M> = M extends ManifestEntry ? Omit<M, 'rig'> : never;

/** Tags of the owner. */
export type Tags = Readonly<Record<string, string>>;

/** Records a started process; does nothing if it could not start. */
export function noteProcess(note: Recorder, { identity }: { readonly identity: ProcessIdentity | null }): void {
  if (identity !== null) note({ kind: 'process', id: String(identity.pid), identity });
}

export class Manifest {
  private readonly known = new Map<string, ManifestEntry>();

  /** @param bucketDir folder in place of the results bucket */
  constructor(private readonly bucketDir: string) {}

  /** Records an entry once. */
  note(tags: Tags, made: ManifestEntry): void {
    const place = this.getPath(tags[TAG_KEYS.experiment], tags[TAG_KEYS.execution]);
    if (place === null) return;
    const key = `${place} ${formatKey(made)}`;
    if (this.known.has(key)) return;
    this.known.set(key, made);
    try {
      mkdirSync(dirname(place), { recursive: true });
      // The leading newline separates it from a line that was cut off by a full disk or a killed process.
      appendFileSync(place, `\n${JSON.stringify(made)}\n`);
    } catch {
      // A full disk must not stop cleanup; this process keeps the entry in memory.
    }
  }

  /** All entries of an execution, by this process or an earlier one, as receipt entries. */
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

/** Process ids are reused: the start time distinguishes them. */
function formatKey(made: ManifestEntry): string {
  return made.kind === 'process' ? `process ${made.id} ${made.identity.start}` : `${made.kind} ${made.id}`;
}

function toResource(made: ManifestEntry): ReceiptResource {
  const { kind, id, rig } = made;
  return { kind, id, rig, state: doesExist(made) ? 'there' : 'gone' };
}

function doesExist(made: ManifestEntry): boolean {
  if (made.kind === 'process') return isAlive(made.identity);
  if (made.kind === 'parent directory') return existsSync(made.id) && !hasOtherFiles(made.id, made.rig);
  // A directory without our marker now belongs to someone else.
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
