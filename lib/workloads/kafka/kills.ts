/** Planned kills of servers: as lines for hosts, and the hosts that they hit. */
import type { PlannedEvent, WorkloadEvent } from '../../shapes/events';

/** The lines for events.sh: one for each kill. Other events have none. */
export function formatKills(events: readonly WorkloadEvent[]): string {
  const lines = events.flatMap(({ atSeconds, action }) =>
    'kill' in action ? [`kill ${atSeconds} ${action.kill.hosts} ${action.kill.resumeOn}\n`] : [],
  );
  return lines.join('');
}

export interface PlannedKill {
  readonly atSeconds: number;
  /** Names of the killed hosts. */
  readonly victims: readonly string[];
  readonly resumeOn: string;
}

export function listPlannedKills(events: readonly PlannedEvent[] = []): readonly PlannedKill[] {
  return events.flatMap(({ atSeconds, action, hosts = [] }) =>
    'kill' in action
      ? [{ atSeconds, victims: hosts.map((one) => `${action.kill.role}-${one}`), resumeOn: action.kill.resumeOn }]
      : [],
  );
}
