/** Formats by decimals, each created when first used: the first one of a process takes 20 ms of CPU time. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** `12,300.5`: thousands separated. @param least decimals that are printed although they are zeros */
export function groupDigits(value: number, most = 3, least = 0): string {
  const key = `${least} ${most}`;
  const known = FORMATS.get(key);
  if (known !== undefined) return known.format(value);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
  FORMATS.set(key, format);
  return format.format(value);
}
