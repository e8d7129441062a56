/**
 * Values of fio's option `rw` that read and write files
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-readwrite).
 */
export const OPERATIONS = ['randread', 'randwrite', 'read', 'write', 'randrw', 'rw'] as const;
export type Rw = (typeof OPERATIONS)[number];

/** fio's default share of reads in a mix, %. */
export const MIX_DEFAULT = 50;

/** Directions with figures. */
export function directionsIn(rw: Rw): readonly ('read' | 'write')[] {
  if (isMix(rw)) return ['read', 'write'];
  return rw === 'read' || rw === 'randread' ? ['read'] : ['write'];
}

/** Whether `rw` both reads and writes. */
export function isMix(rw: Rw): boolean {
  return rw === 'rw' || rw === 'randrw';
}

export function isRandom(rw: Rw): boolean {
  return rw.startsWith('rand');
}

export function hasWrites(rw: Rw): boolean {
  return directionsIn(rw).includes('write');
}

/** Share of reads, 0–1. @param mix share of reads in a mix, % */
export function getReadShare(rw: Rw, mix = MIX_DEFAULT): number {
  if (isMix(rw)) return mix / 100;
  return hasWrites(rw) ? 0 : 1;
}
