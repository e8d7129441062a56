import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCallLog } from '../../lib/cli/call-log';
import { UserError } from '../../lib/cli/command';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { captureCli } from './capture-cli';

const call = (action: string): CallRecord => ({
  time: '2026-01-01T00:00:00.000Z',
  execution: 'e1',
  state: 'Look',
  role: 'r',
  service: 's3',
  action,
  input: { Key: 'ä\n' },
});

describe('openCallLog', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'fsxbench-calls-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  it('writes one JSON line per call, in order, below the working directory', () => {
    const log = openCallLog(captureCli(cwd).cli, 'calls.jsonl');
    const calls = Array.from({ length: 2000 }, (_, index) => call(`Action${index}`));
    for (const one of calls) log.write(one);
    log.close();
    const lines = readFileSync(join(cwd, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as CallRecord)).toEqual(calls);
  });

  it('writes calls to the file while the execution runs', async () => {
    const log = openCallLog(captureCli(cwd).cli, 'calls.jsonl');
    log.write(call('A'));
    await sleep(700);
    expect(readFileSync(join(cwd, 'calls.jsonl'), 'utf8')).toContain('"A"');
    log.close();
  });

  it('truncates long bodies to 1024 characters', () => {
    const log = openCallLog(captureCli(cwd).cli, 'calls.jsonl');
    log.write({ ...call('PutObject'), input: { Body: 'x'.repeat(5000) } });
    log.close();
    const line = JSON.parse(readFileSync(join(cwd, 'calls.jsonl'), 'utf8')) as { input: { Body: string } };
    expect(line.input.Body).toMatch(/^x{1024}[.]{3} \[5000 characters\]$/);
  });

  it('ignores calls when --calls is missing', () => {
    const { cli, err } = captureCli(cwd);
    const log = openCallLog(cli, undefined);
    log.write(call('A'));
    log.close();
    expect(err()).toBe('');
  });

  it.each([
    ['no/such/folder/calls.jsonl', 'its folder does not exist'],
    ['.', 'this is a folder; name a file in it'],
    ['', 'found an empty text; allowed: a file name'],
  ])('refuses the file %j with the reason', (file, why) => {
    const open = (): unknown => openCallLog(captureCli(cwd).cli, file);
    expect(open).toThrow(UserError);
    expect(open).toThrow(`--calls: '${file}' cannot be written: ${why}`);
  });

  it('reports a write error once, and ignores later calls', () => {
    const { cli, err } = captureCli(cwd);
    const log = openCallLog(cli, '/dev/full');
    for (let count = 0; count < 3; count += 1) log.write({ ...call('A'), state: 'x'.repeat(300_000) });
    log.close();
    log.write(call('B'));
    expect(err().match(/cannot be written/g)).toHaveLength(1);
    expect(err()).toContain('--calls /dev/full: ');
  });
});
