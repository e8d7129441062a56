/** The answer for CI systems: a Markdown summary and JUnit XML, with one test case for each configuration or pair. */
import { formatEstimate } from '../results/format';
import type { Summary } from '../results/summary';

interface CiCase {
  readonly name: string;
  /** Null if it passed. */
  readonly state: 'failure' | 'skipped' | null;
  readonly text: string;
}

const STATES = { yes: null, no: 'failure', open: 'skipped' } as const;
const PAIR_STATES = { 'no worse': null, worse: 'failure', open: 'skipped' } as const;

/** One case for each pair of `noWorse`, else for each configuration of the question. */
export function listCiCases({ answer }: Summary): readonly CiCase[] {
  const { gate, ranking, leftOut } = answer;
  const labels = new Map([...ranking, ...leftOut].map(({ cell, label }) => [cell, label]));
  const missing = leftOut
    .filter(({ open }) => open)
    .map(({ label, why }): CiCase => ({ name: label, state: 'skipped', text: why }));
  if (gate !== undefined) {
    const cases = gate.pairs.map(({ cell, to, verdict, found }): CiCase => {
      const text =
        found === null ? 'too few values' : `${toPercent(found.loss)} worse, at most ${toPercent(found.most)}`;
      return { name: `${labels.get(cell) ?? cell} against ${labels.get(to) ?? to}`, state: PAIR_STATES[verdict], text };
    });
    const { mean } = gate;
    const all =
      mean === null
        ? []
        : [
            {
              name: 'all together',
              state: mean.isWorse ? ('failure' as const) : null,
              text: `${toPercent(mean.loss)} worse`,
            },
          ];
    return [...cases, ...all, ...missing];
  }
  return [
    ...ranking.map(({ label, qualifies, value, unit, ...more }): CiCase => {
      return {
        name: label,
        state: qualifies === null ? null : STATES[qualifies],
        text: formatEstimate(value, unit, more),
      };
    }),
    ...missing,
  ];
}

function toPercent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`;
}

const MARKS = { failure: '❌', skipped: '❔' } as const;

/** Markdown: the answer, and a table of the cases. */
export function formatCiSummary(summary: Summary): string {
  const { experiment, executionId, simulated, answer, trials } = summary;
  const counted = trials.filter(({ excludedFor }) => excludedFor === null).length;
  const rows = listCiCases(summary).map(({ name, state, text }) => {
    return `| ${[name, text, state === null ? '✅' : MARKS[state]].map(escapeCell).join(' | ')} |`;
  });
  const table = rows.length === 0 ? [] : ['', '| configuration | result | |', '| --- | --- | --- |', ...rows];
  const notes = [...answer.cautions, ...(answer.settle === null ? [] : [answer.settle.text])];
  return [
    `## ${escapeCell(experiment)}`,
    '',
    `**${simulated ? 'Simulated: ' : ''}${escapeCell(answer.headline)}**`,
    ...table,
    '',
    ...notes.map((note) => `- ${escapeCell(note)}`),
    `- ${counted} of ${trials.length} trials count; execution ${executionId}`,
    '',
  ].join('\n');
}

/** Names come from the spec: they must not end a cell, or become HTML. */
function escapeCell(text: string): string {
  return text.replace(/[\\|`*_<>[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

/** JUnit XML: failures, and `skipped` for what is inconclusive. */
export function formatJunit(summary: Summary): string {
  const cases = listCiCases(summary);
  const count = (state: CiCase['state']): number => cases.filter((one) => one.state === state).length;
  const name = escapeXml(summary.experiment);
  const lines = cases.map(({ name: own, state, text }) => {
    const open = `    <testcase classname="${name}" name="${escapeXml(own)}">`;
    return state === null
      ? `${open}<system-out>${escapeXml(text)}</system-out></testcase>`
      : `${open}<${state} message="${escapeXml(text)}"/></testcase>`;
  });
  const counts = `tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${name}" ${counts}>`,
    ...lines,
    `    <system-out>${escapeXml(summary.answer.headline)}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no control characters except white space. */
function escapeXml(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
