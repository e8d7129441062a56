import { spawn } from 'node:child_process';
import { runSteps, type Step } from '../../../checks/check/steps';

const step = (name: string, script: string): Step => ({
  name,
  command: process.execPath,
  args: ['-e', script],
});

async function run(steps: Step[]): Promise<{ failed: string[]; lines: string[] }> {
  const lines: string[] = [];
  const failed = await runSteps({
    steps,
    parallel: 2,
    start: ({ command, args }) => spawn(command, args),
    print: (line) => lines.push(line),
  });
  return { failed, lines };
}

describe('runSteps', () => {
  it('prints one line for a passed step, and all output of a failed step', async () => {
    const { failed, lines } = await run([
      step('types', "console.log('much text')"),
      step('lint', "console.log('a.ts:1: error'); console.error('and this'); process.exit(2)"),
    ]);
    expect(failed).toEqual(['lint']);
    expect(lines[0]).toMatch(/^ok {5}types +\d+\.\d s$/);
    expect(lines[1]).toMatch(/^FAILED lint +\d+\.\d s$/);
    expect(lines[2]).toContain('a.ts:1: error');
    expect(lines[2]).toContain('and this');
    expect(lines.join('\n')).not.toContain('much text');
    expect(lines.at(-1)).toBe('check: lint failed');
  });

  it('continues after a failure, and prints results in the order of the list', async () => {
    const slow = step('slow', 'setTimeout(() => {}, 300)');
    const { failed, lines } = await run([slow, step('bad', 'process.exit(1)'), step('last', '')]);
    expect(failed).toEqual(['bad']);
    const names = lines.flatMap((line) => /^(?:ok|FAILED)\s+(\w+)/.exec(line)?.[1] ?? []);
    expect(names).toEqual(['slow', 'bad', 'last']);
  });

  it('reports a tool that could not be started', async () => {
    const { failed, lines } = await run([{ name: 'shell', command: '/nowhere/shellcheck', args: [] }]);
    expect(failed).toEqual(['shell']);
    expect(lines.join('\n')).toContain('/nowhere/shellcheck could not be started');
  });

  it('prints that all is right when every step passes', async () => {
    const { failed, lines } = await run([step('types', '')]);
    expect(failed).toEqual([]);
    expect(lines.at(-1)).toBe('check: all right');
  });
});
