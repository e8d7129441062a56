/** fio's `rw` values for files (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-readwrite). */
export const RW_VALUES = ['randread', 'randwrite', 'read', 'write', 'randrw', 'rw'] as const;
export type Rw = (typeof RW_VALUES)[number];

/** fio's default share of reads in a mix, %. */
export const DEFAULT_READ_PERCENT = 50;

/** Directions with figures. */
export function listDirections(rw: Rw): readonly ('read' | 'write')[] {
  if (hasReadsAndWrites(rw)) return ['read', 'write'];
  return rw === 'read' || rw === 'randread' ? ['read'] : ['write'];
}

export function hasReadsAndWrites(rw: Rw): boolean {
  return rw === 'rw' || rw === 'randrw';
}

export function isRandom(rw: Rw): boolean {
  return rw.startsWith('rand');
}

export function hasWrites(rw: Rw): boolean {
  return listDirections(rw).includes('write');
}

/** Share of reads, 0–1. @param mix share of reads in a mix, % */
export function getReadShare(rw: Rw, mix = DEFAULT_READ_PERCENT): number {
  if (hasReadsAndWrites(rw)) return mix / 100;
  return hasWrites(rw) ? 0 : 1;
}
