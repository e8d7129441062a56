import { KAFKA_VERSIONS, listKafkaJars } from '../../lib/shapes/kafka-jars';
import { BUNDLE_NAMES, BUNDLE_SYSTEM, BUNDLES, formatPointer, parsePointer } from '../../lib/shapes/tool-bundles';

const SHA = 'a'.repeat(64);
const POINTER = {
  sha256: SHA,
  version: '4.0.0+dev',
  archive: `tools/ior/${SHA}.tar.xz`,
  bytes: 123,
  added: '2026-11-23T20:00:00.000Z',
};

describe('parsePointer (text that names the archive of a tool)', () => {
  it('reads the values that formatPointer writes', () => {
    expect(formatPointer(POINTER)).toBe(
      `sha256 ${SHA}\nversion 4.0.0+dev\narchive tools/ior/${SHA}.tar.xz\nbytes 123\nadded 2026-11-23T20:00:00.000Z\n`,
    );
    expect(parsePointer(formatPointer(POINTER), 'ior')).toEqual(POINTER);
  });

  it.each([
    [{ archive: '../../etc' }, 'the line "archive ../../etc" is invalid'],
    [{ version: '$(id)' }, 'the line "version $(id)" is invalid'],
    [{ bytes: 0 }, 'the line "bytes 0" is invalid'],
    [{ bytes: 1.5 }, 'the line "bytes 1.5" is invalid'],
    [{ added: 'today' }, 'the line "added today" is invalid'],
    [
      { sha256: 'b'.repeat(64) },
      `the line 'archive' names "tools/ior/${SHA}.tar.xz", but for this sha256 it must be ` +
        `tools/ior/${'b'.repeat(64)}.tar.gz or tools/ior/${'b'.repeat(64)}.tar.xz`,
    ],
    [{ version: '1\nsha256 x' }, 'the line "sha256 x" is invalid'],
  ])('refuses a pointer with %j', (other, problem) => {
    expect(parsePointer(formatPointer({ ...POINTER, ...other }), 'ior')).toBe(problem);
  });

  it.each([
    ['', "it lacks the line 'sha256', 'version', 'archive', 'bytes', 'added'"],
    ['__proto__ x\n', 'the line "__proto__ x" is invalid'],
    ['<html>', 'the line "<html>" is invalid'],
  ])('refuses %j as a pointer', (text, problem) => expect(parsePointer(text, 'ior')).toBe(problem));

  it('refuses the archive of another bundle', () => {
    expect(parsePointer(formatPointer(POINTER), 'omb')).toBe(
      `the line 'archive' names "tools/ior/${SHA}.tar.xz", but for this sha256 it must be ` +
        `tools/omb/${SHA}.tar.gz or tools/omb/${SHA}.tar.xz`,
    );
  });
});

it.each(BUNDLE_NAMES)('has a version pattern for every command of %s', (name) => {
  const { commands, versionPatterns: prints, source } = BUNDLES[name];
  expect(Object.keys(prints).sort()).toEqual([...commands].sort());
  expect(source).toContain('https://');
});

it('matches the versions that mdtest and IOR print', () => {
  const { mdtest, ior } = BUNDLES.ior.versionPatterns;
  const header = '-- started at 11/20/2026 10:00:00 --\n\nmdtest-4.0.0 was launched with 2 total task(s) on 1 node\n';
  expect(mdtest?.exec(header)?.[1]).toBe('4.0.0');
  expect(ior?.exec('IOR-4.1.0+dev: MPI Coordinated Test of Parallel I/O\n')?.[1]).toBe('4.1.0+dev');
});

it.each(['amzn-2023-x86_64', 'ubuntu-24.04-aarch64'])('accepts %s as the name of a system', (name) =>
  expect(name).toMatch(BUNDLE_SYSTEM),
);
it.each(['x86_64', '../x-1-x86_64', 'debian-12-riscv64', 'a/b-1-x86_64'])(
  'refuses %s as the name of a system',
  (name) => expect(name).not.toMatch(BUNDLE_SYSTEM),
);

describe.each(KAFKA_VERSIONS)("listKafkaJars('%s')", (version) => {
  const jars = listKafkaJars(version);

  it('lists the server, its clients and a log binding, each file once', () => {
    const files = jars.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining([`kafka_2.13-${version}.jar`, `kafka-clients-${version}.jar`]));
    expect(files.some((file) => file.startsWith('slf4j-reload4j-'))).toBe(true);
    expect(new Set(files).size).toBe(files.length);
  });

  it('has a path, a SHA-256, a size and a permissive licence for each jar', () => {
    for (const { path, file, bytes, sha256, licence } of jars) {
      expect(path).toMatch(/^[a-z0-9-]+\/[\w./-]+\.jar$/);
      expect(path.endsWith(`/${file}`)).toBe(true);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeGreaterThan(1000);
      expect(['Apache-2.0', 'MIT', 'BSD-2-Clause', 'BSD-3-Clause']).toContain(licence);
    }
  });
});

it('returns no jars for unknown Kafka versions', () => {
  for (const version of ['0.1', '__proto__', '']) expect(listKafkaJars(version)).toEqual([]);
});
