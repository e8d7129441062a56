/** Services of a host that outlive the command which started them: `workloads/fixtures/lasting.sh` writes them down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostFolder } from './host-folder';
import type { Note } from './manifest';
import type { ProcessIdentity } from './processes';

/** As `slots.json` names a process: its number, and its start in clock ticks since boot. */
const PROCESS = /^process (\d+) (\d+)$/;

/** First processes of the services that `slots.json` lists, whether they live or not. None where it cannot be read. */
export function servicesOf({ root }: Pick<HostFolder, 'root'>): ProcessIdentity[] {
  const { boot, slots } = read(join(root, 'slots.json'));
  if (typeof boot !== 'string' || typeof slots !== 'object' || slots === null) return [];
  return Object.values(slots).flatMap((slot: unknown) => {
    const lasting = typeof slot === 'object' && slot !== null && 'lasting' in slot ? String(slot.lasting) : '';
    const [, pid, start] = PROCESS.exec(lasting) ?? [];
    return pid === undefined || start === undefined ? [] : [{ pid: Number(pid), start, boot }];
  });
}

/** Notes them as made. */
export function noteServices(note: Note, folder: Pick<HostFolder, 'root'>): void {
  for (const identity of servicesOf(folder)) note({ kind: 'process', id: String(identity.pid), identity });
}

function read(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
