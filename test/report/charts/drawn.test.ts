import { drawnOnce } from '../../../lib/report/charts/drawn';
import { Html } from '../../../lib/report/html';

describe('a drawing', () => {
  const counting = () => {
    const asked: unknown[][] = [];
    const draw = drawnOnce((...args: readonly unknown[]) => {
      asked.push([...args]);
      return new Html(`<svg>${asked.length}</svg>`);
    });
    return { asked, draw };
  };

  it('is made once for equal arguments, however often they are made anew', () => {
    const { asked, draw } = counting();
    const texts = [draw({ points: [1, 2] }, 'label'), draw({ points: [1, 2] }, 'label')].map(({ text }) => text);
    expect(texts).toEqual(['<svg>1</svg>', '<svg>1</svg>']);
    expect(asked).toEqual([[{ points: [1, 2] }, 'label']]);
  });

  it('is another one for any other argument, numbers that are none included', () => {
    const { asked, draw } = counting();
    for (const value of [null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, '0', [0]])
      draw(value);
    expect(asked).toHaveLength(7);
  });

  it('is forgotten once many others were made', () => {
    const { asked, draw } = counting();
    for (let index = 0; index < 150; index += 1) draw(index);
    expect(draw(149).text).toBe('<svg>150</svg>');
    expect(draw(0).text).toBe('<svg>151</svg>');
    expect(asked).toHaveLength(151);
  });
});
