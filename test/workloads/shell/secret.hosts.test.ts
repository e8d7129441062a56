import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { telemetrySchema, toTelemetry } from '../../../lib/targets/prometheus/setting';
import cases from '../../aws/admission/external.secrets.cases.json';
import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';
import { LoopbackNetwork } from './loopback-network';
import { runPieces } from './pieces';
import { runTrial, type Trial } from './telemetry-trial';

type AddressCase = [title: string, address: string, server: string | null, isBound: boolean];

const TOKEN = 'abc.DEF-123==';
const REFUSAL =
  'the secret with the token cannot be read, contains no token, or may not go to this server ' +
  '(context secrets of the deployment)';

let root = '';
let network = new LoopbackNetwork();
let proxies: Readonly<Record<string, string>> = {};
beforeEach(async () => {
  root = temporaryFolder('fsxbench-secret-');
  network = new LoopbackNetwork();
  proxies = await network.open();
});
afterEach(() => network.close());

/** Queries a server with a token. `aws` notes its call; curl trusts every certificate, as if each server had one. */
function query(
  url: string,
  {
    secret = cases.token,
    document = cases.document,
    aws = `echo '${TOKEN}'`,
    trusts = true,
  }: { readonly secret?: string; readonly document?: string; readonly aws?: string; readonly trusts?: boolean } = {},
): Promise<Trial> {
  addCommand(root, 'aws', `printf '%s\\n' "$*" >"${root}/called"\n${aws}`);
  const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
  if (trusts) addCommand(root, 'curl', `[[ $1 == -q ]] && exec ${curl} -q -k "\${@:2}"`);
  return runTrial(root, url, {
    ...proxies,
    PATH: putFirst(root),
    TELEMETRY_SECRET: secret,
    TELEMETRY_QUERIES: 'server_up\tup',
    FSXBENCH_SECRETS: document,
  });
}

const hasReadSecret = (): boolean => existsSync(join(root, 'called'));
/** `https://a/b` → `a:443`. */
const toConnection = (server: string): string => `${new URL(server).hostname}:${new URL(server).port || '443'}`;
const BOUND = cases.deployed.flatMap(({ servers }) => servers);

describe('telemetry.sh with a token', () => {
  it.each(cases.addresses as AddressCase[])(
    'sends the token only to servers that its secret is bound to, also for a forged plan: %s (%s)',
    async (_, address, server, isBound) => {
      // A forged plan holds the address as it was written, and a true one as it was normalised.
      const isExact = isBound && BOUND.some((one) => address === one || address.startsWith(`${one}/`));
      const forged = await query(address.replace(/\/$/, ''));
      expect(network.arrived).toEqual(isExact ? [{ to: toConnection(address), token: `Bearer ${TOKEN}` }] : []);
      expect([forged.code, forged.asked?.problem, hasReadSecret()]).toEqual([0, isExact ? '' : REFUSAL, isExact]);
      if (server === null) return;
      const settings = telemetrySchema.parse({ prometheus: address, secret: cases.token, metrics: { up: 'up' } });
      network.arrived.length = 0;
      const planned = await query(toTelemetry(settings)?.prometheus ?? '');
      expect(network.arrived).toEqual(isBound ? [{ to: toConnection(server), token: `Bearer ${TOKEN}` }] : []);
      expect(planned.asked?.problem).toBe(isBound ? '' : REFUSAL);
    },
  );

  it('does not follow a redirect', async () => {
    network.redirect = 'https://evil.example/';
    const { asked } = await query('https://good.example');
    expect(network.arrived).toEqual([{ to: 'good.example:443', token: `Bearer ${TOKEN}` }]);
    expect(asked?.answers['server_up']?.problem).toBe('it answered with HTTP status 302');
  });

  it('sends no token to a server with an untrusted certificate', async () => {
    const { asked } = await query('https://good.example', { trusts: false });
    expect(network.arrived).toEqual([{ to: 'good.example:443', token: null }]);
    expect(asked?.answers['server_up']?.problem).toMatch(/^curl: \(60\) SSL certificate problem/);
  });

  it.each([
    ['a Ceph key as a token', 'https://10.20.0.11', { secret: cases.key }],
    ['a Ceph key for the server of the token', 'https://good.example', { secret: cases.key }],
    ['a secret by a part of its ARN', 'https://good.example', { secret: cases.token.slice(0, -7) }],
    ['any secret, when the document binds none', 'https://good.example', { document: '' }],
    [
      'two secrets as one',
      'https://good.example:9443',
      { secret: cases.document.split(' https://good.example:9443')[0] },
    ],
    ['two servers as one', `https://good.example;${cases.token} https:`, {}],
  ])('refuses a plan that passes %s, before it reads a secret', async (_, url, more) => {
    const { asked } = await query(url, more as { readonly secret?: string });
    expect([network.arrived, asked?.problem, hasReadSecret()]).toEqual([[], REFUSAL, false]);
  });

  it('writes the token to no file, and names the secret in the AWS call', async () => {
    await query('https://good.example');
    expect(readFileSync(join(root, 'called'), 'utf8')).toBe(
      `secretsmanager get-secret-value --region xx-local-1 --secret-id ${cases.token} ` +
        '--query SecretString --output text\n',
    );
    const files = readdirSync(join(root, 'out'), { recursive: true, withFileTypes: true });
    const texts = files
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join()).not.toContain('abc.DEF');
  });

  it.each([
    ['cannot be read', 'echo "An error occurred (AccessDeniedException) when calling abc" >&2; exit 254'],
    ['contains curl options', 'echo \'"; url = "http://127.0.0.1:1\''],
    ['has two lines', 'echo abc; echo def'],
    ['is empty', 'echo'],
  ])('reports a secret that %s, and sends no query', async (_, aws) => {
    const { code, asked } = await query('https://good.example', { aws });
    expect([code, asked?.problem, network.arrived]).toEqual([0, REFUSAL, []]);
  });
});

describe('secret_read', () => {
  const read = (...args: readonly string[]): { readonly out: string; readonly err: string } => {
    addCommand(root, 'aws', 'echo the-key');
    const env = { PATH: putFirst(root), FSXBENCH_SECRETS: cases.document };
    const quoted = args.map((one) => `'${one}'`).join(' ');
    const { stdout, stderr } = runPieces(['secret'], `secret_read ${quoted}`, env);
    return { out: stdout, err: stderr };
  };

  it('reads a secret for several servers only if it is bound to each', () => {
    expect(read(cases.key, '10.20.0.11', 'mon.example')).toEqual({ out: 'the-key\n', err: '' });
    const err = 'ceph-AbCdEf may not go to 10.20.0.12\n';
    expect(read(cases.key, '10.20.0.11', '10.20.0.12')).toEqual({ out: '', err });
    expect(read(cases.key)).toEqual({ out: '', err: 'ceph-AbCdEf: no server named\n' });
  });

  it.each((cases.monitors as AddressCase[]).filter(([title]) => title !== 'upper case'))(
    'reads a Ceph key only for monitors that it is bound to: %s (%s)',
    (_, monitor, __, isBound) => expect(read(cases.key, monitor).out).toBe(isBound ? 'the-key\n' : ''),
  );
});
