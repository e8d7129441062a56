/** The alarms of `docs/operate.md`, from their table. */
import { readFileSync } from 'node:fs';
import { ALARMS, type AlarmEntry } from '../../lib/stacks/alarms/alarm-table';
import { replacePart } from '../tables';

/** @param now the current page, whose other parts are written by hand */
export function operatePage(now = readFileSync('docs/operate.md', 'utf8')): string {
  return replacePart(now, 'alarms', ALARMS.map(formatAlarm).join('\n\n'));
}

function formatAlarm({ id, part, title, means, todo, atLeast, fewer, periodMinutes }: AlarmEntry): string {
  const minutes = `${periodMinutes} minutes`;
  const when = fewer === undefined ? `${atLeast ?? 1} or more in ${minutes}` : `fewer than ${fewer} in ${minutes}`;
  const only = part === 'bench' ? ' In the bench stack, only with `schedules`.' : '';
  const steps = todo.map((step, at) => `${at + 1}. ${step}`).join('\n');
  return `### ${title}\n\n\`NAME-${id}\`: ${when}.${only}\n\n${means}\n\n${steps}`;
}
