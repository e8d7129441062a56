import { pickInk } from '../../lib/report/palette';
import { STYLE_SHEET } from '../../lib/report/page/style';

const factor = (levels: readonly string[], ordered: boolean) => ({ levels, ordered });

describe('pickInk', () => {
  it('assigns a distinct color and shape to each level of a factor by its position', () => {
    const targets = factor(['disk', 'memory', 'raid'], false);
    const inks = targets.levels.map((level) => pickInk(targets, level));
    expect(inks.map(({ colour }) => colour)).toEqual(['var(--c1)', 'var(--c2)', 'var(--c3)']);
    expect(new Set(inks.map(({ symbol }) => symbol)).size).toBe(3);
    expect(pickInk(targets, 'memory')).toEqual(inks[1]);
  });

  it('assigns clearly different hues to adjacent ordered levels, such as depths 16 and 64', () => {
    const hue = (name: string) =>
      new RegExp(`--${name}:#(..)(..)(..)`)
        .exec(STYLE_SHEET)
        ?.slice(1)
        .map((hex) => Number.parseInt(hex, 16)) ?? [];
    const [a, b] = [hue('s6'), hue('s8')];
    expect(Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)))).toBeGreaterThan(90);
  });

  it.each([
    [['1'], [1]],
    [
      ['1', '4', '16'],
      [1, 5, 8],
    ],
    [
      ['1', '4', '16', '64'],
      [1, 3, 6, 8],
    ],
  ])('spreads the ordered levels %j over the hues %j', (levels, hues) => {
    const colours = levels.map((level) => pickInk(factor(levels, true), level).colour);
    expect(colours).toEqual(hues.map((hue) => `var(--s${hue})`));
  });

  it('reuses colors with other shapes when there are more levels than colors', () => {
    const many = factor(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'], false);
    expect(pickInk(many, 't7').colour).toBe('var(--c1)');
    expect(pickInk(many, 't7').symbol).not.toBe(pickInk(many, 't0').symbol);
    expect(pickInk(null, undefined).colour).toBe('var(--c1)');
  });
});

/** Relative luminance of `#rrggbb`: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each([
  ['light', /:root\{color-scheme:light;([^}]*)\}/],
  ['dark', /:root\{color-scheme:dark;([^}]*)\}/],
])('%s theme of the report', (_name, pattern) => {
  const [, block = ''] = pattern.exec(STYLE_SHEET) ?? [];
  const colours = new Map(
    [...block.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
  const contrast = (name: string): number => {
    const [a, b] = [luminance(colours.get(name) ?? ''), luminance(colours.get('bg') ?? '')];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };

  it('has text with a contrast of at least 4.5, and chart colors of at least 3', () => {
    for (const name of ['fg', 'muted', 'accent', 'meets', 'misses', 'open'])
      expect([name, contrast(name) >= 4.5]).toEqual([name, true]);
    const data = [1, 2, 3, 4, 5, 6, 7].map((place) => `c${place}`);
    const ramp = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `s${place}`);
    for (const name of [...data, ...ramp]) expect([name, contrast(name) >= 3]).toEqual([name, true]);
  });
});
