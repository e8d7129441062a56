import { execFileSync } from 'node:child_process';
import { inspectArchive } from '../../lib/cli/tool-archive';
import { packTarGz } from '../../lib/cli/tar';
import { Archives } from './archives';

it('writes identical archives for identical files, which tar unpacks', async () => {
  const archives = new Archives();
  try {
    const files = [0, 1, 511, 512, 513, 100_000].map((size) => ({
      name: `libs/${size}-2.13_é.jar`,
      bytes: Buffer.alloc(size, size % 251),
    }));
    const packed = await packTarGz(files);
    expect((await packTarGz(files)).equals(packed)).toBe(true);
    const file = archives.file('a.tar.gz', packed);
    expect(await inspectArchive(file, [])).toMatchObject({ ending: 'tar.gz', problems: [] });
    execFileSync('tar', ['-x', '-f', file, '-C', archives.folder]);
    for (const { name, bytes } of files) expect(archives.bytes(`${archives.folder}/${name}`).equals(bytes)).toBe(true);
  } finally {
    archives.remove();
  }
});
