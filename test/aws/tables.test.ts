import { gunzipSync } from 'node:zlib';
import { PackedLines } from '../../lib/aws/tables';

describe('PackedLines', () => {
  const line = (index: number): string => `{"trial":"t${index}","value":${index / 7},"metric":"latency_mean"}\n`;
  const many = Array.from({ length: 200 }, (_, batch) =>
    Array.from({ length: 1000 }, (__, index) => line(1000 * batch + index)).join(''),
  );

  it('packs several members into one file that reads as one', () => {
    const lines = new PackedLines();
    for (const text of many) lines.add(text);
    const bytes = lines.bytes();
    const magic = Buffer.from([0x1f, 0x8b, 0x08]);
    let members = 0;
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) members += 1;
    expect(members).toBeGreaterThan(1);
    expect(gunzipSync(bytes).toString('utf8')).toBe(many.join(''));
    expect(bytes.length).toBeLessThan(many.join('').length / 4);
  });

  it('gives the same bytes for the same lines, and a file that can be read for none', () => {
    const packed = (): Buffer => {
      const lines = new PackedLines();
      lines.add(line(1));
      lines.add(line(2));
      return lines.bytes();
    };
    expect(packed()).toEqual(packed());
    expect(gunzipSync(new PackedLines().bytes())).toHaveLength(0);
  });
});
