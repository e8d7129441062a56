/** `fsxbench tools fetch` with a Maven repository on this machine. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machine } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ALLOWED_SYSTEMS } from '../../lib/cli/bundle-system';
import { runTools } from '../../lib/cli/commands/tools';
import { fetchBundle, type FetchResult, formatFetched } from '../../lib/cli/fetch-bundle';
import { openToolFolder, readSystem } from '../../lib/local/tools';
import { DEFAULT_KAFKA_VERSION, type KafkaJar } from '../../lib/shapes/kafka-jars';
import { type BundlePointer, parsePointer } from '../../lib/shapes/tool-bundles';
import { listPointers } from '../../lib/aws/tools/store';
import { temporaryFolder } from '../temporary';
import { captureCli } from './capture-cli';

const NOW = Date.parse('2026-11-28T06:00:00Z');
const HERE = `${readSystem()}-${machine()}`;
const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

function jar(file: string, content: string, licence = 'Apache-2.0'): KafkaJar {
  return { file, path: `org/x/${file}`, bytes: content.length, sha256: hash(content), licence };
}
const B = 'b'.repeat(600);
const JARS = [jar('a-1.jar', 'jar a'), jar('b-2.jar', B, 'MIT')];
const A_PATH = '/m2/org/x/a-1.jar';
const CONTENTS: Readonly<Record<string, string>> = { [A_PATH]: 'jar a', '/m2/org/x/b-2.jar': B };

let server: Server;
let folder = '';
/** Requested paths; and what the server answers in place of the right content. */
let requests: string[] = [];
let answers: Record<string, { status: number; text: string }[]> = {};

beforeEach(async () => {
  folder = temporaryFolder('fsxbench-fetch-');
  [requests, answers] = [[], {}];
  server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const right = { status: url in CONTENTS ? 200 : 404, text: CONTENTS[url] ?? '' };
    const { status, text } = answers[url]?.shift() ?? right;
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  if (server.listening) await closeServer();
});

