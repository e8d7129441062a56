/** Specs that start by themselves: their `schedule` becomes a schedule of EventBridge Scheduler. */
import { FsxbenchError } from '../../shapes/errors';
import { parse } from 'yaml';
import type { ScheduledSpec } from '../settings';

/**
 * Only what the schedule needs is looked at; all else is checked by `fsxbench validate`, and by every execution.
 * @param file name of the file, for messages
 * @param text the spec, YAML
 * @throws Error `SettingsInvalid` where it is no YAML, has no name, or no schedule
 */
export function scheduledSpec(file: string, text: string): ScheduledSpec {
  const spec = fields(read(file, text));
  const { cron, timezone } = fields(spec['schedule']);
  const experiment = spec['experiment'];
  if (typeof experiment !== 'string' || !/^[A-Za-z0-9_-]{1,48}$/.test(experiment)) {
    throw invalid(file, `experiment is ${JSON.stringify(experiment)}; it needs a name of letters, digits, "_" and "-"`);
  }
  if (typeof cron !== 'string') {
    throw invalid(file, 'it has no `schedule` with a `cron`, so it cannot start by itself');
  }
  return { experiment, text, expression: `cron(${cron})`, timezone: typeof timezone === 'string' ? timezone : 'UTC' };
}

function read(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw invalid(file, (error as Error).message, error);
  }
}

/** The members of a mapping; none for anything else. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function invalid(file: string, why: string, cause?: unknown): FsxbenchError {
  return new FsxbenchError('SettingsInvalid', `${file} cannot be scheduled: ${why}`, { facts: { file }, cause });
}
