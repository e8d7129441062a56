/** Rules beyond the schema: times that cannot be. */
import type { Problem } from '../../shapes/problem';
import type { CommandParams } from './schema';

/** Under a second, starting a script decides; SSM ends commands after two days. */
const RUNTIME = { least: 1, most: 43_200 };
const MOST_TIMEOUT = 86_400;

/** Findings with paths relative to the workload's entry. */
export function check({ runtime, timeout, script }: CommandParams): readonly Problem[] {
  const found: Problem[] = [];
  const add = (severity: 'error' | 'advice', code: string, name: string, message: string): void => {
    found.push({ severity, code, path: [name], message });
  };
  if (runtime < RUNTIME.least || runtime > RUNTIME.most)
    add('error', 'OutOfRange', 'runtime', `found ${runtime} s; allowed: ${RUNTIME.least} s to ${RUNTIME.most} s`);
  else if (timeout < runtime || timeout > MOST_TIMEOUT)
    add(
      'error',
      'OutOfRange',
      'timeout',
      `found ${timeout} s; allowed: \`runtime\`, ${runtime} s, to ${MOST_TIMEOUT} s`,
    );
  if (!script.includes('RESULTS_FILE') && !script.startsWith('#!'))
    add(
      'advice',
      'NoResults',
      'script',
      'nothing in it names `RESULTS_FILE`, the file that metrics are written to, a line `NAME VALUE` each; unless ' +
        'what it calls does that, no trial will count',
    );
  return found;
}
