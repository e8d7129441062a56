import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { PROMETHEUS_ANSWER, runTrial, type Trial } from './telemetry-trial';

let root = '';
let server: Server | undefined;
beforeEach(() => {
  root = temporaryFolder('fsxbench-telemetry-');
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server !== undefined) await once(server, 'close');
  server = undefined;
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

it('sends one range query per metric over the time of the trial, and stores the answers unchanged', async () => {
  const seen: URL[] = [];
  const url = await serve((request, answer) => {
    seen.push(new URL(request.url ?? '', 'http://localhost'));
    answer.end(PROMETHEUS_ANSWER);
  });
  const left = await runServerTrial(url);
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
  expect(readFileSync(join(root, 'out/raw/server_cpu.json'), 'utf8')).toBe(PROMETHEUS_ANSWER);
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
  const url = await serve((_, answer) => answer.end(PROMETHEUS_ANSWER));
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

describe('telemetry.sh after trials without an answer', () => {
  const formatNote = (failures: number, sinceSeconds: number): string =>
    `${failures} ${Math.floor(Date.now() / 1000) + sinceSeconds}\n`;
  const file = (): string => join(root, 'telemetry.c1');

  it.each([
    ['after two of them', () => formatNote(2, 0)],
    ['after three of them and 10 minutes', () => formatNote(3, -600)],
    ['when the clock was set back', () => formatNote(3, 3600)],
    ['when its note is invalid', () => '3\n'],
  ])('queries the server %s, and deletes its note when it answers', async (_, text) => {
    const url = await serve((__, answer) => answer.end(PROMETHEUS_ANSWER));
    writeFileSync(file(), text());
    expect([(await runServerTrial(url)).asked?.problem, existsSync(file())]).toEqual(['', false]);
  });

  it('waits another 10 minutes when the next query fails, too', async () => {
    const url = await serve((_, answer) => answer.end(PROMETHEUS_ANSWER));
    writeFileSync(file(), formatNote(3, -590));
    expect((await runServerTrial(url)).asked?.problem).toMatch(/^not queried: /);
    writeFileSync(file(), formatNote(3, -610));
    expect(listProblems(await runServerTrial('http://127.0.0.1:1'))[0]).toMatch(/^curl: \(7\)/);
    expect((await runServerTrial(url)).asked?.problem).toMatch(/^not queried: /);
  });
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

const KEPT = ['server_cpu.json', 'server_up.json'];
it.each([
  ['HTTP status 500, and keeps the body', 'it answered with HTTP status 500', 500, 'oops', KEPT],
  ['HTTP status 302, and keeps the body', 'it answered with HTTP status 302', 302, '<html>', KEPT],
  ['more than 256 KiB, and deletes it', 'its answer has more than 262144 bytes', 200, 'x'.repeat(3_000_000), []],
])('reports that the server answered with %s', async (_, problem, status, text, files) => {
  const url = await serve((__, answer) => {
    answer.writeHead(status, { location: 'http://127.0.0.1:1/' });
    answer.end(text);
  });
  const left = await runServerTrial(url);
  expect([left.code, left.raw]).toEqual([0, [...files, 'servers.json']]);
  expect(listProblems(left)).toEqual([problem, problem]);
});

it('reports that curl is not installed', async () => {
  const bin = mkdtempSync(join(root, 'bin-'));
  for (const name of ['bash', 'mkdir', 'mv', 'rm']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  const left = await runServerTrial('http://127.0.0.1:1', { PATH: bin });
  expect([left.code, left.asked?.problem]).toEqual([0, 'curl is not installed on this host']);
});
