/** Two tables of an execution, at the top of the bucket: gzipped JSON lines, one object each, always replaced. */
import { gzipSync } from 'node:zlib';
import { getCellsKey, getObservationsKey, type TableLocation } from '../shapes/layout';
import type { CellRow } from '../results/tables/cell-rows';
import { writeBytes } from './bucket';
import type { Context } from './context';

/**
 * Compresses lines as they arrive: ten thousand trials of a large fleet have gigabytes uncompressed, and a hundredth of
 * that compressed. Every few megabytes form a gzip member; readers treat several members as one file (RFC 1952, 2.2).
 * The output is deterministic.
 */
export class PackedLines {
  private waiting: string[] = [];
  private characters = 0;
  private readonly members: Buffer[] = [];

  /** Complete lines, each with its newline. */
  add(lines: string): void {
    this.waiting.push(lines);
    this.characters += lines.length;
    if (this.characters >= MEMBER_CHARACTERS) this.pack();
  }

  bytes(): Buffer {
    if (this.waiting.length > 0 || this.members.length === 0) this.pack();
    return Buffer.concat(this.members);
  }

  private pack(): void {
    this.members.push(gzipSync(this.waiting.join(''), { level: GZIP_LEVEL }));
    this.waiting = [];
    this.characters = 0;
  }
}

const MEMBER_CHARACTERS = 4 * 1024 * 1024;
/** Low level, because lines are similar. 6 MB at level 3: 8 ms and 183 KB; at level 6: 19 ms and 126 KB. */
const GZIP_LEVEL = 3;

/** Writes both tables, replacing those of an earlier analysis. */
export async function writeTables(
  of: TableLocation,
  observations: PackedLines,
  cells: readonly CellRow[],
  context: Context,
): Promise<void> {
  await writeBytes(context, getObservationsKey(of), observations.bytes());
  await writeBytes(context, getCellsKey(of), packCells(cells));
}

export function packCells(cells: readonly CellRow[]): Buffer {
  const lines = new PackedLines();
  lines.add(cells.map((cell) => `${JSON.stringify(cell)}\n`).join(''));
  return lines.bytes();
}
