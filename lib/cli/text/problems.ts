/** Prints the problems of a spec. */
import pc from 'picocolors';
import { isMapping } from '../../experiment/language/mapping';
import { readYaml } from '../../experiment/language/yaml';
import { groupBy } from '../../shapes/collections';
import type { Problem } from '../../shapes/problem';
import type { Cli } from '../command';
import { findTextFile, findTyped } from '../spec-file';
import { toPrintable } from '../../shapes/printable';

/** Longest excerpt of a line around a caret. */
const EXCERPT_MAX = 100;
const SEVERITIES = ['error', 'warning', 'advice'] as const;

export type ProblemCounts = Readonly<Record<Problem['severity'], number>>;

/** Number of problems by severity. */
export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const count = (severity: Problem['severity']): number =>
    problems.filter((problem) => problem.severity === severity).length;
  return { error: count('error'), warning: count('warning'), advice: count('advice') };
}

/** `2 errors, no warnings, 3 pieces of advice`; `no advice`. */
export function formatCounts({ error, warning, advice }: ProblemCounts): string {
  const plural = (count: number, one: string, several: string): string =>
    `${count === 0 ? 'no' : count} ${count === 1 ? one : several}`;
  return [
    plural(error, 'error', 'errors'),
    plural(warning, 'warning', 'warnings'),
    advice === 0 ? 'no advice' : plural(advice, 'piece of advice', 'pieces of advice'),
  ].join(', ');
}

/**
 * Problems as text: errors, then warnings, then advice; each with its place and, if known, the line with a caret.
 * @param file path of the spec as typed. @param text its content
 */
export function formatProblems(problems: readonly Problem[], file: string, text: string, colour: boolean): string {
  const lines = text.split(LINE_ENDS);
  const inText = makeLineFinder(problems, text);
  const colours = pc.createColors(colour);
  const paint = { error: colours.red, warning: colours.yellow, advice: colours.cyan };
  const ranked = SEVERITIES.flatMap((severity) => {
    const own = problems.filter((problem) => problem.severity === severity);
    return [...own.filter(({ once }) => once !== true), ...own.filter(({ once }) => once === true)];
  });
  return [...groupBy(ranked, toGroupKey).values()]
    .flatMap(([problem, ...others]) => (problem === undefined ? [] : [{ problem, others }]))
    .map(({ problem, others }) => {
      // In the spec the text of the file is one line; show the line of the file.
      const own = findTextFile(text, problem.path);
      const typed = findTyped(text, problem.path);
      const parts =
        own !== undefined
          ? [own, problem.textLine]
          : typed === undefined
            ? [file, problem.line, problem.column]
            : [file];
      const place = parts.flatMap((part) => (part === undefined ? [] : [toPrintable(String(part))])).join(':');
      const setting = typed ?? problem.path.join('.');
      const where = setting === '' ? '' : ` ${toPrintable(setting)}:`;
      const head =
        `${colours.bold(place)}: ${paint[problem.severity](problem.severity)}:${where} ` +
        `${toPrintable(problem.message)} ${colours.dim(`[${problem.code}]`)}`;
      const source = problem.source === undefined ? '' : colours.dim(`        see ${problem.source}\n`);
      const listPlace = (one: Problem): string => findTyped(text, one.path) ?? formatPlace(one);
      const here = listPlace(problem);
      const places = [...new Set(others.map(listPlace))].filter((one) => one !== here && one !== '');
      const alike = others.every(({ message }) => message === problem.message) ? 'also' : 'likewise';
      const rest = places.length === 0 ? '' : `        ${alike} ${places.join(', ')}\n`;
      const line =
        problem.once === true
          ? ''
          : (inText(problem) ?? ((own ?? typed) === undefined ? formatExcerpt(problem, lines) : ''));
      return `${head}\n${line}${rest}${source}`;
    })
    .join('');
}

const LINE_ENDS = /\r\n|\n|\r/;

/** Finds the line in a multi-line text setting, which may come from a file; null for other settings. */
function makeLineFinder(problems: readonly Problem[], spec: string): (problem: Problem) => string | null {
  if (problems.every(({ textLine }) => textLine === undefined)) return () => null;
  const { value } = readYaml(spec);
  return ({ path, textLine }) => {
    const found = path.reduce<unknown>((at, key) => (isMapping(at) ? at[key] : undefined), value);
    const line = typeof found === 'string' && textLine !== undefined ? found.split(LINE_ENDS)[textLine - 1] : undefined;
    return line === undefined ? null : `${String(textLine).padStart(5)} | ${toPrintable(line).slice(0, EXCERPT_MAX)}\n`;
  };
}

function formatPlace({ line, path }: Problem): string {
  return `${toPrintable(path.join('.'))}${line === undefined ? '' : ` (line ${line})`}`;
}

/** Groups warnings and advice with the same text; errors stay separate, since each needs a fix. */
function toGroupKey({ severity, code, message, path, line, column, once, source = '' }: Problem): string {
  if (severity === 'error') return JSON.stringify([severity, code, message, path, line, column]);
  return JSON.stringify(once === true ? [severity, code, source] : [severity, code, message]);
}

export function supportsColour(stream: Cli['out']): boolean {
  return stream.isTTY === true && pc.isColorSupported;
}

/** The line of the spec; hidden for `secret`, which may hold a key by mistake instead of its ARN. */
function formatExcerpt({ line, column, path }: Problem, lines: readonly string[]): string {
  if (path.at(-1) === 'secret') return '';
  const source = line === undefined ? undefined : lines[line - 1];
  if (source === undefined || source.trim() === '') return '';
  const at = (column ?? 1) - 1;
  const from =
    source.length <= EXCERPT_MAX ? 0 : Math.max(0, Math.min(at - EXCERPT_MAX / 2, source.length - EXCERPT_MAX));
  // Tabs would shift the caret.
  const shown = toPrintable(source.slice(from, from + EXCERPT_MAX).replace(/\t/g, ' '));
  const number = String(line).padStart(5);
  return `${number} | ${shown}\n      | ${' '.repeat(Math.max(0, at - from))}^\n`;
}
