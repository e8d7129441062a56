/**
 * Values of fio's option `rw` that read and write files
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-readwrite).
 */
export const OPERATIONS = ['randread', 'randwrite', 'read', 'write', 'randrw', 'rw'] as const;
export type Rw = (typeof OPERATIONS)[number];

/** Directions of which there are figures. */
export function directionsIn(rw: Rw): readonly ('read' | 'write')[] {
  if (rw === 'rw' || rw === 'randrw') return ['read', 'write'];
  return rw === 'read' || rw === 'randread' ? ['read'] : ['write'];
}
