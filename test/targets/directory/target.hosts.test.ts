import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { directory } from '../../../lib/targets/directory/target';
import { scriptFiles } from '../../workloads/script-hosts';
import { temporaryFolder } from '../../temporary';

const files = scriptFiles('directory');
const RIG = { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' };

let folder = '';
beforeEach(() => void (folder = temporaryFolder('fsxbench-target-')));

function runBash(
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; stderr: string }> {
  const file = join(folder, `script-${environment['FSXBENCH_HOST'] ?? 'boot'}.sh`);
  writeFileSync(file, script);
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  return new Promise((resolve) => {
    execFile('bash', [file], { env }, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr }),
    );
  });
}

function makeHost(name: string): string {
  const root = join(folder, 'hosts', name);
  mkdirSync(root, { recursive: true });
  return root;
}

function boot(path: string, name = 'client-0', rig = RIG): Promise<{ code: number; stderr: string }> {
  const { head = '', body = '' } = directory.hosts?.userData?.({ kind: 'directory', path }, rig, files) ?? {};
  const script = head + body;
  return runBash(script, {
    FSXBENCH_ROOT: makeHost(name),
    FSXBENCH_CWD: folder,
    FSXBENCH_HOST: name,
    FSXBENCH_COPY: 'c1',
  });
}

const getLink = (name: string): string => join(folder, 'hosts', name, 'volumes/c1');

describe('boot script of a directory target', () => {
  it('creates the data directory of the rig with a marker, and links it into the folder of the host', async () => {
    const path = join(folder, 'deep/disk');
    expect(await boot(path)).toEqual({ code: 0, stderr: '' });
    const data = join(path, 'fsxbench-e1__r1');
    expect(readlinkSync(getLink('client-0'))).toBe(data);
    expect(readFileSync(join(data, '.fsxbench-volume'), 'utf8')).toBe('e1__r1');
    expect(readdirSync(data)).toEqual(['.fsxbench-volume']);
  });

  it('resolves a relative path against the working directory of the user', async () => {
    expect((await boot('.fsxbench/disk')).code).toBe(0);
    expect(readlinkSync(getLink('client-0'))).toBe(join(folder, '.fsxbench/disk/fsxbench-e1__r1'));
  });

  it.each([
    "it's a disk",
    'a "quoted" $HOME `touch stray` $(touch stray) \\ disk',
    '-rf',
    'semi;touch stray;#',
    '*?[a]{b,c}',
    'ディスク é',
  ])('accepts the directory name %p without shell expansion', async (name) => {
    expect(await boot(join(folder, name))).toEqual({ code: 0, stderr: '' });
    expect(await boot(`./${name}/relative`, 'client-1')).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(folder, name, 'fsxbench-e1__r1/.fsxbench-volume'))).toBe(true);
    expect(existsSync(join(folder, name, 'relative/fsxbench-e1__r1/.fsxbench-volume'))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['hosts', name, 'script-client-0.sh', 'script-client-1.sh'].sort());
  });

  it('creates one directory for 8 hosts of one rig that boot concurrently', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `client-${index}`);
    const results = await Promise.all(names.map((name) => boot(join(folder, 'disk'), name)));
    expect(results).toEqual(names.map(() => ({ code: 0, stderr: '' })));
    expect(readdirSync(join(folder, 'disk')).sort()).toEqual(['.fsxbench-made', 'fsxbench-e1__r1']);
    for (const name of names) expect(readlinkSync(getLink(name))).toBe(join(folder, 'disk/fsxbench-e1__r1'));
  });

  it('creates a separate directory for each rig', async () => {
    await boot(join(folder, 'disk'));
    expect((await boot(join(folder, 'disk'), 'client-1', { ...RIG, rig: 'r2', rigTag: 'e1__r2' })).code).toBe(0);
    expect(readdirSync(join(folder, 'disk')).sort()).toEqual(['.fsxbench-made', 'fsxbench-e1__r1', 'fsxbench-e1__r2']);
  });

  it('reports in one line which directory cannot be created', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await boot(join(folder, 'file/disk'));
    expect(code).toBe(1);
    expect(stderr).toBe(
      `fsxbench: the target's directory '${join(folder, 'file/disk')}' cannot be made: Not a directory\n`,
    );
    const kernel = await boot('/proc/fsxbench-test');
    expect(kernel.code).toBe(1);
    expect(kernel.stderr).toMatch(/^fsxbench: the target's directory '\/proc\/fsxbench-test' cannot be made: .+\n$/);
  });

  it('refuses a directory of another rig, and creates no link to it', async () => {
    const data = join(folder, 'disk/fsxbench-e1__r1');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, '.fsxbench-volume'), 'another');
    writeFileSync(join(data, 'precious'), '1');
    const { code, stderr } = await boot(join(folder, 'disk'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/already exists and belongs to another rig \(its marker: 'another'\)/);
    expect(existsSync(getLink('client-0'))).toBe(false);
    expect(readdirSync(data).sort()).toEqual(['.fsxbench-volume', 'precious']);
  });
});

