/** `docs/errors.md`, from the table of errors. */
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  USER_ERRORS,
  WORKLOAD_REASONS,
} from '../../lib/shapes/error-codes';

const PARTS: readonly (readonly [string, Readonly<Record<string, ErrorEntry>>])[] = [
  ['Of what was given: command line, specs, settings', USER_ERRORS],
  ['By which state machines end, or rigs fail', MACHINE_ERRORS],
  ['Of functions, and of the program itself', PROGRAM_ERRORS],
  ['Reasons of trials, whatever their workload', TRIAL_REASONS],
  ['Reasons of trials that workloads find in what their tools left', WORKLOAD_REASONS],
];

/** The whole page. */
export function errorsPage(): string {
  const parts = PARTS.map(([title, entries]) => `## ${title}\n\n${table(entries)}`);
  return `# Errors

Made by \`npm run reference\` from \`lib/shapes/texts/errors.json\`
and \`reasons.json\` beside it. Every error has one of these names: in the console of
Step Functions as Error, in logs and \`--json\` as \`name\`. Mistakes in a spec have codes of their own;
\`npx fsxbench validate\` prints each with its line and what is allowed.

${parts.join('\n\n')}
`;
}

function table(entries: Readonly<Record<string, ErrorEntry>>): string {
  const rows = Object.entries(entries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { what, remedy }]) => [`\`${code}\``, what, remedy].map((cell) => cell.replaceAll('|', '\\|')));
  return [['name', 'what has happened', 'what to do'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
