import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROMETHEUS_ANSWER, runTrial, type Trial } from './telemetry-trial';

let root = '';
let server: Server | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fsxbench-telemetry-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server !== undefined) await once(server, 'close');
  server = undefined;
  rmSync(root, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/prom`;
}

const runServerTrial = (url: string, more?: Readonly<Record<string, string>>, code?: number): Promise<Trial> =>
  runTrial(root, url, more, code);
const listProblems = ({ asked }: Trial) => Object.values(asked?.answers ?? {}).map(({ problem }) => problem);

const RIGHT = PROMETHEUS_ANSWER;

it('sends one range query per metric over the time of the trial, and stores the answers unchanged', async () => {
  const seen: URL[] = [];
  const url = await serve((request, answer) => {
    seen.push(new URL(request.url ?? '', 'http://localhost'));
    answer.end(RIGHT);
  });
  const left = await runServerTrial(`${url}`);
  expect([left.code, left.status.rc, left.raw]).toEqual([0, 0, ['server_cpu.json', 'server_up.json', 'servers.json']]);
  const fine = { status: 200, problem: '' };
  expect(left.asked).toEqual({
    version: 1,
    from: 1005,
    to: 1080,
    step: 15,
    problem: '',
    answers: { server_up: fine, server_cpu: fine },
  });
  expect(seen.map(({ pathname }) => pathname)).toEqual(Array(2).fill('/prom/api/v1/query_range'));
  expect(Object.fromEntries(seen[0]?.searchParams ?? [])).toEqual({
    query: 'sum(up{a="b c"}) + 1',
    start: '1005',
    end: '1080',
    step: '15',
    timeout: '5s',
  });
  expect(readFileSync(join(root, 'out/raw/server_cpu.json'), 'utf8')).toBe(RIGHT);
});

it.each([
  ['a second host of the role', { FSXBENCH_INDEX: '1' }, 0],
  ['a host of another role', { FSXBENCH_ROLE: 'worker' }, 0],
  ['a host whose trial failed', {}, 3],
])('sends no query from %s', async (_, env, code) => {
  const left = await runServerTrial('http://127.0.0.1:1', env, code);
  expect([left.code, left.status.rc, left.raw]).toEqual([code, code, []]);
});

it('sends no query for a trial of fewer than 3 steps', async () => {
  const { code, asked } = await runServerTrial('http://127.0.0.1:1', { TELEMETRY_STEP: '60' });
  expect([code, asked?.problem]).toEqual([0, 'the trial has fewer than 3 whole steps of 60 s']);
});

it('queries a trial of 2,000 steps with a step of 10 s instead of 5 s', async () => {
  const url = await serve((_, answer) => answer.end(RIGHT));
  const { asked } = await runServerTrial(url, { TELEMETRY_STEP: '5', ENDED: '11003.5' });
  // 2,000 steps of 5 s are twice as many as it takes.
  expect([asked?.step, asked?.from, asked?.to]).toEqual([10, 1005, 11000]);
});

it('skips queries after a failed connection, and all queries after three such trials', async () => {
  const quick = await runServerTrial('http://127.0.0.1:1');
  expect([quick.code, quick.status.rc, quick.raw]).toEqual([0, 0, ['servers.json']]);
  expect(listProblems(quick)).toEqual([
    expect.stringMatching(/^curl: \(7\) Failed to connect/),
    'not queried: the server did not answer before',
  ]);
  await runServerTrial('http://127.0.0.1:1');
  await runServerTrial('http://127.0.0.1:1');
  const left = await runServerTrial('http://127.0.0.1:1');
  expect(left.asked?.problem).toBe(
    'not queried: the server did not answer after 3 trials in a row; ' +
      'it is asked again 10 minutes after the last one that asked',
  );
});

describe('telemetry.sh after three trials without an answer', () => {
  const formatNote = (sinceSeconds: number): string => `3 ${Math.floor(Date.now() / 1000) + sinceSeconds}\n`;
  const file = (): string => join(root, 'telemetry.c1');

  it.each([
    ['after 10 minutes', () => formatNote(-600)],
    ['when the clock was set back', () => formatNote(3600)],
    ['when its note is invalid', () => '3\n'],
  ])('queries the server again %s', async (_, text) => {
    const url = await serve((__, answer) => answer.end(RIGHT));
    writeFileSync(file(), text());
    expect([(await runServerTrial(url)).asked?.problem, existsSync(file())]).toEqual(['', false]);
    expect((await runServerTrial(url)).asked?.problem).toBe('');
  });

  it('waits another 10 minutes when the next query fails, too', async () => {
    const url = await serve((_, answer) => answer.end(RIGHT));
    writeFileSync(file(), formatNote(-590));
    expect((await runServerTrial(url)).asked?.problem).toMatch(/^not queried: /);
    writeFileSync(file(), formatNote(-610));
    expect(listProblems(await runServerTrial('http://127.0.0.1:1'))[0]).toMatch(/^curl: \(7\)/);
    expect((await runServerTrial(url)).asked?.problem).toMatch(/^not queried: /);
  });
});

it('resets the count of failed trials in telemetry.sh when the server answers before the third failure', async () => {
  const url = await serve((_, answer) => answer.end(RIGHT));
  writeFileSync(join(root, 'telemetry.c1'), `2 ${Math.floor(Date.now() / 1000)}\n`);
  expect((await runServerTrial(url)).asked?.problem).toBe('');
  expect(existsSync(join(root, 'telemetry.c1'))).toBe(false);
});

it.each([
  ['sends no answer', () => undefined],
  // Forty bytes in all of its time.
  ['sends an endless answer', (_, answer) => void setInterval(() => answer.write('{"status"'), 1000).unref()],
] as [string, RequestListener][])(
  'stops at the curl timeout when the server %s',
  async (_, listener) => {
    const url = await serve(listener);
    const hung = await runServerTrial(url);
    expect([hung.code, hung.raw]).toEqual([0, ['servers.json']]);
    expect(listProblems(hung)[0]).toMatch(/^curl: \(28\) Operation timed out/);
  },
  20_000,
);

it.each([
  [
    'HTTP status 500, and keeps the body',
    (answer: string) => `it answered with HTTP status ${answer}`,
    500,
    'oops',
    ['server_cpu.json', 'server_up.json'],
  ],
  [
    'HTTP status 302, and keeps the body',
    (answer: string) => `it answered with HTTP status ${answer}`,
    302,
    '<html>',
    ['server_cpu.json', 'server_up.json'],
  ],
  [
    'an answer above 256 KiB, and deletes it',
    () => 'its answer has more than 262144 bytes',
    200,
    'x'.repeat(3_000_000),
    [],
  ],
])('reports that the server answered with %s', async (_, words, status, text, files) => {
  const url = await serve((__, answer) => {
    answer.writeHead(status, { location: 'http://127.0.0.1:1/' });
    answer.end(text);
  });
  const left = await runServerTrial(url);
  expect([left.code, left.raw]).toEqual([0, [...files, 'servers.json']]);
  expect(listProblems(left)).toEqual([words(String(status)), words(String(status))]);
});

it('reports that curl is not installed', async () => {
  const bin = mkdtempSync(join(root, 'bin-'));
  for (const name of ['bash', 'mkdir', 'mv', 'rm']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  const left = await runServerTrial('http://127.0.0.1:1', { PATH: bin });
  expect([left.code, left.asked?.problem]).toEqual([0, 'curl is not installed on this host']);
});
