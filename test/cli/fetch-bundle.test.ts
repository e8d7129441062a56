/** `fsxbench tools fetch` with a Maven repository on this machine. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machine, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ALLOWED_SYSTEMS } from '../../lib/cli/bundle-system';
import { fetchBundle, formatFetched, type FetchResult } from '../../lib/cli/fetch-bundle';
import { runTools } from '../../lib/cli/commands/tools';
import { openToolFolder, readSystem } from '../../lib/local/tools';
import type { KafkaJar } from '../../lib/shapes/kafka-jars';
import { parsePointer } from '../../lib/shapes/tool-bundles';
import { captureCli } from './capture-cli';

const NOW = Date.parse('2026-11-28T06:00:00Z');
const HERE = `${readSystem()}-${machine()}`;

function jar(file: string, content: string, licence = 'Apache-2.0'): KafkaJar {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, path: `org/x/${file}`, bytes: content.length, sha256, licence };
}
const JARS = [jar('a-1.jar', 'jar a'), jar('b-2.jar', 'b'.repeat(600), 'MIT')];
const CONTENTS: Readonly<Record<string, string>> = {
  '/m2/org/x/a-1.jar': 'jar a',
  '/m2/org/x/b-2.jar': 'b'.repeat(600),
};

let server: Server;
let folder = '';
let temporary = '';
/** Requested paths; and what the server answers in place of the right content. */
let requests: string[] = [];
let answers: Record<string, { status: number; text: string }[]> = {};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-fetch-'));
  temporary = mkdtempSync(join(tmpdir(), 'fsxbench-temporary-'));
  [requests, answers] = [[], {}];
  server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const { status, text } = answers[url]?.shift() ?? {
      status: url in CONTENTS ? 200 : 404,
      text: CONTENTS[url] ?? '',
    };
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  if (server.listening) await closeServer();
  for (const one of [folder, temporary]) rmSync(one, { recursive: true, force: true });
});

