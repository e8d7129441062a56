/** Tool bundles in a bucket of an emulator that others wrote, by the client of AWS. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { makeBucketStore } from '../../../lib/aws/tools/store';
import { makeClientConfig } from '../../outside/ask';
import { describeMoto, type Moto, startMoto } from '../../outside/moto';

describeMoto('makeBucketStore with the moto emulator', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
  });
  afterAll(() => moto.stop());

  it('stores a bundle once, lists it, and reads it back unchanged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fsxbench-store-'));
    try {
      const s3 = new S3(makeClientConfig(moto));
      await s3.createBucket({ Bucket: 'results' });
      const store = makeBucketStore(s3, 'results');
      const bytes = Buffer.alloc(3_000_000, 'abc\0');
      const file = join(folder, 'a.tar.gz');
      writeFileSync(file, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = `tools/ior/${sha256}.tar.gz`;
      expect(await store.putOnce(key, file, sha256)).toBe(true);
      expect(await store.putOnce(key, file, sha256)).toBe(false);
      await store.write('tools/ior/debian-12-x86_64.txt', 'one\n');
      await store.write('tools/ior/debian-12-x86_64.txt', 'two\n');
      expect(await store.list('tools/')).toEqual([key, 'tools/ior/debian-12-x86_64.txt']);
      expect(await store.read('tools/ior/debian-12-x86_64.txt')).toBe('two\n');
      expect(await store.read('tools/none')).toBeNull();
      expect(await store.read(key)).toHaveLength(bytes.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