describe('mount script of a directory target', () => {
  const prepare = (): Promise<{ code: number; stderr: string }> => {
    mkdirSync(join(folder, 'out'), { recursive: true });
    const place = { copy: 'c1', roles: ['client'], files };
    const { up: script } = directory.mounting.mount({ kind: 'directory', path: 'unused' }, {}, place);
    return runBash(script, {
      FSXBENCH_ROOT: makeHost('client-0'),
      FSXBENCH_HOST: 'client-0',
      FSXBENCH_COPY: 'c1',
      FSXBENCH_OUT: join(folder, 'out'),
    });
  };

  it('creates an empty folder for the host, and records the disk space', async () => {
    await boot(join(folder, 'a disk'));
    expect(await prepare()).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(getLink('client-0'), 'client-0'))).toEqual([]);
    expect(readFileSync(join(folder, 'out/raw/space.txt'), 'utf8')).toMatch(
      /^Filesystem\s+Type\s+1B-blocks\s+Avail.*\n.+\n$/,
    );
  });

  it('fails when the directory of the target does not exist', async () => {
    await boot(join(folder, 'disk'));
    rmSync(join(folder, 'disk'), { recursive: true });
    const { code, stderr } = await prepare();
    expect(code).toBe(1);
    expect(stderr).toBe(`fsxbench: the target's directory '${join(folder, 'disk/fsxbench-e1__r1')}' does not exist\n`);
  });
});

describe('settings of a directory target', () => {
  const problems = (config: unknown): string[] =>
    checkSchema(directory.schema, config, []).problems.map(({ message }) => message);

  it('requires a path without line breaks', () => {
    expect(problems({ kind: 'directory' })).toEqual([expect.stringContaining('`path` is missing')]);
    expect(problems({ kind: 'directory', path: '' })).toEqual([expect.stringContaining('the path of a directory')]);
    expect(problems({ kind: 'directory', path: 'a\nb' })).toEqual([expect.stringContaining('without line breaks')]);
  });

  it('refuses a path that starts with a tilde', () => {
    expect(directory.check({ kind: 'directory', path: '~/x' })).toEqual([expect.objectContaining({ path: ['path'] })]);
    expect(directory.check({ kind: 'directory', path: '/x~' })).toEqual([]);
  });

  it('has no provisioned rates, price or model', () => {
    const config = { kind: 'directory' as const, path: '/x' };
    expect(directory.performance.getProvisioned(config)).toEqual({});
    expect(directory.prices.lineItems(config)).toEqual([]);
    expect(directory.performance.model(config)).toBeNull();
  });

  it('makes no AWS requests, requires recreation for changes, and takes 0 s to delete', () => {
    const config = { kind: 'directory' as const, path: '/x' };
    expect(directory.resources).toBeUndefined();
    expect(directory.change(config, config)).toMatchObject({ kind: 'recreate' });
  });

  it('accepts no mount options', () => {
    expect(checkSchema(directory.mounting.schema, {}, []).problems).toEqual([]);
    expect(checkSchema(directory.mounting.schema, { nconnect: 4 }, []).problems).toEqual([
      expect.objectContaining({ code: 'UnknownKey', path: ['nconnect'] }),
    ]);
  });
});
