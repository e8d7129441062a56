import { axisLabels, cut, shortNames, textWidth } from '../../../lib/report/charts/labels';

describe('axisLabels', () => {
  const SETTINGS = ['op=randread,bs=4k,depth=32', 'op=randread,bs=1m,depth=8', 'op=read,bs=1m,depth=8'];

  it('breaks settings over as many lines as the room asks for', () => {
    expect(axisLabels(SETTINGS, 300).texts[0]).toBe('op=randread, bs=4k, depth=32');
    const narrow = axisLabels(SETTINGS, 80);
    expect(narrow.texts[0]).toBe('op=randread\nbs=4k\ndepth=32');
    expect(narrow.upright).toBe(false);
    expect(narrow.height).toBeGreaterThan(axisLabels(SETTINGS, 300).height);
  });

  it('leaves out what all levels share, but not where nothing would be left', () => {
    expect(axisLabels(['op=read,bs=4k', 'op=read,bs=1m'], 300).texts).toEqual(['bs=4k', 'bs=1m']);
    expect(axisLabels(['op=read,bs=4k'], 300).texts).toEqual(['op=read, bs=4k']);
  });

  it('breaks names at hyphens and blanks, never inside a word', () => {
    expect(axisLabels(['persistent-125', 'a b'], 75).texts).toEqual(['persistent-\n125', 'a b']);
  });

  it('stands them upright where a word does not fit, and then says how tall they are', () => {
    const { texts, upright, height } = axisLabels(SETTINGS, 20);
    expect(upright).toBe(true);
    expect(height).toBe(Math.max(...texts.map((text) => textWidth(text))));
  });
});

it('cuts names in the middle, so that their ends still differ', () => {
  expect(cut('persistent-125', 10)).toBe('per…nt-125');
  expect(cut('scratch', 10)).toBe('scratch');
  expect(shortNames(['persistent-125', 'persistent-500'], 10)).toEqual(['per…nt-125', 'per…nt-500']);
  expect(shortNames(['persistent-a-500-ssd', 'persistent-b-500-ssd'], 10)).toEqual([]);
});
