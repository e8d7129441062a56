import { spawn } from 'node:child_process';
import { runSteps, type Step } from '../../../checks/check/steps';

const step = (name: string, script: string): Step => ({ name, command: process.execPath, args: ['-e', script] });

async function run(...steps: Step[]): Promise<{ failed: string[]; lines: string[]; text: string }> {
  const lines: string[] = [];
  const start = ({ command, args }: Step) => spawn(command, args);
  const failed = await runSteps({ steps, parallel: 2, start, print: (line) => lines.push(line) });
  return { failed, lines, text: lines.join('\n') };
}

describe('runSteps', () => {
  it('prints one line for a passed step, and all output of failed steps and missing tools, in order', async () => {
    const { failed, lines, text } = await run(
      step('types', "setTimeout(() => console.log('much text'), 300)"),
      step('lint', "console.log('a.ts:1: error'); console.error('and this'); process.exit(2)"),
      { name: 'shell', command: '/nowhere/shellcheck', args: [] },
      step('last', ''),
    );
    expect(failed).toEqual(['lint', 'shell']);
    expect(lines[0]).toMatch(/^ok {5}types +\d+\.\d s$/);
    expect(lines[1]).toMatch(/^FAILED lint +\d+\.\d s$/);
    expect(lines[2]).toContain('a.ts:1: error');
    expect(lines[2]).toContain('and this');
    expect(text).not.toContain('much text');
    expect(text).toContain('/nowhere/shellcheck could not be started');
    expect(lines.flatMap((line) => /^(?:ok|FAILED)\s+(\w+)/.exec(line)?.[1] ?? [])).toEqual([
      'types',
      'lint',
      'shell',
      'last',
    ]);
    expect(lines.at(-1)).toBe('check: lint, shell failed');
  });

  it('prints that all is right when every step passes', async () => {
    const { failed, lines } = await run(step('types', ''));
    expect([failed, lines.at(-1)]).toEqual([[], 'check: all right']);
  });
});
