import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES } from '../../../lib/shapes/tool-bundles';
import { addCommand, putFirst } from '../commands';
import { BundleHost, MACHINE, TOOL } from './bundle-host';

let host: BundleHost;
beforeEach(() => {
  host = new BundleHost();
});

const GOOD = { 'bin/mdtest': TOOL, 'bin/ior': TOOL, 'lib/note': 'x' };
const makeFailure = (message: string) => ({ code: 1, stdout: '', stderr: `${message}\n` });

describe('bundle_install', () => {
  it.each([
    ['tar.gz', '-z'],
    ['tar.xz', '-J'],
  ])('installs commands from a %s, and records SHA-256 and version as facts', (ending, flag) => {
    const sha256 = host.put(host.archive(GOOD, flag, '.'), { ending });
    const { code, stdout, stderr } = host.run('bundle_install ior mdtest ior\n"$(bundle_path ior)/mdtest"');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^mdtest-4\.0\.0 was launched/);
    const folder = `ior-${sha256.slice(0, 12)}`;
    expect(host.standing()).toEqual(['ior', folder, `${folder}.txt`]);
    expect(host.status().facts).toEqual({ bundle: sha256, bundleVersion: '4.0.0' });
  });

  it('keeps an installed bundle, and replaces it when the archive has changed', () => {
    host.put(host.archive(GOOD));
    expect(host.install().code).toBe(0);
    const before = host.standing();
    writeFileSync(join(host.root, 'tools', 'ior', 'mark'), '');
    expect(host.install().code).toBe(0);
    expect(host.standing()).toEqual(before);
    expect(existsSync(join(host.root, 'tools', 'ior', 'mark'))).toBe(true);
    host.put(host.archive({ ...GOOD, 'lib/note': 'y' }), { version: '4.1.0' });
    expect(host.install().code).toBe(0);
    expect(readFileSync(join(host.root, 'tools', 'ior', 'lib', 'note'), 'utf8')).toBe('y');
    expect(host.run('bundle_version_check ior 4.1.0').code).toBe(0);
  });

  it('installs once when five processes run it at the same time', () => {
    host.put(host.archive(GOOD));
    const one = '(bundle_install ior mdtest) >"$FSXBENCH_ROOT/log$n" 2>&1 & pids+=($!)';
    const text = `pids=()\nfor n in 1 2 3 4 5; do ${one}; done\nfor pid in "\${pids[@]}"; do wait "$pid"; done`;
    expect(host.run(text)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(host.standing()).toHaveLength(3);
  });

  it('removes setuid bits, and makes folders writable for their owner', () => {
    const prefix = join(host.base, 'own');
    mkdirSync(join(prefix, 'bin'), { recursive: true });
    writeFileSync(join(prefix, 'bin', 'mdtest'), TOOL);
    chmodSync(join(prefix, 'bin', 'mdtest'), 0o6555);
    chmodSync(join(prefix, 'bin'), 0o555);
    host.put(host.packed(prefix, '-z', '.'));
    chmodSync(join(prefix, 'bin'), 0o755);
    expect(host.install().code).toBe(0);
    expect(statSync(join(host.root, 'tools/ior/bin/mdtest')).mode & 0o7777).toBe(0o755);
    expect(statSync(join(host.root, 'tools/ior/bin')).mode & 0o7777).toBe(0o755);
  });

  it.each([
    ['ID="amzn"\nVERSION_ID="2023"\n', 'amzn-2023'],
    ['ID="rhel"\nVERSION_ID="9.4"\n', 'rhel-9'],
    ['ID="almalinux"\nVERSION_ID="9.5"\n', 'almalinux-9'],
    ['ID=ubuntu\nVERSION_ID="24.04"\n', 'ubuntu-24.04'],
  ])('selects the bundle by os-release: %j', (release, system) => {
    host.object('os-release', release);
    expect(host.run('bundle_system').stdout).toBe(`${system}-${MACHINE}\n`);
  });

  it('prints how to build and add a bundle when none exists for the system', () => {
    const { code, stderr } = host.install();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^there is no tool bundle 'ior' for debian-12-${MACHINE} \\(cp: .*No such file or directory\\)\\. `),
    );
    expect(stderr).toContain(
      'To get one, build it. Then: npx fsxbench tools add ARCHIVE --name ior --version VERSION ' +
        `--os debian-12 --arch ${MACHINE}`,
    );
    expect(host.standing()).toEqual([]);
  });

  it('prints the fetch command for a bundle that needs no build', () => {
    const { stderr } = host.run('bundle_install kafka', { BUNDLE_GET: BUNDLES.kafka.get });
    expect(stderr).toMatch(/^there is no tool bundle 'kafka' for debian-12-/);
    expect(stderr).toContain(`. Run: npx fsxbench tools fetch kafka --os debian-12 --arch ${MACHINE}\n`);
  });

  it('names the version that the workload sets when the store has no bundle of that version', () => {
    const environment = { BUNDLE_GET: BUNDLES.kafka.get, BUNDLE_RELEASE: '3.9.1' };
    const { stderr } = host.run('bundle_install kafka', environment);
    expect(stderr).toMatch(/^there is no tool bundle 'kafka' 3\.9\.1 for debian-12-.*kafka\/3\.9\.1\/debian-12-/);
    expect(stderr).toContain('. Run: npx fsxbench tools fetch kafka --version 3.9.1 --os debian-12 ');
  });

  it('installs a bundle without commands', () => {
    host.put(host.archive({ 'libs/a.jar': 'x' }));
    expect(host.run('commands=()\nbundle_install ior "${commands[@]}"').code).toBe(0);
    expect(readFileSync(join(host.root, 'tools', 'ior', 'libs', 'a.jar'), 'utf8')).toBe('x');
  });

  it('retries S3 four times on a 503 error, but not on a 403 error', () => {
    const bin = join(host.base, 'bin');
    addCommand(bin, 'sleep', '');
    const failWith = (line: string): void =>
      addCommand(bin, 'aws', `echo "$*" >>'${host.base}/calls'\necho '${line}' >&2\nexit 1`);
    const env = { FSXBENCH_TOOLS: 's3://results/tools', PATH: putFirst(bin) };
    failWith('fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden');
    expect(host.install(env).stderr).toContain('(403) when calling the HeadObject operation: Forbidden). To get one');
    const calls = (): string[] => readFileSync(join(host.base, 'calls'), 'utf8').trim().split('\n');
    expect(calls()).toEqual([
      expect.stringMatching(
        new RegExp(`^s3 cp --only-show-errors s3://results/tools/ior/debian-12-${MACHINE}\\.txt /.*/pointer$`),
      ),
    ]);
    failWith('fatal error: An error occurred (503) when calling the HeadObject operation: Slow Down');
    expect(host.install(env).code).toBe(1);
    expect(calls()).toHaveLength(6);
  });
});

