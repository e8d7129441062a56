/** Where the log of handlers and hosts goes on one machine: errors to the terminal, nothing else. */
import type { Log } from '../../aws/context';
import type { Cli } from '../command';

/** Errors only, one line each. */
export function quietLog(cli: Pick<Cli, 'err'>): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (message, details) => {
      const more = details === undefined ? '' : ` ${Object.values(details).map(String).join(': ')}`;
      cli.err.write(`${message}${more}\n`);
    },
  };
}
