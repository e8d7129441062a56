/** A command line with captured output, for tests of commands. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Cli, CommandModule, Options } from '../../lib/cli/command';
import type { StopHandler, Interrupts } from '../../lib/cli/interrupts';
import type { ExitCode } from '../../lib/cli/exit-code';

export interface CapturedCli {
  readonly cli: Cli;
  out(): string;
  err(): string;
}

/** @param cwd working directory of the user; the root of the repository where absent. */
export function captureCli(cwd?: string): CapturedCli {
  const root = join(__dirname, '../..');
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString('utf8');
        done();
      },
    });
  const cli = {
    root,
    cwd: cwd ?? root,
    out: stream('out'),
    err: stream('err'),
    interrupts: { take: () => () => undefined },
    // A separate lock, so that tests do not wait for each other.
    lock: `test-${randomUUID()}`,
  };
  return { cli, out: () => texts.out, err: () => texts.err };
}

/** The output of a command about a spec of this text, in a new folder. */
export async function runOnSpec(
  run: CommandModule['run'],
  text: string,
  options: Options = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-spec-'));
  try {
    writeFileSync(join(folder, 'spec.yaml'), text);
    const { cli, out, err } = captureCli(folder);
    return { code: await run(cli, ['spec.yaml'], options), out: out(), err: err() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Interrupts that a test triggers. */
export class Keys implements Interrupts {
  private ending: StopHandler | null = null;
  private presses = 0;
  /** The exit code that a second press would have ended the program with. */
  code: ExitCode | null = null;

  /** Called when the first listener is added: an execution has begun, and created nothing yet. */
  taken: () => void = () => undefined;

  take(ending: StopHandler): () => void {
    this.ending = ending;
    this.taken();
    if (this.presses > 0) ending.first();
    return () => {
      this.ending = null;
    };
  }

  press(): void {
    this.presses += 1;
    if (this.presses === 1) this.ending?.first();
    else this.code = this.ending?.second() ?? null;
  }
}
