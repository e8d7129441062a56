/** What `fsxbench init` asks: three questions, each with its answers. */
import { listed, nearest } from '../../shapes/suggest';
import { expected } from '../../shapes/errors';
import { TARGET_KINDS, targetOf, type TargetKind } from '../../targets/registry';
import { UserError } from '../command';
import { textOf } from '../options';

/** What is run, and what a spec says of it. */
export interface LoadFacts {
  readonly words: string;
  /** Stands for `--reach` where nobody says it: a beginning, to be changed. */
  readonly reach: string;
  /** As the question has it: who does it, and what to do; and the word before its limit. */
  readonly does: string;
  readonly todo: string;
  readonly by: 'at' | 'within';
  /** Settings of fio, where that runs it; the first value of `rw` decides. */
  readonly fio?: { readonly bs: string; readonly iodepth: number; readonly rw: readonly [string, string] };
  /** Of the section `decide`. */
  readonly decides: string;
  readonly limit: 'atLeast' | 'atMost';
}

export const LOADS = {
  random: {
    words: 'small blocks at random, as databases and virtual machines read and write',
    reach: '5k ops/s',
    does: 'reads small blocks at random',
    todo: 'read small blocks at random',
    by: 'at',
    fio: { bs: '4k', iodepth: 32, rw: ['randread', 'randwrite'] },
    decides: 'metric: iops, where: { rw: randread }',
    limit: 'atLeast',
  },
  stream: {
    words: 'long runs of large blocks, as backups, media and analytics have them',
    reach: '200 MB/s',
    does: 'reads large files',
    todo: 'read large files',
    by: 'at',
    fio: { bs: '1m', iodepth: 8, rw: ['read', 'write'] },
    decides: 'metric: bandwidth, where: { rw: read }',
    limit: 'atLeast',
  },
  files: {
    words: 'many small files, as web sites and source trees have them',
    reach: '2m',
    does: 'copies many small files',
    todo: 'copy many small files',
    by: 'within',
    decides: 'metric: elapsed_synced, operation: copy',
    limit: 'atMost',
  },
} as const satisfies Readonly<Record<string, LoadFacts>>;
export type Load = keyof typeof LOADS;

export const DECISIONS = {
  cheapest: 'the cheapest that reaches what you need',
  fastest: 'the fastest, whatever it costs',
  describe: 'nothing: the report describes, and names no winner',
} as const;
export type Decision = keyof typeof DECISIONS;

/** The answers. */
export interface Choices {
  readonly target: TargetKind;
  readonly load: Load;
  readonly decision: Decision;
  /** What is needed, as it stands in the spec; null where nobody asks for it. */
  readonly reach: string | null;
}

/** One question, and what may be answered: a name each, with what it means. */
export interface Question {
  readonly flag: '--target' | '--workload' | '--decide';
  readonly asks: string;
  readonly answers: Readonly<Record<string, string>>;
}

export const QUESTIONS: readonly Question[] = [
  {
    flag: '--target',
    asks: 'What is measured?',
    answers: Object.fromEntries(
      TARGET_KINDS.map((kind) => [kind, expected(targetOf(kind), `the target kind ${kind}`).summary]),
    ),
  },
  {
    flag: '--workload',
    asks: 'With which load?',
    answers: Object.fromEntries(Object.entries(LOADS).map(([name, { words }]) => [name, words])),
  },
  { flag: '--decide', asks: 'What is to be decided?', answers: DECISIONS },
];

/** Answers that flags gave, by flag; a question without one is absent. @throws UserError for what is no answer */
export function givenAnswers(options: Readonly<Record<string, unknown>>): Map<Question['flag'], string> {
  const given = QUESTIONS.flatMap((question) => {
    const text = textOf(options[question.flag.slice(2)]);
    return text === undefined ? [] : [{ question, text }];
  });
  const wrong = given.flatMap(({ question, text }) => {
    const why = whyNoAnswer(question, text);
    return why === null ? [] : [`${question.flag}: ${why}`];
  });
  if (wrong.length > 0) throw new UserError('BadChoice', wrong.join('\n'));
  return new Map(given.map(({ question, text }) => [question.flag, text]));
}

/** Null for an answer of the question; else what is wrong with it. */
export function whyNoAnswer({ answers }: Question, text: string): string | null {
  const names = Object.keys(answers);
  if (names.includes(text)) return null;
  const near = nearest(text, names);
  return `found '${text}'; ${near === undefined ? '' : `did you mean \`${near}\`? `}allowed: ${listed(names)}`;
}

/** @param answers of all questions. @param reach as the user gave it. */
export function choicesOf(answers: ReadonlyMap<Question['flag'], string>, reach: string | undefined): Choices {
  const of = <T extends string>(flag: Question['flag']): T => expected(answers.get(flag), `an answer to ${flag}`) as T;
  const [load, decision] = [of<Load>('--workload'), of<Decision>('--decide')];
  if (reach !== undefined && decision !== 'cheapest')
    throw new UserError('BadChoice', `--reach: goes with \`--decide cheapest\` only, found \`--decide ${decision}\``);
  return {
    target: of('--target'),
    load,
    decision,
    reach: decision === 'cheapest' ? (reach ?? LOADS[load].reach) : null,
  };
}
