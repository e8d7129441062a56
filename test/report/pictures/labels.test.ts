import { placeLabels } from '../../../lib/report/pictures/labels';

const NO_LINES = { limit: 2, text: '', zone: true, steps: [] };
const mark = (x: number, y: number, name: string) => ({ x, y, bar: [y, y] as const, name, more: null });

it('separates the names of dots that are close together', () => {
  const drawn = placeLabels([mark(0.5, 0.5, 'first'), mark(0.51, 0.5, 'second')], NO_LINES);
  for (const { text } of drawn) {
    const places = [...text.matchAll(/<text class="([^"]*)" x="[^"]*" y="[^"]*" dx="([^"]*)" dy="([^"]*)"/g)];
    const [first, second] = places.slice(1).map((found) => found.slice(1));
    expect(first).not.toEqual(second);
  }
});

it('places names inside the plot', () => {
  for (const { text } of placeLabels([mark(0.99, 0.5, 'a long name of a configuration')], NO_LINES))
    expect(text).toMatch(/class="e [^>]*>a long name/);
});

it('draws no second text for dots without a name', () => {
  for (const { text } of placeLabels([mark(0.1, 0.9, '')], NO_LINES)) expect(text.match(/<text/g)).toHaveLength(1);
});
