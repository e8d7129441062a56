import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostStatus } from '../../../lib/workloads/contract';
import { HOSTS_KEY, KEY, STORED, WRAPPER, WrapperHost } from './wrapper-host';
import cases from './run-script.cases.json';

let host: WrapperHost;

beforeEach(() => {
  host = new WrapperHost();
});

afterEach(() => host.remove());

describe('a script that ends well', () => {
  const SCRIPT = [
    'mkdir -p "$FSXBENCH_OUT/raw"',
    'env | grep ^FSXBENCH_ | sort | grep -v -e ROOT -e OUT -e HOSTS >"$FSXBENCH_OUT/raw/settings.txt"',
    'cat "$FSXBENCH_HOSTS" >"$FSXBENCH_OUT/raw/hosts.txt"',
    'ls -A "$FSXBENCH_OUT" >"$FSXBENCH_OUT/raw/before.txt"',
    'echo \'{"rc":0}\' >"$FSXBENCH_OUT/status.json"',
    'echo told; echo whispered >&2',
  ].join('\n');

  it('finds its own line of the host list, and sees its settings and nothing of the transport', () => {
    expect(host.run(SCRIPT).code).toBe(0);
    expect(
      host
        .stored('raw/settings.txt')
        .split('\n')
        .filter((line) => line.startsWith('FSXBENCH_')),
    ).toEqual([
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
    expect(host.stored('raw/hosts.txt')).toContain('broker-0 broker 0');
  });

  it('stores what the script left, its output in two files, and leaves its status alone', () => {
    expect(host.run(SCRIPT)).toMatchObject({ err: '' });
    expect(host.stored('status.json')).toBe('{"rc":0}\n');
    expect(host.stored('raw/stdout.txt')).toBe('told\n');
    expect(host.stored('raw/stderr.txt')).toBe('whispered\n');
    expect(host.stored('raw/before.txt')).toBe('raw\n');
  });

  it('says one line of at most 200 characters', () => {
    expect(host.run(SCRIPT).out).toMatch(
      /^t0001\.a1 measure client-1: exit 0 after \d+\.\d{3} s, 6 files stored, 0 of them.*\n$/,
    );
    const long = host.run('exit 0', { FSXBENCH_ATTEMPT: 'a'.repeat(80), FSXBENCH_STEP: 'b'.repeat(80) });
    expect(Array.from(long.out.trimEnd())).toHaveLength(200);
  });

  it('takes the line that FSXBENCH_HOST names', () => {
    expect(host.run('exit 0', { FSXBENCH_HOST: 'broker-0' }).out).toContain('measure broker-0: exit 0');
  });

  it('executes nothing of any name or path', () => {
    const nasty = String.raw`-rf $(touch pwned) ' " *.txt`;
    host.run(`mkdir -p "$FSXBENCH_OUT/raw/a b"; echo x >"$FSXBENCH_OUT/raw/a b/"'${nasty.replaceAll("'", `'\\''`)}'`);
    expect(host.stored(`raw/a b/${nasty}`)).toBe('x\n');
    expect(readdirSync(join(host.root, 'work'))).toEqual([]);
    expect(readdirSync(host.base).filter((name) => name.includes('pwned') && !name.includes(' '))).toEqual([]);
  });
});

describe('a deploy while an execution runs', () => {
  const V1 = { FSXBENCH_PLANNED: '1', FSXBENCH_DEPLOYED: '1' };
  const listed = (version: string): void => host.object(HOSTS_KEY, `client-1 client 1 127.0.0.1 i-1${version}\n`);

  it('changes nothing where the version stays', () => {
    listed(' 1');
    expect(host.run('env | grep -q -e PLANNED -e DEPLOYED && exit 7; exit 0', V1).code).toBe(0);
  });

  it('is refused by name by a document of another version, whatever its variables are called', () => {
    listed(' 1');
    const { code, err } = host.run('exit 0', { ...V1, FSXBENCH_DEPLOYED: '2', FSXBENCH_OUTPUT_PREFIX: '' });
    expect(code).toBe(99);
    const words = 'version 1 of the contracts planned this execution, and version 2 is deployed';
    expect(err).toBe(`run-script: OtherVersion: ${words}\n`);
    expect(host.exists('attempts')).toBe(false);
  });

  it.each(['', ' 2'])('is refused by a list of hosts of another version: "%s"', (version) => {
    listed(version);
    expect(host.run('exit 0', V1).code).toBe(99);
    expect(host.status().facts['wrapper']).toContain(`version ${version.trim() || 'none'} is deployed`);
  });

  it('takes down all the same', () => {
    listed(' 2');
    for (const attempt of ['clean', 'clean-again'])
      expect(host.run('exit 0', { ...V1, FSXBENCH_DEPLOYED: '2', FSXBENCH_ATTEMPT: attempt }).code).toBe(0);
  });
});

describe('a script that fails', () => {
  it('gives its code, and a status.json where it left none', () => {
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

  it('keeps both ends of an output gone wild', () => {
    host.run('echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo last');
    const text = host.stored('raw/stdout.txt');
    expect(text).toHaveLength(1_048_576);
    expect(text.startsWith('first\nxxx')).toBe(true);
    expect(text.endsWith('xlast\n')).toBe(true);
  });
});

describe('failures of the wrapper itself', () => {
  it('a script that is not the one asked for is not run', () => {
    const { code, err } = host.run('touch "$FSXBENCH_ROOT/ran"', { FSXBENCH_SCRIPT_SHA256: '0'.repeat(64) });
    expect(code).toBe(97);
    expect(err).toMatch(/SHA-256 of .*one\.sh is [0-9a-f]{64}, expected 0{64}/);
    expect(host.exists('ran')).toBe(false);
    expect(host.status()).toMatchObject({ rc: 97 });
    expect(host.stored('raw/stderr.txt')).toContain('SHA-256');
  });

  it.each(cases.refuses)('refuses %s=%s', (name, value) => {
    const { code, err } = host.run('exit 0', { [name]: value });
    expect(code).toBe(90);
    expect(err).toContain(`${name} is '${value}'`);
  });

  it('takes keys of executions whose name begins with a dash', () => {
    const settings = { FSXBENCH_OUTPUT_PREFIX: 'executions/e/-x/raw/r1/t0001/a1/' };
    expect(host.run('exit 0', settings)).toMatchObject({ code: 0 });
  });

  it('hands over what was made for the rig, and does not begin without it', () => {
    const key = 'executions/e/x/endpoints/r1.txt';
    expect(host.run('exit 0', { FSXBENCH_ENDPOINTS_KEY: key })).toMatchObject({ code: 92 });
    host.object(key, 'fs dnsName fs-1.fsx.example\n');
    const settings = { FSXBENCH_ENDPOINTS_KEY: key, FSXBENCH_ATTEMPT: 't0001.a2' };
    const script =
      'read -r id name value <"$FSXBENCH_ENDPOINTS"; [[ $id-$name-$value == fs-dnsName-fs-1.fsx.example ]]';
    expect(host.run(script, settings)).toMatchObject({ code: 0 });
  });

  it('a host that is not in the host list does nothing', () => {
    const { code, err } = host.run('exit 0', { FSXBENCH_HOST_ID: 'i-9' });
    expect({ code, err: err.trim() }).toEqual({ code: 91, err: `run-script: ${HOSTS_KEY} has no line for host  i-9` });
  });

  it('a bucket that cannot be read', () => {
    expect(host.run('exit 0', { FSXBENCH_HOSTS_KEY: 'nowhere.txt' })).toMatchObject({ code: 92 });
    const { code, err } = host.run('exit 0', { FSXBENCH_SCRIPT_KEY: 'nowhere.sh', FSXBENCH_ATTEMPT: 't0001.a2' });
    expect(code).toBe(92);
    expect(err).toMatch(/cannot read nowhere\.sh: .*No such file/);
    expect(host.status()).toMatchObject({ rc: 92 });
  });

  it('results that cannot be stored fail a script that succeeded, and leave no status.json', () => {
    host.object(`${STORED}raw`, 'a file where a folder has to be');
    const { code, err } = host.run('exit 0');
    expect(code).toBe(98);
    expect(err).toContain('results cannot be stored');
    expect(existsSync(join(host.bucket, STORED, 'status.json'))).toBe(false);
  });
});

describe('write-once', () => {
  it('never overwrites an object, and says so', () => {
    host.object(`${STORED}raw/stdout.txt`, 'first');
    host.object(`${STORED}status.json`, '{"first":true}');
    const { code, out } = host.run('echo second');
    expect(code).toBe(0);
    expect(out).toContain('3 files stored, 2 of them were there already');
    expect(host.stored('raw/stdout.txt')).toBe('first');
    expect(host.stored('status.json')).toBe('{"first":true}');
  });
});

describe('with S3', () => {
  /** A program that answers as the AWS CLI does, over the same folder; `lost` answers are 500s after the effect. */
  function fakeCli(lost: number, refused = 0): string {
    const bin = join(host.base, 'bin');
    mkdirSync(bin);
    const text = [
      '#!/usr/bin/env bash',
      `base='${host.base}'`,
      'echo "$*" >>"$base/calls"',
      'fail() { echo "An error occurred ($1) when calling the PutObject operation" >&2; exit 254; }',
      'case "$1 $2" in',
      '"s3 cp") cp -- "$base/bucket/${4#s3://results/}" "$5" ;;',
      '"s3api put-object")',
      `  object="$base/bucket/$8" lost=$(cat "$base/lost" 2>/dev/null || echo ${lost})`,
      `  refused=$(cat "$base/refused" 2>/dev/null || echo ${refused})`,
      '  if [[ $8 == */status.json ]] && ((refused > 0)); then',
      '    echo $((refused - 1)) >"$base/refused" && fail SlowDown',
      '  fi',
      '  [[ ! -e $object ]] || fail PreconditionFailed',
      '  mkdir -p "${object%/*}" && cp -- "${10}" "$object"',
      '  if ((lost > 0)); then echo $((lost - 1)) >"$base/lost" && fail InternalError; fi ;;',
      '*) exit 252 ;;',
      'esac',
    ].join('\n');
    writeFileSync(join(bin, 'aws'), text);
    chmodSync(join(bin, 'aws'), 0o755);
    return `${bin}:${process.env['PATH'] ?? ''}`;
  }

  const OF_EC2 = cases.ofEc2;

  beforeEach(() => {
    host.remove();
    host = new WrapperHost('host', 'bucket');
    host.object(HOSTS_KEY, 'client-1 client 1 10.0.0.7 i-1\n');
  });

  it('writes conditionally, status.json last, and takes an object of a lost answer for stored', () => {
    const { code, out } = host.run('exit 0', {
      ...OF_EC2,
      PATH: fakeCli(1),
    });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('3 files stored, 1 of them') });
    const puts = readFileSync(join(host.base, 'calls'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('s3api'));
    expect(puts.every((line) => line.includes('--if-none-match *'))).toBe(true);
    expect(puts.at(-1)).toContain(`--key ${STORED}status.json`);
    expect(host.stored('raw/stdout.txt')).toBe('');
  });

  it('tells scripts where the tools lie that users have brought', () => {
    expect(host.run('echo "$FSXBENCH_TOOLS"', { ...OF_EC2, PATH: fakeCli(0) }).code).toBe(0);
    expect(host.stored('raw/stdout.txt')).toBe('s3://results/tools\n');
  });

  it.each([
    ['of the script', 'echo \'{"rc":0,"facts":{}}\' >"$FSXBENCH_OUT/status.json"', { rc: 0, facts: {} }],
    ['of many lines', 'printf \'{\\n"rc":0\\n}\' >"$FSXBENCH_OUT/status.json"', { rc: 0 }],
    ['of the wrapper', 'exit 3', { rc: 3, host: 'client-1' }],
  ])('says in the status.json %s when it was sent, each time that it is', (_, script, said) => {
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

it('holds no characters that Systems Manager would replace', () => {
  expect(readFileSync(WRAPPER, 'utf8')).not.toContain('{{');
});

it('stores no file whose name no object may have, says so, and loses nothing else', () => {
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
