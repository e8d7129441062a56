/**
 * Whether I/O bypasses the page cache. `buffered` is the inverse of `direct`; the last of both wins, and options of a
 * job follow global ones (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-buffered; fio 3.33 opens its
 * files so). Engines without files of the kernel never use it.
 */
import { findEngine } from './engine';

export interface DirectMode {
  readonly direct: boolean;
  readonly why: string;
}

/** Why I/O is buffered by default. */
export const BUFFERED_BY_DEFAULT = 'no direct=1';

/** @param lines names and values in fio's order @param engine null for fio's default */
export function resolveDirect(lines: Iterable<readonly [string, string | null]>, engine: string | null): DirectMode {
  const reaches = findEngine(engine)?.reaches;
  if (reaches === 'memory') return { direct: false, why: `ioengine=${engine ?? ''} ignores direct` };
  if (reaches === 'device' || reaches === 'network')
    return { direct: true, why: `ioengine=${engine ?? ''} has no page cache` };
  let said: DirectMode = { direct: false, why: BUFFERED_BY_DEFAULT };
  for (const [name, value] of lines) {
    if (name !== 'direct' && name !== 'buffered') continue;
    const on = parseSwitch(value ?? '');
    if (on === null) continue;
    said = { direct: on === (name === 'direct'), why: `${name}=${on ? 1 : 0}` };
  }
  return said;
}

/** Parses a switch of fio: `1` or `0`, with any leading zeros; null for any other value, which fio refuses. */
export function parseSwitch(text: string): boolean | null {
  return /^0*1$/.test(text) ? true : /^0+$/.test(text) ? false : null;
}
