/** moto, an emulator of AWS by another project, as a server on this machine: an independent check of deployments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensure } from '../../lib/shapes/errors';
import { installedPython } from '../../checks/moto/install';
import { describeOutside } from './describe-outside';

export interface Moto {
  /** `http://127.0.0.1:<port>`: the endpoint of every service. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The default account of moto. */
export const MOTO_ACCOUNT = '123456789012';

/** Starting takes 2 s on an idle machine, and longer under load, milliseconds. */
const START_MS = 60_000;

const python = installedPython();

/** Tests with moto. */
export function describeMoto(name: string, tests: () => void): void {
  describeOutside(name, python === null ? 'moto is not installed; npm run moto' : null, tests);
}

/** Starts a new, empty server on a free port. It ends with `stop`, and with this process. */
export async function startMoto(): Promise<Moto> {
  const server = spawn(
    ensure(python, 'moto, which `npm run moto` installs'),
    ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const kill = (): void => void server.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(server, 'exit');
  const said: string[] = [];
  const lines = createInterface({ input: server.stderr });
  const port = await new Promise<string>((resolve, reject) => {
    const refuse = (why: string): void => reject(new Error(`moto ${why}:\n${said.join('\n')}`));
    const timer = setTimeout(() => refuse(`did not start in ${START_MS} ms`), START_MS);
    server.once('error', reject);
    server.once('exit', (code) => refuse(`ended with ${code}`));
    lines.on('line', (line) => {
      if (said.length < 50) said.push(line);
      const [, found] = / \* Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  }).catch((error: unknown) => {
    kill();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
      lines.close();
    },
  };
}
