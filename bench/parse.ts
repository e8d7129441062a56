/**
 * Time to parse fio's output. Damaged: 250 kB and 1 MB of unfinished output in several shapes, limit 1 s each. Sound:
 * 4,000 jobs in the shape of recorded ones, limit 5 times JSON.parse of the same text in the same run.
 * Usage: npm run bench:parse
 */
import { parseOutput } from '../lib/workloads/fio/output/parse';
import { readRecorded, recordedDocument } from '../test/workloads/fio/recorded-outputs';

const LIMIT_SECONDS = 1;
const LIMIT_RATIO = 5;
const ROUNDS = 9;
const JOBS = 4000;
const SIZES = { '250 kB': 250_000, '1 MB': 1_000_000 };

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

function seconds(work: () => unknown): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

/** @returns whether all were parsed within the limit. */
function readDamaged(): boolean {
  let met = true;
  for (const [size, characters] of Object.entries(SIZES)) {
    for (const [name, shape] of Object.entries(SHAPES)) {
      const text = damaged(shape, characters);
      const taken = seconds(() => parseOutput(text));
      met = met && taken < LIMIT_SECONDS;
      process.stdout.write(`${size.padEnd(8)}${name.padEnd(34)}${(taken * 1000).toFixed(1).padStart(9)} ms\n`);
    }
  }
  process.stdout.write(`limit ${LIMIT_SECONDS} s each\n`);
  return met;
}

/** @returns whether the fastest parse stayed within the limit. */
function readSound(name: string, file: string, jobname: (index: number) => string, behind = ''): boolean {
  const document = recordedDocument(file);
  const jobs = Array.from({ length: JOBS }, (_, index) => {
    const job = document.jobs[index % document.jobs.length];
    return { ...job, jobname: jobname(index) };
  });
  const text = JSON.stringify({ ...document, jobs }, null, 2);
  const printed = text + behind;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(seconds(() => JSON.parse(text)));
    ours.push(seconds(() => parseOutput(printed)));
  }
  const { status, problems } = parseOutput(printed);
  if (status === 'failed') throw new Error(`${name} is ${status}: ${problems.join('; ')}`);
  const [own, plain] = [Math.min(...ours), Math.min(...theirs)];
  process.stdout.write(
    `${name.padEnd(42)}${(text.length / 1e6).toFixed(1).padStart(6)} MB${(own * 1000).toFixed(0).padStart(6)} ms, ` +
      `${(own / plain).toFixed(2)} times JSON.parse, limit ${LIMIT_RATIO}\n`,
  );
  return own / plain <= LIMIT_RATIO;
}

const different = (index: number): string => `job-${index}`;
const clones = (): string => 'clones';
const met = [
  readDamaged(),
  readSound(`${JOBS} different jobs`, 'clones.json', different),
  readSound(`${JOBS} different jobs, a report behind`, 'clones.json', different, '\nRun status group 0:\n'),
  readSound(`${JOBS} clones`, 'clones.json', clones),
  readSound(`${JOBS} different jobs with histograms`, 'clones-plus.json', different),
  readSound(`${JOBS} clones with histograms`, 'clones-plus.json', clones),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
