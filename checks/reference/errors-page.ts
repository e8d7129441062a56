/** The tables of `docs/errors.md`, from those of errors and reasons. */
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  USER_ERRORS,
  WORKLOAD_REASONS,
} from '../../lib/shapes/error-codes';
import { markdownTable, replacePart } from '../tables';

const PARTS: readonly (readonly [string, Readonly<Record<string, ErrorEntry>>])[] = [
  ['Errors of input: command line, specs, settings', USER_ERRORS],
  ['Errors of executions: state machines and rigs', MACHINE_ERRORS],
  ['Errors of functions and of the program', PROGRAM_ERRORS],
  ['Reasons of trials, for all workloads', TRIAL_REASONS],
  ['Reasons of trials, from the output of tools', WORKLOAD_REASONS],
];

export function errorsPage(now: string): string {
  const parts = PARTS.map(([title, entries]) => {
    const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = sorted.map(([code, { what, remedy }]) => [`\`${code}\``, what, remedy]);
    return `## ${title}\n\n${markdownTable(['name', 'what happened', 'what to do'], rows)}`;
  });
  return replacePart(now, 'errors', parts.join('\n\n'));
}
