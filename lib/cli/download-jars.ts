/** Downloads jars from a Maven repository, and checks their SHA-256. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { KafkaJar } from '../shapes/kafka-jars';
import { UserError } from './command';
import type { TarFile } from './tar';

/** Maven Central: https://central.sonatype.org/consume/. */
export const MAVEN_CENTRAL = 'https://repo1.maven.org/maven2';

/** Attempts at a jar; pause before each further attempt; time limit of one attempt. */
const ATTEMPTS = 3;
const PAUSE_MS = 500;
const TIMEOUT_MS = 120_000;

/** Why a download failed, and whether another attempt may succeed. */
interface Failure {
  readonly why: string;
  readonly isPassing: boolean;
}

/** Address of the repository: `FSXBENCH_MAVEN`, else Maven Central. @throws UserError if it is not an HTTP address */
export function readRepository(given: string | undefined): string {
  if (given === undefined || given === '') return MAVEN_CENTRAL;
  if (!/^https?:\/\/[^\s@?#]+$/.test(given))
    throw new UserError(
      'BadOption',
      'FSXBENCH_MAVEN: found no address of a Maven repository; allowed: http or https without user name and query',
    );
  return given.replace(/\/+$/, '');
}

/** Downloads all jars, in their order. @throws UserError `DownloadFailed` at the first failure */
export async function downloadJars(repository: string, jars: readonly KafkaJar[]): Promise<readonly TarFile[]> {
  const found: TarFile[] = [];
  for (const jar of jars)
    found.push({ name: `libs/${jar.file}`, bytes: await downloadJar(`${repository}/${jar.path}`, jar) });
  return found;
}

async function downloadJar(url: string, jar: KafkaJar): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await readJar(url, jar).catch((error: Error) => ({ why: describeCause(error), isPassing: true }));
    if (found instanceof Uint8Array) return found;
    if (attempt === ATTEMPTS || !found.isPassing)
      throw new UserError('DownloadFailed', `tools fetch: nothing was stored.\n  ${url}: ${found.why}`);
    await setTimeout(attempt * PAUSE_MS);
  }
}

/** @throws Error of the connection, or of the time limit */
async function readJar(url: string, { bytes, sha256 }: KafkaJar): Promise<Uint8Array | Failure> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { status, body } = response;
  if (!response.ok || body === null) {
    await body?.cancel();
    return { why: `HTTP status ${status}`, isPassing: status === 429 || status >= 500 };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bytes) return { why: `it has more than the expected ${bytes} bytes`, isPassing: false };
    chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  const found = createHash('sha256').update(content).digest('hex');
  return found === sha256 ? content : { why: `it has SHA-256 ${found}; expected ${sha256}`, isPassing: false };
}

/** `fetch` puts the reason into the cause, and of several addresses of a host into a list. */
function describeCause(error: Error): string {
  const { cause } = error as { cause?: Error & { errors?: readonly Error[] } };
  return (cause?.errors?.[0] ?? cause ?? error).message;
}
