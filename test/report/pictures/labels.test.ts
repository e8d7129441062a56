import { placeLabels } from '../../../lib/report/pictures/labels';

const NO_LINES = { limit: 2, zone: true, steps: [] };
const mark = (x: number, y: number, name: string) => ({ x, y, bar: [y, y] as const, name, more: null });

it('keeps names of dots that lie close together apart', () => {
  const found = placeLabels([mark(0.5, 0.5, 'first'), mark(0.51, 0.5, 'second')], NO_LINES).map(({ text }) => text);
  const places = found.map((text) =>
    /class="([^"]*)" x="[^"]*" y="[^"]*" dx="([^"]*)" dy="([^"]*)"/.exec(text)?.slice(1),
  );
  expect(places[0]).not.toEqual(places[1]);
});

it('stays inside of the plot', () => {
  const [label] = placeLabels([mark(0.99, 0.5, 'a long name of a configuration')], NO_LINES);
  expect(label?.text).toMatch(/class="e /);
});

it('leaves dots without a name alone', () => {
  expect(placeLabels([mark(0.1, 0.9, '')], NO_LINES)).toEqual([]);
});