async function closeServer(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
const repository = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/m2/`;
const openStore = async () => openToolFolder(folder);
const LOCAL = { local: true };

interface FetchOutput {
  readonly result: FetchResult;
  readonly err: string;
}
async function fetchKafka(options: object = LOCAL, maven = repository(), store = openStore): Promise<FetchOutput> {
  const { cli, err } = captureCli(folder);
  const from = { maven, listJars: () => JARS };
  const result = await fetchBundle(cli, store, 'kafka', options as Record<string, unknown>, NOW, from);
  return { result, err: err() };
}
async function catchRefusal(...args: Parameters<typeof fetchKafka>): Promise<string> {
  const error = (await fetchKafka(...args).catch((one: unknown) => one)) as Error;
  expect(existsSync(join(folder, 'tools'))).toBe(false);
  return `${error.name}: ${error.message}`;
}

describe('fsxbench tools fetch kafka', () => {
  it('prints licences and size, and stores all jars as one bundle for this machine', async () => {
    const { result, err } = await fetchKafka();
    const address = repository().replace(/\/$/, '');
    expect(err).toBe(`Apache Kafka 3.9.1: 2 jars, 605 B, from ${address}\nLicences: Apache-2.0 (1), MIT (1)\n`);
    const { archive, sha256 } = result;
    const bytes = readFileSync(join(folder, archive));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const tar = gunzipSync(bytes);
    expect([tar.length % 512, tar.toString('latin1', 0, 14), tar.toString('latin1', 512, 517)]).toEqual([
      0,
      'libs/a-1.jar\0\0',
      'jar a',
    ]);
    expect(parsePointer(readFileSync(join(folder, `tools/kafka/${HERE}.txt`), 'utf8'), 'kafka')).toEqual({
      sha256,
      version: '3.9.1',
      archive,
      bytes: bytes.length,
      added: '2026-11-28T06:00:00.000Z',
    });
    expect(formatFetched(result)).toBe(
      `Apache Kafka 3.9.1, in ${folder}\n  archive  ${archive}, ${bytes.length} bytes\n  hosts    ${HERE}\n`,
    );
  });

  it('downloads only when a pointer or the archive is missing', async () => {
    const { result: first } = await fetchKafka();
    const again = await fetchKafka();
    expect([again.result, again.err, requests.length]).toEqual([{ ...first, known: true }, '', 2]);
    expect(formatFetched(again.result)).toContain(' bytes, already stored: nothing was downloaded\n');
    rmSync(join(folder, first.archive));
    expect((await fetchKafka()).result).toEqual(first);
    writeFileSync(join(folder, `tools/kafka/${HERE}.txt`), 'x');
    expect((await fetchKafka()).result).toEqual(first);
    expect(requests).toHaveLength(6);
  });

  it('stores pointers for all images of a deployment, or for the system of --os and --arch', async () => {
    const { result } = await fetchKafka({});
    expect(result.systems).toEqual(expect.arrayContaining(['amzn-2023-x86_64', 'amzn-2023-aarch64', 'rhel-9-x86_64']));
    for (const system of result.systems)
      expect(readFileSync(join(folder, `tools/kafka/${system}.txt`), 'utf8')).toContain(result.sha256);
    const one = await fetchKafka({ os: 'debian-13', arch: 'aarch64' });
    expect(one.result.systems).toEqual(['debian-13-aarch64']);
    const { sha256 } = one.result;
    expect(sha256).toBe(result.sha256);
  });

  it('downloads again when one system has another archive of the same version', async () => {
    const { result } = await fetchKafka({});
    const other = join(folder, `tools/kafka/${result.systems.at(-1)}.txt`);
    writeFileSync(other, readFileSync(other, 'utf8').replaceAll(result.sha256, 'f'.repeat(64)));
    expect((await fetchKafka({})).result).toEqual(result);
    expect(readFileSync(other, 'utf8')).toContain(result.sha256);
  });

  it.each([429, 503])('retries when the repository answers %d', async (status) => {
    answers['/m2/org/x/a-1.jar'] = [{ status, text: '' }];
    expect((await fetchKafka()).result.known).toBe(false);
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['is another file', { status: 200, text: 'jar b' }, /: it has SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}$/],
    ['is cut off', { status: 200, text: 'ja' }, /: it has SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}$/],
    ['is too long', { status: 200, text: 'jar a and more' }, /: it has more than the expected 5 bytes$/],
    ['is missing', { status: 404, text: '' }, /: HTTP status 404$/],
  ])('stores nothing when a jar %s', async (_, answer, message) => {
    answers['/m2/org/x/a-1.jar'] = [answer];
    const text = await catchRefusal();
    expect(text).toMatch(
      /^DownloadFailed: tools fetch: nothing was stored\.\n {2}http:\/\/127\.0\.0\.1:\d+\/m2\/org\/x\//,
    );
    expect(text).toMatch(message);
    expect(requests).toEqual(['/m2/org/x/a-1.jar']);
  });

  it('throws DownloadFailed when the repository refuses the connection', async () => {
    const address = repository();
    await closeServer();
    expect(await catchRefusal(LOCAL, address)).toMatch(
      /^DownloadFailed: .*\n.*a-1\.jar: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
    );
  });

  it('deletes its temporary files and stores no pointer when the store is full', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, copyfile'), { code: 'ENOSPC' });
    const store = async () => ({ ...openToolFolder(folder), putOnce: () => Promise.reject(full) });
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    try {
      expect(await catchRefusal(LOCAL, repository(), store)).toBe('Error: ENOSPC: no space left on device, copyfile');
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each(['ftp://x', 'x', 'http://user:secret@x/m2', 'http://x/?a'])('refuses the repository %s', async (maven) => {
    expect(await catchRefusal(LOCAL, maven)).toBe(
      'BadOption: FSXBENCH_MAVEN: found no address of a Maven repository; ' +
        'allowed: http or https without user name and query',
    );
  });

  it('reports all problems of its options together', async () => {
    const { cli } = captureCli(folder);
    const options = { version: '1.0', os: '../x', arch: 'vax' };
    await expect(runTools(cli, openStore, ['fetch', 'ior'], options, NOW)).rejects.toMatchObject({
      name: 'BadOption',
      message:
        'tools fetch: nothing was stored.\n' +
        "  the bundle is 'ior'; allowed: kafka\n" +
        "  --version: found '1.0'; allowed: 3.9.1\n" +
        `  --os: found '../x'; ${ALLOWED_SYSTEMS}\n` +
        "  --arch: found 'vax'; allowed: x86_64, aarch64",
    });
    await expect(runTools(cli, openStore, ['fetch'], {}, NOW)).rejects.toThrow(
      '  the bundle is missing; allowed: kafka',
    );
  });
});
