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

it('centres a long name above a dot near the edge, away from the next dot', () => {
  const near = [mark(0.14, 0.9, 'p250-automatic, iterations 3'), mark(0.4, 0.9, 'p1000-automatic, iterations 3')];
  const [wide = '', narrow = ''] = placeLabels(near, NO_LINES).map(({ text }) => text);
  expect(wide).toMatch(/class="m [^>]*dx="0" dy="-17">p250/);
  // The narrow plot has no space for that: a line leads from the dot to its name.
  expect(narrow).toMatch(
    /<rect class="hf"[^>]*x="14%"[^>]*height="16"[^>]*\/><text class="[^"]*" x="14%"[^>]*dy="-24">p250/,
  );
});

it('places names inside the plot', () => {
  for (const { text } of placeLabels([mark(0.99, 0.5, 'a long name of a configuration')], NO_LINES))
    expect(text).toMatch(/class="e [^>]*>a long name/);
});

it('draws no second text for dots without a name', () => {
  for (const { text } of placeLabels([mark(0.1, 0.9, '')], NO_LINES)) expect(text.match(/<text/g)).toHaveLength(1);
});
