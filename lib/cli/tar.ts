/** Writes tar archives (POSIX ustar), whose bytes depend on names and contents only. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface TarFile {
  /** Path in the archive, at most 100 bytes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK_BYTES = 512;
/** Offset of each header field, and its text. Numbers are octal, ended by a NUL; see `tar(5)`. */
const CHECKSUM_AT = 148;
/** Jars are compressed already. */
const GZIP_LEVEL = 1;

/** A `.tar.gz` with these files, which all can read, of 1970 and user 0. */
export async function packTarGz(files: readonly TarFile[]): Promise<Buffer> {
  const blocks = files.flatMap(({ name, bytes }) => [
    createHeader(name, bytes.length),
    bytes,
    Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
  return promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: GZIP_LEVEL });
}

function createHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0, 100);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7) + octal(0, 7), 108);
  header.write(octal(size, 11) + octal(0, 11), 124);
  // The checksum is the sum of all bytes of the header, with spaces in its own place.
  header.write('        0', CHECKSUM_AT);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${octal(sum, 6)} `, CHECKSUM_AT);
  return header;
}
