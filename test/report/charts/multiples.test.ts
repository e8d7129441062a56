import { scaleFor } from '../../../lib/report/charts/axes';
import { drawMultiples, type MultiplePanel } from '../../../lib/report/charts/multiples';

const panel = (name: string, value: number): MultiplePanel => ({
  name,
  label: name,
  lines: [{ name: '', ink: { colour: 'var(--c1)', symbol: 'circle' }, points: [{ value, low: null, high: null }] }],
});
const draw = (panels: readonly MultiplePanel[], levels: readonly string[] = ['4k']) =>
  drawMultiples(panels, { levels, scale: scaleFor([400], 'ops/s', false), kind: 'bars' }).text;
const widths = (text: string) => [...text.matchAll(/viewBox="0 0 (\d+) /g)].map(([, width]) => Number(width));

describe('drawMultiples', () => {
  it('draws few panels wide, and again for narrow pages', () => {
    const [wide = 0, narrow = 0] = widths(draw([panel('', 1)]));
    expect(wide).toBeGreaterThan(900);
    expect(narrow).toBeLessThan(400);
    expect(draw([panel('', 1)])).toMatch(/class="panels one"[\s\S]*class="wide"[\s\S]*class="narrow"/);
    expect(draw([panel('a', 1), panel('b', 2)])).toContain('class="panels two"');
  });

  it('draws many panels small, but not where their names have no room there', () => {
    const panels = ['a', 'b', 'c'].map((name) => panel(name, 1));
    expect(widths(draw(panels))).toEqual([320, 320, 320]);
    const levels = ['sequential', 'randomised', 'interleaved', 'overlapping', 'alternating'];
    expect(draw(panels, levels)).toContain('class="panels two"');
  });

  it('gives all panels one shape: a long number in one makes room in the others', () => {
    const [first, second] = [...draw([panel('a', 1), panel('b', 399)]).matchAll(/viewBox="[^"]*"/g)].filter(
      (_, index) => index % 2 === 0,
    );
    expect(first?.[0]).toBe(second?.[0]);
  });
});
