/**
 * Whether I/O goes past the memory of the host, as fio has it: `buffered` is `direct` turned round, and of both the
 * last that holds for a job wins, what is global before what is its own
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-buffered; so did fio 3.33 open its files).
 */

/** Whether I/O is direct, and in words why not. */
export interface DirectMode {
  readonly direct: boolean;
  readonly why: string;
}

/** Why I/O is buffered where no option says so. */
export const NO_DIRECT = 'no direct=1';

/** Engines that reach files through memory, whatever they were opened with. */
const MAPPED_ENGINES: readonly string[] = ['mmap'];

/** @param lines names and values in the order in which fio takes them @param engine null for fio's own */
export function resolveDirect(lines: Iterable<readonly [string, string | null]>, engine: string | null): DirectMode {
  if (engine !== null && MAPPED_ENGINES.includes(engine))
    return { direct: false, why: `ioengine=${engine}, whatever direct says` };
  let said: DirectMode = { direct: false, why: NO_DIRECT };
  for (const [name, value] of lines) {
    if (name !== 'direct' && name !== 'buffered') continue;
    const on = parseSwitch(value ?? '');
    if (on === null) continue;
    said = { direct: on === (name === 'direct'), why: `${name}=${on ? 1 : 0}` };
  }
  return said;
}

/** A switch of fio: `1` and `0`, however many zeros stand before; null for anything else, which fio refuses. */
export function parseSwitch(text: string): boolean | null {
  return /^0*1$/.test(text) ? true : /^0+$/.test(text) ? false : null;
}
