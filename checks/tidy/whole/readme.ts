/** The README's commands are the ones that are checked on a clean machine. */
import type { Fault } from '../source';

/** Setup commands of a README: the lines of its `sh` blocks that begin with an install. */
export function setUpCommands(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
  return blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('npm ci && '));
}

/**
 * The script for a clean machine contains the commands of both lines, as whole lines: `npm ci` once, then the rest of
 * the second one and of the first.
 */
export function readmeFaults(readme: string, ciRun: string): Fault[] {
  const commands = setUpCommands(readme);
  if (commands.length !== 2) {
    const message = `has ${commands.length} lines "npm ci && …" in sh blocks; two are promised: to start, and to test`;
    return [{ path: 'README.md', line: 1, message }];
  }
  const lines = ciRun.split('\n').map((line) => line.trim());
  const parts = ['npm ci', ...commands.map((command) => command.replace('npm ci && ', ''))];
  const places = parts.map((part) => lines.indexOf(part));
  const missing = parts.filter((_, index) => places[index] === -1);
  if (missing.length > 0) {
    return missing.map((part) => ({ path: '.ci/run', line: 1, message: `does not run README's "${part}"` }));
  }
  const [install = 0, start = 0, tests = 0] = places;
  if (install < tests && tests < start) return [];
  return [
    { path: '.ci/run', line: tests + 1, message: "runs README's commands in a wrong order: install, test, start" },
  ];
}