describe('bundle_install with a wrong archive', () => {
  it('refuses an archive with another SHA-256 or length than its pointer', () => {
    const sha256 = host.put(host.archive(GOOD));
    host.object(`tools/ior/${sha256}.tar.gz`, 'something else');
    expect(host.install().stderr).toMatch(
      new RegExp(`^the archive of tool bundle 'ior' has SHA-256 \\w{64} and 14 bytes; its pointer says ${sha256} and `),
    );
    expect(host.standing()).toEqual([]);
  });

  it('fails when the archive is missing', () => {
    host.put(host.archive(GOOD));
    execFileSync('bash', ['-c', 'rm -- "$1"/tools/ior/*.gz', 'bash', host.bucket]);
    expect(host.install().stderr).toMatch(/^the archive of tool bundle 'ior' cannot be read: cp: /);
  });

  it.each([
    ['is plain text', () => Buffer.from('no archive at all')],
    ['is truncated', () => host.archive({ ...GOOD, 'lib/large': 'x'.repeat(100_000) }, '.').subarray(0, 50_000)],
    ['is empty after its gzip header', () => Buffer.from([0x1f, 0x8b])],
  ])('refuses an archive that %s', (_, content) => {
    host.put(content());
    expect(host.install()).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^the archive of tool bundle 'ior' is not unpacked: the file is not a complete tar archive \(.+\)\n$/,
      ),
    });
    expect(host.standing()).toEqual([]);
  });

  it.each([
    ['lacks bin/mdtest', { 'bin/ior': TOOL }],
    ['was packed with its parent folder', { 'ior-4.0.0/bin/mdtest': TOOL }],
  ])('reports a missing command of an archive that %s', (_, files) => {
    host.put(host.archive(files));
    expect(host.install()).toEqual(
      makeFailure("tool bundle 'ior' has no bin/mdtest that can be executed: was it packed from its prefix?"),
    );
  });

  it('refuses a command whose shared library is missing', () => {
    const bin = join(host.base, 'bin');
    addCommand(bin, 'ldd', "printf '\\tlibmpi.so.40 => not found\\n\\tlibc.so.6 => /lib/libc.so.6\\n'");
    host.put(host.archive(GOOD));
    expect(host.install({ PATH: putFirst(bin) })).toEqual(
      makeFailure("bin/mdtest of tool bundle 'ior' needs libmpi.so.40, which this host does not have"),
    );
  });

  it('reports a tool that prints another version than its pointer', () => {
    host.put(host.archive(GOOD));
    const { code, stderr } = host.run('bundle_install ior mdtest\nbundle_version_check ior 3.3.0');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "tool bundle 'ior' was added as version 4.0.0, and its tool prints version '3.3.0': add it again\n",
    });
  });
});

