/** Output of the program of `commits` in a rehearsal. Marked as simulated. */
import { getEngine, isSqlite } from '../../workloads/tools/commit-engines';
import { type CommitsOutput, COMMITS_RESULT } from '../../workloads/commits/parse';
import type { CommitsParams } from '../../workloads/commits/schema';
import { getOutputFile } from '../../workloads/tools/script-result';
import { toHostFacts, type OutputPrinter } from './contract';
import { toLatencyFigures } from './fio/latency';

/** Python and SQLite of Amazon Linux 2023. */
const VERSIONS = { python: 'Python 3.9.16', sqlite: '3.40.0' };
/** Commits of a flush, per client: with 8 clients, a flush covered 4.4 commits. A commit waits for two flushes. */
const GROUP = { commits: 0.55, flushes: 2 };

export function makeCommitsPrinter(params: CommitsParams): OutputPrinter {
  return ({ seconds, units: { rate, latencyUs, spread } }, host) => {
    const { engine, clients, bytes, runtime } = params;
    const isGroup = clients > 1 && !isSqlite(engine);
    const flushes = Math.max(1, Math.round(rate * seconds));
    const commits = isGroup ? Math.round(flushes * Math.max(1, GROUP.commits * clients)) : flushes;
    const meanUs = isGroup ? GROUP.flushes * latencyUs : clients * latencyUs;
    const { bins, mean, max } = toLatencyFigures(1000 * meanUs, spread, commits);
    const { flushes: ofDevice, writes } = getEngine(engine);
    const start = host.began;
    const output: CommitsOutput = {
      tool: 'commits',
      version: 1,
      python: VERSIONS.python,
      sqlite: isSqlite(engine) ? VERSIONS.sqlite : null,
      requested: { engine, clients, bytes, runtime },
      start,
      end: start + seconds,
      commits,
      flushes: isSqlite(engine) ? null : flushes,
      meanUs: mean / 1000,
      longestUs: max / 1000,
      bins: bins.map(([ns, count]) => [ns / 1000, count]),
      device: { name: 'modelled', writeCache: 'modelled', writes: writes * flushes, flushes: ofDevice * flushes },
    };
    return {
      tool: 'python3',
      version: VERSIONS.python,
      argv: ['python3', '-', engine],
      files: { [getOutputFile(COMMITS_RESULT)]: `${JSON.stringify(output)}\n` },
      facts: toHostFacts(host),
    };
  };
}
