/** Makes `docs/errors.md` from the tables of errors and reasons. */
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  USER_ERRORS,
  WORKLOAD_REASONS,
} from '../../lib/shapes/error-codes';

const PARTS: readonly (readonly [string, Readonly<Record<string, ErrorEntry>>])[] = [
  ['Errors of input: command line, specs, settings', USER_ERRORS],
  ['Errors of executions: state machines and rigs', MACHINE_ERRORS],
  ['Errors of functions and of the program', PROGRAM_ERRORS],
  ['Reasons of trials, for all workloads', TRIAL_REASONS],
  ['Reasons of trials, from the output of tools', WORKLOAD_REASONS],
];

/** The whole page. */
export function errorsPage(): string {
  const parts = PARTS.map(([title, entries]) => `## ${title}\n\n${table(entries)}`);
  return `# Errors

Made by \`npm run reference\` from \`lib/shapes/texts/errors.json\`
and \`reasons.json\` next to it. Every error has one of these names. The Step Functions console shows it as Error,
logs and \`--json\` as \`name\`. Problems in a spec have separate codes;
\`npx fsxbench validate\` prints each with its line and the allowed values.

${parts.join('\n\n')}
`;
}

function table(entries: Readonly<Record<string, ErrorEntry>>): string {
  const rows = Object.entries(entries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { what, remedy }]) => [`\`${code}\``, what, remedy].map((cell) => cell.replaceAll('|', '\\|')));
  return [['name', 'what happened', 'what to do'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
