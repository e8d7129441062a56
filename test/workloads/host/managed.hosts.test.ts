/** What managed hosts do before and after commands, for real: in folders of this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '../../../lib/shapes/contract-version';
import { readScripts } from '../../../lib/aws/scripts';
import { makeFixturesStep } from '../../../lib/experiment/fixtures/script';
import { makeCleanStep, renderManagedWrapper } from '../../../lib/experiment/fixtures/managed-hosts';
import { pickScriptFiles } from '../../../lib/experiment/plan/commands';
import { sha256 } from '../../../lib/shapes/canonical-json';
import { directory } from '../../../lib/targets/directory/target';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { joinScript } from '../../../lib/workloads/shell';
import { lives, until } from '../../process-state';
import { temporaryFolder } from '../../temporary';

let scripts: ScriptFiles;
let base = '';
beforeAll(async () => {
  scripts = await readScripts(join(__dirname, '../../../workloads'));
});
beforeEach(() => {
  base = temporaryFolder('fsxbench-managed-');
  mkdirSync(join(base, 'bench'));
});

const joinBase = (...names: string[]): string => join(base, ...names);
const putObject = (key: string, text: string): void => {
  mkdirSync(joinBase('bucket', key, '..'), { recursive: true });
  writeFileSync(joinBase('bucket', key), text);
};

/** Runs a command of an execution as the document does. */
function run(
  execution: string,
  step: string,
  text: string,
  expiresInSeconds = 600,
  bucket = 'ours',
  deployed = String(CONTRACT_VERSION),
  ageSeconds = 0,
) {
  const wrapper = joinBase('wrapper.sh');
  const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
  writeFileSync(wrapper, joinScript(renderManagedWrapper({ scripts, executionId: execution, expiresAt })));
  const key = `executions/e/${execution}/scripts/${sha256(text)}.sh`;
  putObject(key, text);
  putObject(`executions/e/${execution}/hosts/r1.txt`, `client-0 client 0 10.0.0.1 mi-1 ${CONTRACT_VERSION}\n`);
  putObject(
    `executions/e/${execution}/endpoints/r1.txt`,
    `c1.store owner fsxbench-1\nc1.store execution ${execution}\nc1.store name fsxbench-1.${execution}__r1__c1\n`,
  );
  const env = {
    PATH: process.env['PATH'] ?? '',
    FSXBENCH_ROOT: joinBase('root'),
    FSXBENCH_SYSTEMD: joinBase('nothing'),
    FSXBENCH_BUCKET: bucket,
    FSXBENCH_BUCKET_DIR: joinBase('bucket'),
    FSXBENCH_WRAPPER: wrapper,
    FSXBENCH_ISSUED_AT: String(Date.now() - 1000 * ageSeconds),
    FSXBENCH_DEPLOYED: deployed,
    FSXBENCH_HOST_ID: 'mi-1',
    FSXBENCH_SCRIPT_KEY: key,
    FSXBENCH_SCRIPT_SHA256: sha256(text),
    FSXBENCH_HOSTS_KEY: `executions/e/${execution}/hosts/r1.txt`,
    FSXBENCH_ENDPOINTS_KEY: `executions/e/${execution}/endpoints/r1.txt`,
    FSXBENCH_OUTPUT_PREFIX: `executions/e/${execution}/raw/r1/prepare/${step}/`,
    FSXBENCH_ATTEMPT: step === 'clean' ? 'clean' : 'p',
    FSXBENCH_STEP: step,
    FSXBENCH_EXECUTION_TIMEOUT: '60',
  };
  const { status, stderr } = spawnSync('bash', [wrapper], { env, encoding: 'utf8' });
  return { code: status, stderr, wrapperLeft: existsSync(wrapper) };
}

function renderMount(): string {
  const place = { copy: 'c1', roles: ['client'], files: pickScriptFiles('directory', scripts) };
  const fixture = directory.onManaged?.mounting.mount({ kind: 'directory', path: joinBase('bench') }, {}, place);
  if (fixture === undefined) throw new Error('a directory can be on managed hosts');
  return joinScript(makeFixturesStep({ wanted: [fixture], before: [], roles: ['client'] }, scripts).script);
}
const renderCleanup = (): string => joinScript(makeCleanStep(['client'], scripts).script);
const setUp = (execution: string) => run(execution, 'c1-fixtures', renderMount());
const clean = (execution: string, deployed?: string) => run(execution, 'clean', renderCleanup(), 600, 'ours', deployed);
const listBench = (): string[] => readdirSync(joinBase('bench')).sort();
const readTimerPid = (): number => Number(readFileSync(joinBase('root', 'timer'), 'utf8').split(' ')[1]);

