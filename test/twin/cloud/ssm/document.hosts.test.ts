import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTimeoutSeconds, fillParameters, RUN_SCRIPT_DOCUMENT } from '../../../../lib/twin/cloud/ssm/document';
import { catchError } from '../services';
import { layout } from '../../../../lib/shapes/layout';
import cases from './document.cases.json';

const sha = 'ab'.repeat(32);
const keys = layout('local-disk', '_e-1');
const GOOD = {
  ScriptKey: [keys.script(sha)],
  ScriptSha256: [sha],
  HostsKey: [keys.hosts('r1')],
  EndpointsKey: [keys.endpoints('r1')],
  OutputPrefix: [keys.attempt('r1', 't0001', 2)],
  Attempt: ['t0001.a2'],
  Step: ['measure'],
  StartAt: ['1795000000.250'],
  IssuedAt: ['1795000000123'],
  ExecutionTimeout: ['172800'],
};
const values = (change: Record<string, string[]> = {}) => fillParameters(RUN_SCRIPT_DOCUMENT, { ...GOOD, ...change });

describe('run-script SSM document', () => {
  it('accepts the keys and labels of an execution', () => {
    expect(values()).toMatchObject({
      Attempt: 't0001.a2',
      OutputPrefix: 'executions/local-disk/_e-1/raw/r1/t0001/a2/',
    });
    expect(values({ StartAt: [''] })).toMatchObject({ StartAt: '' });
  });

  it('has defaults for optional parameters', () => {
    const { StartAt: _s, IssuedAt: _i, ExecutionTimeout: _e, ...given } = GOOD;
    const filled = fillParameters(RUN_SCRIPT_DOCUMENT, given);
    expect(filled).toMatchObject({ StartAt: '', IssuedAt: '0', ExecutionTimeout: '3600' });
    expect(readTimeoutSeconds(RUN_SCRIPT_DOCUMENT, filled)).toBe(3600);
  });

  it.each(Object.keys(GOOD))('refuses shell metacharacters in %s', (name) => {
    const good = GOOD[name as keyof typeof GOOD][0] ?? '';
    const [first, rest] = [good.slice(0, 1), good.slice(1)];
    const hostile = cases.hostile.flatMap((text) => [text, good + text, text + good, first + text + rest]);
    for (const value of hostile)
      expect(catchError(() => values({ [name]: [value] }))).toMatchObject({ name: 'InvalidParameters' });
  });

  it.each([
    ['ExecutionTimeout', '0'],
    ['ExecutionTimeout', '172801'],
    ['ExecutionTimeout', '1.5'],
    ['ScriptSha256', sha.toUpperCase()],
    ['ScriptSha256', ''],
    ['OutputPrefix', 'executions/x'],
    ['OutputPrefix', '/executions/x/'],
    ['ScriptKey', `executions/x/scripts/${sha}`],
    ['Attempt', ''],
    ['StartAt', 'now'],
    ['IssuedAt', '1.5'],
  ])('refuses %s = %j', (name, value) => {
    expect(() => values({ [name]: [value] })).toThrow(`Parameter "${name}" has value "${value}" not matching`);
  });

  it('waits until the wrapper script is installed, then calls it with every parameter quoted', () => {
    const [step, ...others] = RUN_SCRIPT_DOCUMENT.mainSteps;
    expect(others).toEqual([]);
    const lines = step?.inputs.runCommand ?? [];
    const [command = ''] = lines.slice(-1);
    const wrapper = '/var/lib/fsxbench/bin/run-script.sh';
    expect(lines).toContain(`  set -- ${wrapper}`);
    expect(lines.join('\n')).toContain(`[ -x ${wrapper} ] && break`);
    expect(command).toMatch(/^exec env .* "\$@"$/);
    for (const name of Object.keys(GOOD)) expect(command).toContain(`='{{ ${name} }}'`);
    // Nothing that is filled in stands outside of single quotes.
    for (const line of lines) expect(line.replaceAll(/'[^']*'/g, '')).not.toMatch(/\{\{|\$\{[A-Z]/);
  });

  it('sets every environment variable that any earlier version has set', () => {
    const [command = ''] = RUN_SCRIPT_DOCUMENT.mainSteps[0]?.inputs.runCommand.slice(-1) ?? [];
    const set = [...command.matchAll(/(FSXBENCH_\w+)=/g)].map(([, name]) => name);
    expect(set).toEqual(expect.arrayContaining(cases.everSet));
  });

  it.each(['Bucket', 'Region'])('refuses the parameter %s, which would change the source of scripts', (name) => {
    expect(() => values({ [name]: ['of-somebody'] })).toThrow(`Parameter "${name}" is not defined in the document`);
  });

  it('downloads the wrapper on managed hosts, and exits 97 when its SHA-256 sum differs from its key', () => {
    const text =
      'echo "$FSXBENCH_STEP in $AWS_REGION by $FSXBENCH_BUCKET for $FSXBENCH_DEPLOYED"; ls "$FSXBENCH_WRAPPER"\n';
    const { code, out } = runDocument(text, `${createHash('sha256').update(text).digest('hex')}.sh`);
    expect([code, out.split('\n')[0]]).toEqual([0, 'measure in eu-west-1 by results for 7']);
    expect(runDocument(text, `${'a'.repeat(64)}.sh`).code).toBe(97);
  });
});

/** Runs the lines of the document with a shell, where `aws` copies a text. */
function runDocument(text: string, name: string): { code: number | null; out: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-document-'));
  try {
    writeFileSync(join(folder, 'text'), text);
    writeFileSync(join(folder, 'aws'), `#!/bin/sh\nfor last; do :; done\ncp '${folder}/text' "$last"\n`, {
      mode: 0o755,
    });
    const given = { ...GOOD, WrapperKey: [`scripts/${name}`] };
    const values = fillParameters(RUN_SCRIPT_DOCUMENT, given);
    const lines = RUN_SCRIPT_DOCUMENT.mainSteps[0]?.inputs.runCommand ?? [];
    const deployed = lines
      .join('\n')
      .replaceAll('${ResultsBucket}', 'results')
      .replaceAll('${Region}', 'eu-west-1')
      .replaceAll('${ContractVersion}', '7');
    const script = deployed.replaceAll(/\{\{ (\w+) \}\}/g, (_, key: string) => values[key] ?? '');
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, TMPDIR: folder };
    const { status, stdout } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
    return { code: status, out: stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('fillParameters', () => {
  it('reports all invalid parameters in one error', () => {
    const { Attempt: _a, ...given } = GOOD;
    const wrong = { ...given, Shell: ['sh'], Step: ['a', 'b'], StartAt: ['x'] };
    expect(() => fillParameters(RUN_SCRIPT_DOCUMENT, wrong)).toThrow(
      'Parameter "Shell" is not defined in the document; Parameter "Attempt" requires a value; ' +
        'Parameter "Step" of type String takes one value, not 2; Parameter "StartAt" has value "x" not matching',
    );
  });

  it('matches the whole value, even when the pattern has no anchors', () => {
    const document = { ...RUN_SCRIPT_DOCUMENT, parameters: { P: { type: 'String', allowedPattern: '[a-z]+' } } };
    expect(fillParameters(document, { P: ['abc'] })).toEqual({ P: 'abc' });
    expect(() => fillParameters(document, { P: ['abc;id'] })).toThrow('not matching');
  });
});

describe('readTimeoutSeconds', () => {
  const document = (inputs: { timeoutSeconds?: string } = {}) => ({
    schemaVersion: '2.2',
    parameters: {},
    mainSteps: [{ action: 'aws:runShellScript', name: 's', inputs: { runCommand: [], ...inputs } }],
  });

  it('returns a number, the value of a parameter, or 3600 by default', () => {
    expect(readTimeoutSeconds(document({ timeoutSeconds: '60' }), {})).toBe(60);
    expect(readTimeoutSeconds(document({ timeoutSeconds: '{{ T }}' }), { T: '90' })).toBe(90);
    expect(readTimeoutSeconds(document(), {})).toBe(3600);
    expect(() => readTimeoutSeconds(document({ timeoutSeconds: '{{ T }}' }), {})).toThrow('is not a number');
  });
});
