/** Whoever reads a label of the terminal or of the report may ask `explain` for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTopics } from '../../../lib/cli/commands/explain';
import { listTopics } from '../../../lib/cli/explain/topics';

const ALL = listTopics();

/** What is printed in front of a row, above a column, over a section, or as a mark; by where it is written. */
const LABELS: readonly (readonly [place: string, patterns: readonly RegExp[]])[] = [
  ['lib/cli/text', [/\b(?:formatRow|formatOptionalRow)\(\s*'([a-z][a-z ]+)'/g]],
  ['lib/report/terminal-text.ts', [/[`']([a-z][a-z ]{8} )(?:\$\{|')/g, /wrapIndented\(.*?'([a-z ]+)'/g]],
  ['lib/report/medians.ts', [/^ {4}(?:\w+ \? )?'([a-z ]+)'/gm]],
  ['lib/report/first-screen', [/\bword: '([a-z ]+)'/g]],
  ['lib/report', [/<(?:h2|dt|summary|th)[^>$]*>([A-Z][A-Za-z ]+)</g]],
  ['lib/results/bottleneck', [/resource = `([A-Za-z ]+)\$/g, /^ {2}\w+: \['([a-zA-Z/ ]+)', /gm]],
];

function listFiles(place: string): readonly string[] {
  if (place.endsWith('.ts')) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.ts') ? [join(place, name)] : [],
  );
}

it.each(LABELS)('explains every label in %s', (place, patterns) => {
  const texts = listFiles(place).map((file) => readFileSync(file, 'utf8'));
  const labels = new Set(
    texts.flatMap((text) => patterns.flatMap((one) => [...text.matchAll(one)].map(([, label = '']) => label.trim()))),
  );
  expect(labels.size).toBeGreaterThan(3);
  expect([...labels].filter((label) => findTopics(label, ALL).topics.length === 0)).toEqual([]);
});

it('explains terms of reports such as "safe choice" and "90% interval"', () => {
  const said = [
    'burst credits',
    'safe choice',
    'settle',
    'cautions',
    'before you rely on it',
    '90% interval',
    '96% CI',
  ];
  expect(said.filter((label) => findTopics(label, ALL).topics.length === 0)).toEqual([]);
});