describe('bundle_install with hostile objects in the bucket', () => {
  it.each([
    ['archive ../../etc/passwd', /archive .*/],
    ['archive tools/other/$SHA.tar.gz', /archive .*/],
    ['version $(touch pwned)', /version .*/],
    ['version 4.0.0 `id`', /version .*/],
    ['sha256 x[$(touch pwned)]', /sha256 .*/],
    ['bytes a[$(touch pwned)]', /bytes .*/],
    ['bytes 12\nPATH=/tmp', /bytes .*/],
    ['', /bytes .*\n/],
    [`version ${'x'.repeat(65)}`, /version .*/],
    ['added 2026-11-23T20:00:00.000Z\n'.repeat(200), /^/],
  ])('refuses a pointer with the line %j', (line, place) => {
    host.put(host.archive(GOOD), {
      pointer: (text) => text.replace(place, () => line.replace('$SHA', /sha256 (\S+)/.exec(text)?.[1] ?? '')),
    });
    expect(host.install()).toEqual(makeFailure(`the pointer ${host.pointer} is malformed: add the tool bundle again`));
    expect(host.standing()).toEqual([]);
  });

  /** Archives whose members are not what a prefix holds. */
  function putHostileArchive(make: (folder: string) => void, ...args: readonly string[]): void {
    const folder = join(host.base, 'hostile');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin', 'mdtest'), TOOL);
    make(folder);
    host.put(host.packed(folder, '-z', ...args));
  }
  it.each([
    ['an absolute path', ['-P', '--transform=s,^bin/mdtest,/tmp/fsxbench-pwned,', 'bin'], 'a path leads out'],
    ['a path to a parent folder', ['-P', '--transform=s,^bin/mdtest,../../pwned,', 'bin'], 'a path leads out'],
    ['a pipe', ['.'], 'an entry is not a file, folder or link'],
  ])('refuses an archive with %s', (name, args, why) => {
    putHostileArchive(
      (folder) => {
        if (name === 'a pipe') execFileSync('mkfifo', [join(folder, 'pipe')]);
      },
      ...args,
    );
    const { code, stderr } = host.install();
    expect(code).toBe(1);
    expect(stderr).toContain(`the archive of tool bundle 'ior' is not unpacked: ${why}`);
    expect(host.standing()).toEqual([]);
    expect(existsSync('/tmp/fsxbench-pwned')).toBe(false);
  });

  it.each(['/etc', '../../..', '../bin/../../ior'])(
    'refuses an archive with a link to %s, and deletes its files',
    (to) => {
      putHostileArchive((folder) => symlinkSync(to, join(folder, 'bin', 'out')), '.');
      expect(host.install().stderr).toMatch(
        /^the archive of tool bundle 'ior' is refused: the link 'bin\/out' leads outside\n$/,
      );
      expect(host.standing()).toEqual([]);
    },
  );

  it('refuses an archive that extracts a file through a link', () => {
    const target = join(host.base, 'outside');
    mkdirSync(target);
    const folder = join(host.base, 'second');
    mkdirSync(join(folder, 'x'), { recursive: true });
    writeFileSync(join(folder, 'x', 'file'), 'pwned');
    const first = join(host.base, 'first');
    mkdirSync(first);
    symlinkSync(target, join(first, 'x'));
    const file = join(host.base, 'two.tar');
    execFileSync('tar', ['-C', first, '-c', '-f', file, 'x']);
    execFileSync('tar', ['-C', folder, '-r', '-f', file, 'x/file']);
    host.put(execFileSync('gzip', ['-c', file]));
    expect(host.install().code).toBe(1);
    expect(existsSync(join(target, 'file'))).toBe(false);
    expect(host.standing()).toEqual([]);
  });

  it('installs files with shell characters in their names, and keeps links inside the bundle', () => {
    putHostileArchive((folder) => {
      writeFileSync(join(folder, '$(touch pwned);`id`\n-rf "\' *'), '');
      symlinkSync('mdtest', join(folder, 'bin', 'again'));
    }, '.');
    chmodSync(join(host.base, 'hostile', 'bin', 'mdtest'), 0o755);
    host.put(host.packed(join(host.base, 'hostile'), '-z', '.'));
    expect(host.run('cd "$FSXBENCH_ROOT"\nbundle_install ior mdtest again')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(host.root, 'pwned'))).toBe(false);
  });
});
