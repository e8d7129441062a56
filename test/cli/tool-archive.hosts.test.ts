import { truncateSync } from 'node:fs';
import { readVersions, inspectArchive } from '../../lib/cli/tool-archive';
import { BUNDLES } from '../../lib/shapes/tool-bundles';
import { Archives } from './archives';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

const inspectTools = (file: string) => inspectArchive(file, ['mdtest', 'ior']);
const GOOD = { 'bin/mdtest': 'x', 'bin/ior': 'x', 'share/man/ior.1': 'x' };

it.each([
  ['tar.gz', ['-z']],
  ['tar.xz', ['-J']],
])('accepts a %s archive with the commands, whatever its name', async (ending, flags) => {
  expect(await inspectTools(archives.packed(GOOD, 'a.zip', flags))).toEqual({
    ending,
    bytes: expect.any(Number),
    problems: [],
  });
});

it.each([
  ['', 'it is neither gzip nor xz; allowed: a .tar.gz or .tar.xz'],
  ['PK\x03\x04....', 'it is neither gzip nor xz; allowed: a .tar.gz or .tar.xz'],
])('refuses the content %j', async (content, problem) => {
  expect((await inspectTools(archives.file('a.tar.gz', content))).problems).toEqual([problem]);
});

it('names missing commands, and how to pack them', async () => {
  expect((await inspectTools(archives.packed({ 'ior/bin/ior': 'x' }))).problems).toEqual([
    'bin/mdtest is missing: pack with tar -C PREFIX -czf FILE .',
    'bin/ior is missing: pack with tar -C PREFIX -czf FILE .',
  ]);
});

it('reports the error of tar for a truncated archive on one line', async () => {
  const file = archives.packed(GOOD);
  truncateSync(file, 60);
  const { problems } = await inspectTools(file);
  expect(problems).toEqual([expect.stringMatching(/^tar cannot list it: \S[^\n]*$/)]);
});

it('refuses archives above 2 GiB', async () => {
  const file = archives.packed(GOOD);
  truncateSync(file, 2 * 1024 ** 3 + 1);
  expect((await inspectTools(file)).problems).toEqual(['it has 2147483649 bytes; allowed: up to 2147483648']);
});

it('stops waiting for a command that hangs after the timeout', async () => {
  const file = archives.packed({ 'bin/mdtest': "#!/bin/sh\ntrap '' TERM\nsleep 60\n", 'bin/ior': '#!/bin/sh\n' });
  expect(await readVersions(file, BUNDLES.ior, 0.3)).toEqual([
    { command: 'mdtest', version: null, ending: 'no answer within 0.3 s' },
    { command: 'ior', version: null, ending: 'exit 0' },
  ]);
});