describe('managed host', () => {
  it('refuses to measure with a document of another version, but still cleans', () => {
    expect(setUp('e1').code).toBe(0);
    const other = run('e1', 'measure', 'exit 0', 600, 'ours', String(CONTRACT_VERSION + 1));
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('OtherVersion') });
    expect(clean('e1', String(CONTRACT_VERSION + 1))).toEqual({ code: 0, stderr: '', wrapperLeft: false });
    expect(existsSync(joinBase('root'))).toBe(false);
  });

  it("removes its folders, timer and wrapper when it is cleaned, and keeps the user's files", async () => {
    writeFileSync(joinBase('bench', 'theirs'), 'stays');
    expect(setUp('e1')).toEqual({ code: 0, stderr: '', wrapperLeft: false });
    expect(listBench()).toEqual(['fsxbench-1.e1__r1__c1', 'theirs']);
    const waits = readTimerPid();
    expect(lives(waits)).toBe(true);
    expect(clean('e1')).toEqual({ code: 0, stderr: '', wrapperLeft: false });
    expect(listBench()).toEqual(['theirs']);
    expect(existsSync(joinBase('root'))).toBe(false);
    expect(await until(() => !lives(waits))).toBe(true);
    // A second delivery finds nothing to do.
    expect(clean('e1').code).toBe(0);
    expect(existsSync(joinBase('root'))).toBe(false);
  });

  it('removes leftovers of an earlier execution before the next one starts', async () => {
    expect(setUp('e1').code).toBe(0);
    const before = readTimerPid();
    expect(setUp('e2').code).toBe(0);
    expect(listBench()).toEqual(['fsxbench-1.e2__r1__c1']);
    expect(readFileSync(joinBase('root', 'execution'), 'utf8')).toBe('e2\n');
    expect(await until(() => !lives(before))).toBe(true);
    expect(clean('e2').code).toBe(0);
    expect(listBench()).toEqual([]);
  });

  it('refuses commands with exit code 90 while another deployment has the lease, not after it', async () => {
    expect(run('e1', 'c1-fixtures', renderMount(), 600, 'theirs').code).toBe(0);
    for (const name of ['e1', 'e2']) {
      const { code, stderr } = setUp(name);
      expect(code).toBe(90);
      expect(stderr).toMatch(
        /^fsxbench: execution e1 of another deployment \(bucket theirs\) holds this host until 20/,
      );
      // Nothing of ours is there: that is clean.
      expect(clean(name)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(listBench()).toEqual(['fsxbench-1.e1__r1__c1']);
    expect(lives(readTimerPid())).toBe(true);
    // What it has left when its lease is over goes, as that of any other.
    writeFileSync(joinBase('root', 'expires'), '1000000000\n');
    const before = readTimerPid();
    expect(setUp('e1').code).toBe(0);
    expect(await until(() => !lives(before))).toBe(true);
    expect(listBench()).toEqual(['fsxbench-1.e1__r1__c1']);
    expect(readFileSync(joinBase('root', 'bucket'), 'utf8')).toBe('ours\n');
    expect(clean('e1').code).toBe(0);
    expect(listBench()).toEqual([]);
  });

  it('cleans itself when its lease expires', async () => {
    expect(run('e1', 'c1-fixtures', renderMount(), 4).code).toBe(0);
    for (let round = 0; round < 4 && existsSync(joinBase('root')); round++)
      await until(() => !existsSync(joinBase('root')));
    expect(existsSync(joinBase('root'))).toBe(false);
    expect(listBench()).toEqual([]);
  });

  it('refuses commands with exit code 90 after its lease has expired', () => {
    const refused = { code: 90, stderr: 'fsxbench: the lease of this host has expired\n' };
    expect(run('e1', 'c1-fixtures', renderMount(), -1)).toMatchObject(refused);
    expect(listBench()).toEqual([]);
  });

  it('refuses the first command of an execution when it was sent 401 s ago, but still cleans', () => {
    const late = (step: string, text: string) => run('e1', step, text, 600, 'ours', '1', 401);
    const { code, stderr } = late('c1-fixtures', renderMount());
    expect(code).toBe(90);
    expect(stderr).toMatch(/^fsxbench: this command was sent 40\d s ago, which is too late\n$/);
    expect(listBench()).toEqual([]);
    expect(late('clean', renderCleanup()).code).toBe(0);
  });

  it('reports a fixture that cannot be removed, and keeps the script for the next cleanup', () => {
    expect(setUp('e1').code).toBe(0);
    for (const name of readdirSync(joinBase('root', 'fixtures')))
      writeFileSync(joinBase('root', 'fixtures', name), 'echo busy >&2; exit 1\n');
    expect(clean('e1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('mount/c1 cannot be taken down: busy') as string,
    });
    expect(existsSync(joinBase('root', 'bin', 'clean.sh'))).toBe(true);
    expect(listBench()).toEqual(['fsxbench-1.e1__r1__c1']);
    process.kill(readTimerPid(), 'SIGKILL');
  });
});
