/**
 * `12,300.5`: thousands separated, as by `Intl.NumberFormat('en-US')`, whose first use in a process takes 20 ms of CPU
 * time.
 * @param least decimals that are printed although they are zeros
 */
export function groupDigits(value: number, most = 3, least = 0): string {
  const plain = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-∞' : '∞';
  if (plain === null)
    return new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most }).format(value);
  const [, whole = '', decimals = ''] = plain;
  const cut = BigInt(whole + decimals.slice(0, most).padEnd(most, '0')) + (decimals.charAt(most) >= '5' ? 1n : 0n);
  const digits = String(cut).padStart(most + 1, '0');
  const [front, back] = [digits.slice(0, digits.length - most), digits.slice(digits.length - most)];
  const rest = back.slice(0, Math.max(least, back.replace(/0+$/, '').length));
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return `${sign}${front.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest === '' ? '' : `.${rest}`}`;
}
