import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostStatus } from '../../../lib/workloads/contract';
import { addCommand, putFirst } from '../commands';
import { HOSTS_KEY, KEY, STORED, WRAPPER, WrapperHost } from './wrapper-host';
import cases from './run-script.cases.json';

let host: WrapperHost;

beforeEach(() => (host = new WrapperHost()));

describe('run-script.sh with a successful script', () => {
  const SCRIPT = [
    'mkdir -p "$FSXBENCH_OUT/raw"',
    'env | grep ^FSXBENCH_ | sort | grep -v -E "_(ROOT|OUT|HOSTS)=" >"$FSXBENCH_OUT/raw/settings.txt"',
    'cat "$FSXBENCH_HOSTS" >"$FSXBENCH_OUT/raw/hosts.txt"',
    'ls -A "$FSXBENCH_OUT" >"$FSXBENCH_OUT/raw/before.txt"',
    'echo \'{"rc":0}\' >"$FSXBENCH_OUT/status.json"',
    'echo told; echo whispered >&2',
  ].join('\n');

  it('passes host, role and attempt to the script, without S3 keys and time limit, and stores its results', () => {
    const { code, err, out } = host.run(SCRIPT);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^t0001\.a1 measure client-1: exit 0 after \d+\.\d{3} s, 6 files stored, 0 of them.*\n$/);
    expect(host.stored('status.json')).toBe('{"rc":0}\n');
    expect(host.stored('raw/stdout.txt')).toBe('told\n');
    expect(host.stored('raw/stderr.txt')).toBe('whispered\n');
    expect(host.stored('raw/before.txt')).toBe('raw\n');
    expect(host.stored('raw/hosts.txt')).toContain('broker-0 broker 0');
    const settings = host.stored('raw/settings.txt').split('\n');
    expect(settings.filter((line) => line.startsWith('FSXBENCH_'))).toEqual([
      'FSXBENCH_ATTEMPT=t0001.a1',
      expect.stringMatching(/^FSXBENCH_DELIVERY=\d+\.\d+$/),
      // Its folder; the file is there where something was made.
      expect.stringContaining('FSXBENCH_ENDPOINTS='),
      'FSXBENCH_HOST=client-1',
      'FSXBENCH_HOST_ID=i-1',
      'FSXBENCH_INDEX=1',
      'FSXBENCH_LOCAL=1',
      'FSXBENCH_OTHERS=',
      'FSXBENCH_ROLE=client',
      'FSXBENCH_START_AT=',
      `FSXBENCH_TOOLS=${host.bucket}/tools`,
    ]);
  });

  it('prints one line of at most 200 characters', () => {
    const long = host.run('exit 0', { FSXBENCH_ATTEMPT: 'a'.repeat(80), FSXBENCH_STEP: 'b'.repeat(80) });
    expect(Array.from(long.out.trimEnd())).toHaveLength(200);
  });

  it('uses the line of the host list that FSXBENCH_HOST names', () => {
    expect(host.run('exit 0', { FSXBENCH_HOST: 'broker-0' }).out).toContain('measure broker-0: exit 0');
  });

  it('stores files with shell characters in their names without executing them', () => {
    const nasty = String.raw`-rf $(touch pwned) ' " *.txt`;
    host.run(`mkdir -p "$FSXBENCH_OUT/raw/a b"; echo x >"$FSXBENCH_OUT/raw/a b/"'${nasty.replaceAll("'", `'\\''`)}'`);
    expect(host.stored(`raw/a b/${nasty}`)).toBe('x\n');
    expect(readdirSync(join(host.root, 'work'))).toEqual([]);
    expect(readdirSync(host.base).filter((name) => name.includes('pwned') && !name.includes(' '))).toEqual([]);
  });
});

describe('run-script.sh after a deployment of another version', () => {
  const V1 = { FSXBENCH_PLANNED: '1', FSXBENCH_DEPLOYED: '1' };
  const putHostList = (version: string): void => host.object(HOSTS_KEY, `client-1 client 1 127.0.0.1 i-1${version}\n`);

  it('runs the script when the version is the same', () => {
    putHostList(' 1');
    expect(host.run('env | grep -q -e PLANNED -e DEPLOYED && exit 7; exit 0', V1).code).toBe(0);
  });

  it('refuses a document of another version with OtherVersion and exit code 99', () => {
    putHostList(' 1');
    const { code, err } = host.run('exit 0', { ...V1, FSXBENCH_DEPLOYED: '2', FSXBENCH_OUTPUT_PREFIX: '' });
    expect(code).toBe(99);
    const words = 'version 1 of the contracts planned this execution, and version 2 is deployed';
    expect(err).toBe(`run-script: OtherVersion: ${words}\n`);
    expect(host.exists('attempts')).toBe(false);
  });

  it.each(['', ' 2'])('refuses a host list of another version with exit code 99: "%s"', (version) => {
    putHostList(version);
    expect(host.run('exit 0', V1).code).toBe(99);
    expect(host.status().facts['wrapper']).toContain(`version ${version.trim() || 'none'} is deployed`);
  });

  it('runs cleanup steps with any version', () => {
    putHostList(' 2');
    for (const attempt of ['clean', 'clean-again'])
      expect(host.run('exit 0', { ...V1, FSXBENCH_DEPLOYED: '2', FSXBENCH_ATTEMPT: attempt }).code).toBe(0);
  });
});

describe('run-script.sh with a failing script', () => {
  it('returns its exit code, and writes a status.json when the script wrote none', () => {
    const { code, err } = host.run('echo reason >&2; exit 7');
    expect({ code, err }).toEqual({ code: 7, err: 'reason\n' });
    expect(host.status()).toMatchObject({
      host: 'client-1',
      role: 'client',
      tool: 'run-script',
      argv: ['bash', KEY],
      rc: 7,
      startAt: null,
      facts: { wrapper: 'the script left no status.json' },
    });
    expect(host.status().ended).toBeGreaterThanOrEqual(host.status().started);
    expect(host.status().mount.type).not.toBe('');
    expect(host.status().kernel).not.toBe('');
  });

  it('keeps the first and last part of an output above 1 MiB', () => {
    host.run('echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo last');
    const text = host.stored('raw/stdout.txt');
    expect(text).toHaveLength(1_048_576);
    expect(text.startsWith('first\nxxx')).toBe(true);
    expect(text.endsWith('xlast\n')).toBe(true);
  });
});

describe('run-script.sh with failures of its inputs or storage', () => {
  it('refuses a script with another SHA-256 with exit code 97', () => {
    const { code, err } = host.run('touch "$FSXBENCH_ROOT/ran"', { FSXBENCH_SCRIPT_SHA256: '0'.repeat(64) });
    expect(code).toBe(97);
    expect(err).toMatch(/SHA-256 of .*one\.sh is [0-9a-f]{64}, expected 0{64}/);
    expect(host.exists('ran')).toBe(false);
    expect(host.status()).toMatchObject({ rc: 97 });
    expect(host.stored('raw/stderr.txt')).toContain('SHA-256');
  });

  it.each(cases.refuses)('refuses %s=%s with exit code 90', (name, value) => {
    const { code, err } = host.run('exit 0', { [name]: value });
    expect(code).toBe(90);
    expect(err).toContain(`${name} is '${value}'`);
  });

  it('accepts execution names that begin with a dash', () => {
    const settings = { FSXBENCH_OUTPUT_PREFIX: 'executions/e/-x/raw/r1/t0001/a1/' };
    expect(host.run('exit 0', settings)).toMatchObject({ code: 0 });
  });

  it('passes the endpoints of the rig to the script, and fails with exit code 92 when they are missing', () => {
    const key = 'executions/e/x/endpoints/r1.txt';
    expect(host.run('exit 0', { FSXBENCH_ENDPOINTS_KEY: key })).toMatchObject({ code: 92 });
    host.object(key, 'fs dnsName fs-1.fsx.example\n');
    const settings = { FSXBENCH_ENDPOINTS_KEY: key, FSXBENCH_ATTEMPT: 't0001.a2' };
    const script =
      'read -r id name value <"$FSXBENCH_ENDPOINTS"; [[ $id-$name-$value == fs-dnsName-fs-1.fsx.example ]]';
    expect(host.run(script, settings)).toMatchObject({ code: 0 });
  });

  it('fails with exit code 91 when the host is not in the host list', () => {
    const { code, err } = host.run('exit 0', { FSXBENCH_HOST_ID: 'i-9' });
    expect({ code, err: err.trim() }).toEqual({ code: 91, err: `run-script: ${HOSTS_KEY} has no line for host  i-9` });
  });

  it('fails with exit code 92 when the host list or the script cannot be read', () => {
    expect(host.run('exit 0', { FSXBENCH_HOSTS_KEY: 'nowhere.txt' })).toMatchObject({ code: 92 });
    const { code, err } = host.run('exit 0', { FSXBENCH_SCRIPT_KEY: 'nowhere.sh', FSXBENCH_ATTEMPT: 't0001.a2' });
    expect(code).toBe(92);
    expect(err).toMatch(/cannot read nowhere\.sh: .*No such file/);
    expect(host.status()).toMatchObject({ rc: 92 });
  });

  it('fails with exit code 98 and writes no status.json when results cannot be stored', () => {
    host.object(`${STORED}raw`, 'a file where a folder has to be');
    const { code, err } = host.run('exit 0');
    expect(code).toBe(98);
    expect(err).toContain('results cannot be stored');
    expect(existsSync(join(host.bucket, STORED, 'status.json'))).toBe(false);
  });
});

it('keeps existing objects, and reports their number', () => {
  host.object(`${STORED}raw/stdout.txt`, 'first');
  host.object(`${STORED}status.json`, '{"first":true}');
  const { code, out } = host.run('echo second');
  expect(code).toBe(0);
  expect(out).toContain('3 files stored, 2 of them were there already');
  expect(host.stored('raw/stdout.txt')).toBe('first');
  expect(host.stored('status.json')).toBe('{"first":true}');
});

describe('run-script.sh with S3', () => {
  /** A program that answers as the AWS CLI does, over the same folder; `lost` answers are 500s after the effect. */
  function fakeCli(lost: number, refused = 0): string {
    const bin = join(host.base, 'bin');
    const text = [
      `base='${host.base}'`,
      'echo "$*" >>"$base/calls"',
      'fail() { echo "An error occurred ($1) when calling the PutObject operation" >&2; exit 254; }',
      'at_work() { mkdir "$base/work.$BASHPID" && sleep 0.2; ls -d "$base"/work.* | wc -l >>"$base/$1"; }',
      'trap \'rm -rf "$base/work.$BASHPID"\' EXIT',
      'case "$1 $2" in',
      '"s3 cp")',
      '  [[ ! -e $base/slow ]] || at_work gets',
      '  [[ ! -e $base/failing ]] || { rmdir "$base/failing" && exit 1; } 2>/dev/null',
      '  cp -- "$base/bucket/${4#s3://results/}" "$5" ;;',
      '"s3api put-object")',
      '  [[ ! -e $base/slow ]] || at_work puts',
      `  object="$base/bucket/$8" lost=${lost}`,
      `  refused=$(cat "$base/refused" 2>/dev/null || echo ${refused})`,
      '  if [[ $8 == */status.json ]] && ((refused > 0)); then',
      '    echo $((refused - 1)) >"$base/refused" && fail SlowDown',
      '  fi',
      '  [[ ! -e $object ]] || fail PreconditionFailed',
      '  mkdir -p "${object%/*}" && cp -- "${10}" "$object"',
      '  for ((n = 0; n < lost; n++)); do ! mkdir "$base/lost.$n" 2>/dev/null || fail InternalError; done ;;',
      '*) exit 252 ;;',
      'esac',
    ];
    addCommand(bin, 'aws', text.join('\n'));
    return putFirst(bin);
  }

  const OF_EC2 = cases.ofEc2;

  beforeEach(() => {
    host = new WrapperHost('host', 'bucket');
    host.object(HOSTS_KEY, 'client-1 client 1 10.0.0.7 i-1\n');
  });

  it('uses conditional writes, stores status.json last, and accepts an object after a lost response', () => {
    const { code, out } = host.run('exit 0', { ...OF_EC2, PATH: fakeCli(1) });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('3 files stored, 1 of them') });
    const puts = readFileSync(join(host.base, 'calls'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('s3api'));
    expect(puts.every((line) => line.includes('--if-none-match *'))).toBe(true);
    expect(puts.at(-1)).toContain(`--key ${STORED}status.json`);
    expect(host.stored('raw/stdout.txt')).toBe('');
  });

  it('fetches and stores several objects at the same time, at most one for each CPU', () => {
    const path = fakeCli(0);
    addCommand(join(host.base, 'bin'), 'nproc', 'echo 2');
    mkdirSync(join(host.base, 'slow'));
    const script = 'for i in 1 2 3 4; do echo $i >"$FSXBENCH_OUT/raw/$i.txt"; done';
    const { code, out } = host.run(script, { ...OF_EC2, PATH: path });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('7 files stored, 0 of them') });
    const most = (of: string) => Math.max(...readFileSync(join(host.base, of), 'utf8').trim().split('\n').map(Number));
    expect([most('gets'), most('puts')]).toEqual([2, 2]);
    expect(host.stored('raw/3.txt')).toBe('3\n');
  });

  it('fetches again what a first try did not get', () => {
    const path = fakeCli(0);
    mkdirSync(join(host.base, 'failing'));
    expect(host.run('echo here', { ...OF_EC2, PATH: path }).code).toBe(0);
    expect(host.stored('raw/stdout.txt')).toBe('here\n');
  });

  it('sets FSXBENCH_TOOLS to the S3 prefix of tool bundles', () => {
    expect(host.run('echo "$FSXBENCH_TOOLS"', { ...OF_EC2, PATH: fakeCli(0) }).code).toBe(0);
    expect(host.stored('raw/stdout.txt')).toBe('s3://results/tools\n');
  });

  it.each([
    ['written by the script', 'echo \'{"rc":0,"facts":{}}\' >"$FSXBENCH_OUT/status.json"', { rc: 0, facts: {} }],
    ['written in several lines', 'printf \'{\\n"rc":0\\n}\' >"$FSXBENCH_OUT/status.json"', { rc: 0 }],
    ['written by the wrapper', 'exit 3', { rc: 3, host: 'client-1' }],
  ])('adds the time of sending to the status.json %s, and updates it on a retry', (_, script, said) => {
    const before = Date.now() / 1000;
    const { code } = host.run(`${script}\n`, { ...OF_EC2, PATH: fakeCli(0, 1) });
    expect(code).toBe(script === 'exit 3' ? 3 : 0);
    const { sent, ...status } = host.status() as HostStatus & { sent: number };
    expect(status).toMatchObject(said);
    // The first try was refused, the second came a second later: that one was stored.
    expect(sent).toBeGreaterThan(before + 1);
    expect(sent).toBeLessThan(Date.now() / 1000);
    expect(host.stored('status.json').match(/"sent"/g)).toHaveLength(1);
  });
});

it('contains no "{{", which Systems Manager would replace', () => {
  expect(readFileSync(WRAPPER, 'utf8')).not.toContain('{{');
});

it('skips files with names that no S3 object can have, and lists them in the fact notStored', () => {
  const names = "$'a\\tb' $'\\xff' .hidden 'a b é%2F&+'";
  const script = [
    `for name in ${names}; do echo y >"$FSXBENCH_OUT/raw/$name"; done`,
    'printf \'{"rc":0,"started":1,"ended":2,"facts":{}}\\n\' >"$FSXBENCH_OUT/status.json"',
  ].join('\n');
  expect(host.run(script).code).toBe(0);
  expect(host.stored('raw/a b é%2F&+')).toBe('y\n');
  const said = host.status().facts['notStored'] ?? '';
  expect(said).toMatch(/^3 with names that no object may have: (raw\/(a\?b|\?|\.hidden) ?){3}$/);
  expect(readdirSync(join(host.bucket, STORED, 'raw')).sort()).toEqual(['a b é%2F&+', 'stderr.txt', 'stdout.txt']);
});
