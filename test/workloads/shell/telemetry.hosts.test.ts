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

const trial = (url: string, more?: Readonly<Record<string, string>>, code?: number): Promise<Trial> =>
  runTrial(root, url, more, code);
const problems = ({ asked }: Trial) => Object.values(asked?.answers ?? {}).map(({ problem }) => problem);

const RIGHT = PROMETHEUS_ANSWER;

it('asks for the whole steps of the trial, each query by itself, and keeps what is answered as it is', async () => {
  const seen: URL[] = [];
  const url = await serve((request, answer) => {
    seen.push(new URL(request.url ?? '', 'http://localhost'));
    answer.end(RIGHT);
  });
  const left = await trial(`${url}`);
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
  ['another host', { FSXBENCH_INDEX: '1' }, 0],
  ['another role', { FSXBENCH_ROLE: 'worker' }, 0],
  ['a trial that failed', {}, 3],
])('leaves it to others: %s', async (_, env, code) => {
  const left = await trial('http://127.0.0.1:1', env, code);
  expect([left.code, left.status.rc, left.raw]).toEqual([code, code, []]);
});

it('asks nothing of a trial that is too short', async () => {
  const { code, asked } = await trial('http://127.0.0.1:1', { TELEMETRY_STEP: '60' });
  expect([code, asked?.problem]).toEqual([0, 'the trial has fewer than 3 whole steps of 60 s']);
});

it('asks for fewer points of a long trial', async () => {
  const url = await serve((_, answer) => answer.end(RIGHT));
  const { asked } = await trial(url, { TELEMETRY_STEP: '5', ENDED: '11003.5' });
  // 2,000 steps of 5 s are twice as many as it takes.
  expect([asked?.step, asked?.from, asked?.to]).toEqual([10, 1005, 11000]);
});

it('says that nobody answers, tries no further, and after three trials not at all for ten minutes', async () => {
  const quick = await trial('http://127.0.0.1:1');
  expect([quick.code, quick.status.rc, quick.raw]).toEqual([0, 0, ['servers.json']]);
  expect(problems(quick)).toEqual([
    expect.stringMatching(/^curl: \(7\) Failed to connect/),
    'not queried: the server did not answer before',
  ]);
  await trial('http://127.0.0.1:1');
  await trial('http://127.0.0.1:1');
  const left = await trial('http://127.0.0.1:1');
  expect(left.asked?.problem).toBe(
    'not queried: the server did not answer after 3 trials in a row; ' +
      'it is asked again 10 minutes after the last one that asked',
  );
});

describe('after three trials without an answer', () => {
  const silent = (sinceSeconds: number): string => `3 ${Math.floor(Date.now() / 1000) + sinceSeconds}\n`;
  const file = (): string => join(root, 'telemetry.c1');

  it.each([
    ['ten minutes later', () => silent(-600)],
    ['where the clock was set back', () => silent(3600)],
    ['where the note of it is spoilt', () => '3\n'],
  ])('is asked again %s, and from then on', async (_, text) => {
    const url = await serve((__, answer) => answer.end(RIGHT));
    writeFileSync(file(), text());
    expect([(await trial(url)).asked?.problem, existsSync(file())]).toEqual(['', false]);
    expect((await trial(url)).asked?.problem).toBe('');
  });

  it('is left in peace for as long again where it does not answer then either', async () => {
    const url = await serve((_, answer) => answer.end(RIGHT));
    writeFileSync(file(), silent(-590));
    expect((await trial(url)).asked?.problem).toMatch(/^not queried: /);
    writeFileSync(file(), silent(-610));
    expect(problems(await trial('http://127.0.0.1:1'))[0]).toMatch(/^curl: \(7\)/);
    expect((await trial(url)).asked?.problem).toMatch(/^not queried: /);
  });
});

it('asks again where it answers in between', async () => {
  const url = await serve((_, answer) => answer.end(RIGHT));
  writeFileSync(join(root, 'telemetry.c1'), `2 ${Math.floor(Date.now() / 1000)}\n`);
  expect((await trial(url)).asked?.problem).toBe('');
  expect(existsSync(join(root, 'telemetry.c1'))).toBe(false);
});

it.each([
  ['hangs', () => undefined],
  // Forty bytes in all of its time.
  ['never ends', (_, answer) => void setInterval(() => answer.write('{"status"'), 1000).unref()],
] as [string, RequestListener][])(
  'gives up a server that %s',
  async (_, listener) => {
    const url = await serve(listener);
    const hung = await trial(url);
    expect([hung.code, hung.raw]).toEqual([0, ['servers.json']]);
    expect(problems(hung)[0]).toMatch(/^curl: \(28\) Operation timed out/);
  },
  20_000,
);

it.each([
  [
    'an error',
    (answer: string) => `it answered with HTTP status ${answer}`,
    500,
    'oops',
    ['server_cpu.json', 'server_up.json'],
  ],
  [
    'a page to log in',
    (answer: string) => `it answered with HTTP status ${answer}`,
    302,
    '<html>',
    ['server_cpu.json', 'server_up.json'],
  ],
  ['more than anybody reads', () => 'its answer has more than 262144 bytes', 200, 'x'.repeat(3_000_000), []],
])('keeps %s, and says what it is', async (_, words, status, text, files) => {
  const url = await serve((__, answer) => {
    answer.writeHead(status, { location: 'http://127.0.0.1:1/' });
    answer.end(text);
  });
  const left = await trial(url);
  expect([left.code, left.raw]).toEqual([0, [...files, 'servers.json']]);
  expect(problems(left)).toEqual([words(String(status)), words(String(status))]);
});

it('says so where curl is not installed', async () => {
  const bin = mkdtempSync(join(root, 'bin-'));
  for (const name of ['bash', 'mkdir', 'mv', 'rm']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  const left = await trial('http://127.0.0.1:1', { PATH: bin });
  expect([left.code, left.asked?.problem]).toEqual([0, 'curl is not installed on this host']);
});
