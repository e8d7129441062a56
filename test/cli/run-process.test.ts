import { runCommandLine } from '../../lib/cli/run-process';

it('prints the error of explain for an unknown name and sets process.exitCode to 2, without throwing', async () => {
  const { argv, exitCode } = process;
  const written: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text) => written.push(String(text)) > 0;
  process.argv = ['node', 'fsxbench', 'explain', 'xyzzyplugh'];
  try {
    await runCommandLine(process.cwd());
    expect(process.exitCode).toBe(2);
    expect(written.join('')).toContain("unknown name 'xyzzyplugh'");
  } finally {
    process.stderr.write = write;
    process.argv = argv;
    process.exitCode = exitCode;
  }
});
