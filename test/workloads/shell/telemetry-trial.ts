/** Runs the script that queries Prometheus, as at the end of a trial. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BASH, withPieces } from './pieces';

/** What a Prometheus server answers without any series. */
export const PROMETHEUS_ANSWER = '{"status":"success","data":{"resultType":"matrix","result":[]}}';

export interface Trial {
  readonly code: number | null;
  readonly status: { readonly rc: number };
  readonly asked: {
    readonly from: number;
    readonly to: number;
    readonly step: number;
    readonly problem: string;
    readonly answers: Readonly<Record<string, { readonly status: number; readonly problem: string }>>;
  } | null;
  readonly raw: readonly string[];
}

/** Measures from 1000.25 to 1090.5, then queries. */
export async function runTrial(
  root: string,
  url: string,
  more: Readonly<Record<string, string>> = {},
  code = 0,
): Promise<Trial> {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    FSXBENCH_ROOT: root,
    FSXBENCH_OUT: join(root, 'out'),
    FSXBENCH_HOST: 'client-0',
    FSXBENCH_ROLE: 'client',
    FSXBENCH_INDEX: '0',
    FSXBENCH_COPY: 'c1',
    TELEMETRY_URL: url,
    ENDED: '1090.5',
    TELEMETRY_STEP: '15',
    TELEMETRY_ROLE: 'client',
    TELEMETRY_QUERIES: 'server_up\tsum(up{a="b c"}) + 1\nserver_cpu\tavg(cpu[1m])',
    ...more,
  };
  rmSync(env.FSXBENCH_OUT, { recursive: true, force: true });
  mkdirSync(join(env.FSXBENCH_OUT, 'raw'), { recursive: true });
  const text = `status_begin tool /tmp; status_started 1000.25; status_ended "$ENDED"; exit ${code}`;
  const bash = spawn('bash', BASH, { env, stdio: ['pipe', 'ignore', 'inherit'] });
  bash.stdin.end(withPieces(['clock', 'host', 'secret', 'telemetry', 'status'], text));
  const [ended] = (await once(bash, 'exit')) as [number | null];
  const file = join(env.FSXBENCH_OUT, 'raw/servers.json');
  return {
    code: ended,
    status: JSON.parse(readFileSync(join(env.FSXBENCH_OUT, 'status.json'), 'utf8')) as Trial['status'],
    asked: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Trial['asked']) : null,
    raw: readdirSync(join(env.FSXBENCH_OUT, 'raw')).sort(),
  };
}
