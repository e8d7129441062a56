/** What a campaign says: its experiments, violations, and the table at its end. */
import { formatSeconds } from '../../lib/shapes/quantity';
import { CLASSES } from './single';
import type { SubjectFile } from './subject';
import type { ClassTally, Tally, Violation } from './tally';

/** One line before the first run of an experiment. */
export function subjectText({ file, trials, leftOut }: SubjectFile): string {
  const what = leftOut.length === 0 ? 'as it stands' : `a smaller one of the same shape, without ${leftOut.join(', ')}`;
  return `${file}: ${what}; ${trials} trials`;
}

/** A violation: what, where, and how to repeat it. */
export function violationText({ file, codes, text, rules, shrunkTo, repeat }: Violation): string {
  const smaller = shrunkTo < rules ? ` (${rules} rules made ${shrunkTo})` : '';
  return `VIOLATION ${codes.join(', ')}: ${file}: ${text}${smaller}\n  ${repeat}`;
}

/** Where it stands, one line. @param count null where only the time ends it */
export function progressText({ runs, violations }: Pick<Tally, 'runs' | 'violations'>, count: number | null): string {
  return `  ${runs}${count === null ? '' : ` of ${count}`} runs, ${violations.length} violations`;
}

/** The end: by class, then all. */
export function tallyText(
  tally: Pick<Tally, 'byClass' | 'runs' | 'violations' | 'hours'>,
  seconds: number,
  seed: string,
  tried: Tried,
): string {
  const rows = tally.byClass().map(rowOf);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join('  ');
  const { runs, violations, hours } = tally;
  const missed = tally.byClass().reduce((sum, one) => sum + one.missed, 0);
  const rate = violations.length === 0 ? boundText(runs - missed, tried) : '';
  const note =
    missed === 0
      ? []
      : [`missed ${missed}: a rule struck nothing there (what it names did not come), so it shows nothing.`];
  return [
    line(HEAD),
    ...rows.map(line),
    '',
    `${runs} runs, ${Math.round(hours)} virtual hours in ${formatSeconds(Math.round(seconds))}: ` +
      `${violations.length} violations${rate}. Seed ${seed}. All of it is modelled.`,
    ...note,
    '',
  ].join('\n');
}

/** What was tried: campaigns drawn at random, or every representative of a list; neither where both were mixed. */
export interface Tried {
  readonly drawn: boolean;
  /** Runs that make all; null where there is no end. */
  readonly all: number | null;
}

/** Tail that the bound leaves: it holds with 95 %. */
const TAIL = 0.05;

/**
 * What no violation among so many runs says. Of campaigns drawn at random: the largest share of violations that would
 * show none in 5 % of cases, 1 − 0.05^(1/n) (Clopper and Pearson). A list that was gone through is no sample.
 * @param struck runs in which every rule struck
 */
function boundText(struck: number, { drawn, all }: Tried): string {
  if (!drawn) return all === null ? '' : ` (struck in ${struck} of ${all} representatives)`;
  if (struck === 0) return '';
  const most = (100 * (1 - TAIL ** (1 / struck))).toPrecision(2);
  return ` (at most ${most} % of campaigns drawn this way from these experiments, 95 %)`;
}

const HEAD = ['runs', 'places', 'missed', 'violations', 'worst late USD', 'left to a person USD', 'faults'];

function rowOf(one: ClassTally): string[] {
  const { runs, places, missed, violations, worstLateUsd, worstPersonUsd } = one;
  return [
    String(runs),
    String(Math.round(places)),
    String(missed),
    String(violations),
    worstLateUsd.toFixed(2),
    worstPersonUsd.toFixed(2),
    CLASSES[one.class],
  ];
}
