/**
 * Time to parse fio's output, as multiples of JSON.parse. Sound: 4,000 jobs in the shape of recorded ones. Damaged: the
 * slowest of several shapes of unfinished output, compared with a sound text of the same length.
 */
import { parseOutput } from '../lib/workloads/fio/output/parse';
import { readRecorded, recordedDocument } from '../test/workloads/fio/recorded-outputs';
import { computeRatio, measureCpu } from './pairs';

const JOBS = 4000;
const DAMAGED_CHARACTERS = 1_000_000;

const whole = readRecorded('host-a.json');
const cut = whole.slice(0, 3000);

/** Begin, filling and end of each damaged text. */
const SHAPES: Readonly<
  Record<string, { readonly fill: string; readonly before?: string; readonly after?: string; readonly end?: string }>
> = {
  'document starts': { fill: '{ "fio version" : "fio-3.33",\n' },
  'document starts in one line': { fill: '{"fio version":"fio-3.33","jobs":[' },
  'starts, an end': { fill: '{ "fio version" : "fio-3.33", "jobs" : [\n', after: '}' },
  'starts in unclosed strings': { fill: '{"fio version":"fio-3.33","jobs":["{ ' },
  'documents cut off': { fill: `${cut}\n` },
  'lines of {': { fill: '{\n' },
  'lines of { that all close': { fill: '{\n', after: '}' },
  'lines with jobs': { fill: '{"jobs":[\n' },
  'lines with jobs that all close': { fill: '{"jobs":[\n', after: ']}' },
  'unclosed strings': { fill: '{"jobs":["aaaa\n' },
  'one unclosed string': { fill: 'a', before: '{"fio version":"' },
  quotes: { fill: '"', before: '{\n' },
  backslashes: { fill: '\\', before: '{"fio version":"' },
  'deep lists': { fill: '[', before: '{"fio version":"fio-3.33","jobs":' },
  'deep options': { fill: '[', before: '{"fio version":"x","jobs":[{"job options":{"a":', after: ']', end: '}}]}' },
  'deep objects': { fill: '{"a":', before: '{"fio version":"fio-3.33","jobs":[' },
  'names of fio in one line': { fill: 'fio: ' },
  'errors in one line': { fill: 'fio: err=5/' },
  'lines of errors': { fill: 'fio: pid=1, err=5/file:io_u.c:1, func=x, error=Input/output error\n' },
  spaces: { fill: ' ', before: '{' },
  'line ends': { fill: '\n', before: '{"fio version":1}' },
  'terse lines': { fill: '3;fio-3.33;a;0;0;1\n' },
};

/** As many fillings as ends. */
function damaged({ fill, before = '', after = '', end = '' }: (typeof SHAPES)[string], characters: number): string {
  const count = Math.floor((characters - before.length) / (fill.length + after.length));
  return before + fill.repeat(count) + after.repeat(count) + end;
}

/** Text of 4,000 jobs. @param file recorded output @param clones whether all have one name */
function makeSound(file: string, clones: boolean): string {
  const document = recordedDocument(file);
  const jobs = Array.from({ length: JOBS }, (_, index) => {
    const job = document.jobs[index % document.jobs.length];
    return { ...job, jobname: clones ? 'clones' : `job-${index}` };
  });
  const text = JSON.stringify({ ...document, jobs }, null, 2);
  const { status, problems } = parseOutput(text);
  if (status === 'failed') throw new Error(`the text of ${file} failed: ${problems.join('; ')}`);
  return text;
}

/** Parsing ÷ JSON.parse. */
export function compareSound(file: string, clones: boolean, pairs: number): Promise<number> {
  const text = makeSound(file, clones);
  return computeRatio(
    pairs,
    () => measureCpu(() => parseOutput(text)),
    () => measureCpu(() => JSON.parse(text) as unknown),
  );
}

/** Parsing the slowest damaged text ÷ JSON.parse of a sound text of the same length. */
export async function compareDamaged(pairs: number): Promise<number> {
  const sound = makeSound('clones.json', false);
  const ratios: number[] = [];
  for (const shape of Object.values(SHAPES)) {
    const text = damaged(shape, DAMAGED_CHARACTERS);
    const parse = async (): Promise<number> => (await measureCpu(() => JSON.parse(sound) as unknown)) / sound.length;
    ratios.push(
      await computeRatio(pairs, async () => (await measureCpu(() => parseOutput(text))) / text.length, parse),
    );
  }
  return Math.max(...ratios);
}