async function closeServer(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
const repository = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/m2/`;
const openStore = async () => openToolFolder(folder);
const pointer = (system: string, version = DEFAULT_KAFKA_VERSION): string =>
  join(folder, `tools/kafka/${version}/${system}.txt`);
const LOCAL = { local: true };

async function fetchKafka(
  options: object = LOCAL,
  maven = repository(),
  store = openStore,
): Promise<{ readonly result: FetchResult; readonly err: string }> {
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
    const { archive, sha256 } = result;
    const address = repository().replace(/\/$/, '');
    expect(err).toBe(
      `Apache Kafka ${DEFAULT_KAFKA_VERSION}: 2 jars, 605 B, from ${address}\nLicences: Apache-2.0 (1), MIT (1)\n`,
    );
    const bytes = readFileSync(join(folder, archive));
    expect(hash(bytes)).toBe(sha256);
    const tar = gunzipSync(bytes);
    const parts = [tar.length % 512, tar.toString('latin1', 0, 14), tar.toString('latin1', 512, 517)];
    expect(parts).toEqual([0, 'libs/a-1.jar\0\0', 'jar a']);
    const added = '2026-11-28T06:00:00.000Z';
    const stored = { sha256, version: DEFAULT_KAFKA_VERSION, archive, bytes: bytes.length, added };
    expect(parsePointer(readFileSync(pointer(HERE), 'utf8'), 'kafka')).toEqual(stored);
    const title = `Apache Kafka ${DEFAULT_KAFKA_VERSION}, in ${folder}`;
    expect(formatFetched(result)).toBe(`${title}\n  archive  ${archive}, ${bytes.length} bytes\n  hosts    ${HERE}\n`);
  });

  it('downloads only when a pointer or the archive is missing', async () => {
    const { result: first } = await fetchKafka();
    const again = await fetchKafka();
    expect([again.result, again.err, requests.length]).toEqual([{ ...first, known: true }, '', 2]);
    expect(formatFetched(again.result)).toContain(' bytes, already stored: nothing was downloaded\n');
    rmSync(join(folder, first.archive));
    expect((await fetchKafka()).result).toEqual(first);
    writeFileSync(pointer(HERE), 'x');
    expect((await fetchKafka()).result).toEqual(first);
    expect(requests).toHaveLength(6);
  });

  it('stores pointers for all images of a deployment, or for one system, and repairs one', async () => {
    const { result } = await fetchKafka({});
    const { systems, sha256 } = result;
    expect(systems).toEqual(expect.arrayContaining(['amzn-2023-x86_64', 'amzn-2023-aarch64', 'rhel-9-x86_64']));
    for (const system of systems) expect(readFileSync(pointer(system), 'utf8')).toContain(sha256);
    const one = await fetchKafka({ os: 'debian-13', arch: 'aarch64' });
    expect(one.result).toMatchObject({ systems: ['debian-13-aarch64'], sha256 });
    // One system has another archive of the same version.
    const other = pointer(systems.at(-1) ?? '');
    writeFileSync(other, readFileSync(other, 'utf8').replaceAll(sha256, 'f'.repeat(64)));
    expect((await fetchKafka({})).result).toEqual(result);
    expect(readFileSync(other, 'utf8')).toContain(sha256);
  });

  it('stores another version next to the default, and downloads neither again', async () => {
    const [first, other] = [await fetchKafka(), await fetchKafka({ ...LOCAL, version: '3.9.1' })];
    expect(other.result).toMatchObject({ version: '3.9.1', known: false });
    expect(readFileSync(pointer(HERE, '3.9.1'), 'utf8')).toContain('version 3.9.1\n');
    const known = [(await fetchKafka()).result, (await fetchKafka({ ...LOCAL, version: '3.9.1' })).result];
    expect(known).toEqual([first.result, other.result].map((one) => ({ ...one, known: true })));
    const listed = await listPointers(await openStore());
    expect(listed.map(({ key, says }) => [key, (says as BundlePointer).version])).toEqual([
      [`tools/kafka/3.9.1/${HERE}.txt`, '3.9.1'],
      [`tools/kafka/${DEFAULT_KAFKA_VERSION}/${HERE}.txt`, DEFAULT_KAFKA_VERSION],
    ]);
  });

  it.each([429, 503])('retries when the repository answers %d', async (status) => {
    answers[A_PATH] = [{ status, text: '' }];
    expect((await fetchKafka()).result.known).toBe(false);
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['is another file', 200, 'jar b', /: it has SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}$/],
    ['is cut off', 200, 'ja', /: it has SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}$/],
    ['is too long', 200, 'jar a and more', /: it has more than the expected 5 bytes$/],
    ['is missing', 404, '', /: HTTP status 404$/],
  ])('stores nothing when a jar %s', async (_, status, text, message) => {
    answers[A_PATH] = [{ status, text }];
    const refusal = await catchRefusal();
    expect(refusal).toMatch(/^DownloadFailed: tools fetch: nothing was stored\.\n {2}http:\/\/127\.0\.0\.1:\d+\/m2\//);
    expect(refusal).toMatch(message);
    expect(requests).toEqual([A_PATH]);
  });

  it('throws DownloadFailed when the repository refuses the connection', async () => {
    const address = repository();
    await closeServer();
    const message = /^DownloadFailed: .*\n.*a-1\.jar: connect ECONNREFUSED 127\.0\.0\.1:\d+$/;
    expect(await catchRefusal(LOCAL, address)).toMatch(message);
  });

  it('deletes its temporary files and stores no pointer when the store is full', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, copyfile'), { code: 'ENOSPC' });
    const store = async () => ({ ...openToolFolder(folder), putOnce: () => Promise.reject(full) });
    const temporary = temporaryFolder('fsxbench-temporary-');
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    try {
      expect(await catchRefusal(LOCAL, repository(), store)).toBe(`Error: ${full.message}`);
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

  it.each([
    [
      ['fetch', 'ior'],
      { version: '1.0', os: '../x', arch: 'vax' },
      "  the bundle is 'ior'; allowed: kafka\n  --version: found '1.0'; allowed: 4.4.0, 3.9.1\n" +
        `  --os: found '../x'; ${ALLOWED_SYSTEMS}\n  --arch: found 'vax'; allowed: x86_64, aarch64`,
    ],
    [['fetch'], {}, '  the bundle is missing; allowed: kafka'],
  ])('reports all problems of %j %j together', async (args, options, problems) => {
    const message = `tools fetch: nothing was stored.\n${problems}`;
    const refused = runTools(captureCli(folder).cli, openStore, args, options, NOW);
    await expect(refused).rejects.toMatchObject({ name: 'BadOption', message });
  });
});
