import { type Content, shapeOf } from '../../../lib/report/charts/shape';

const BARS: Content = {
  levels: ['a', 'b', 'c', 'd'],
  names: ['x', 'y', 'z'],
  lines: 3,
  kind: 'bars',
  longest: '0.952',
};

describe('shapeOf', () => {
  it('gives numbers of bars the room there is: across, upright, none', () => {
    expect([960, 370, 150].map((width) => shapeOf(BARS, width).values)).toEqual(['across', 'upright', 'none']);
    expect(shapeOf(BARS, 370).top).toBeGreaterThan(shapeOf(BARS, 960).top);
  });

  it('is taller by what names need below the axis, so that the plot is not', () => {
    const plain = shapeOf(BARS, 370);
    const settings = shapeOf({ ...BARS, levels: BARS.levels.map((level) => `op=${level}-read,bs=${level}`) }, 370);
    expect(settings.labels.upright).toBe(false);
    expect(settings.height - plain.height).toBe(settings.labels.height - plain.labels.height);
    expect(settings.height).toBeGreaterThan(plain.height);
  });

  it('names the ends of lines only where there are several', () => {
    const lines: Content = { ...BARS, kind: 'lines' };
    expect(shapeOf(lines, 320).names).toEqual(['x', 'y', 'z']);
    expect(shapeOf({ ...lines, lines: 1 }, 320)).toMatchObject({ names: [], right: 10 });
    expect(shapeOf(BARS, 320).names).toEqual([]);
  });
});
