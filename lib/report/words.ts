/**
 * The words of the page, each explained where it first stands: on hover and focus, in print, and in a list at the end.
 */
import { type Html, html, join } from './html';

const WORDS = {
  experiment: 'the question, with a stable name',
  execution: 'one start of an experiment',
  factor: 'a setting that is varied',
  level: 'one value of a factor',
  configuration: 'a cell: one combination of levels; its cell id is equal across executions',
  target: 'the storage under test',
  block: 'one fresh set of copies; only a second block says how copies differ',
  copy: 'one created instance of a target',
  period: 'the time of a rig in which no copy changes its stage',
  rig: 'one fleet and the copies that it measures: what exists, is paid for and is torn down together',
  host: 'a machine that runs the workload',
  trial: 'one measured run of a configuration on a rig',
  replicate: 'a repeat of the same configuration inside a block',
  attempt: 'a try of a trial; after an infrastructure failure there is another, and only one counts',
  verdict: 'whether a trial may be believed; VALID ones count, and SUSPECT ones where that is how they came out',
  VALID: 'nothing speaks against the trial',
  SUSPECT: 'something speaks against the trial: it counts only where that is how it came out',
  INVALID: 'the trial did not measure what it should; it does not count',
  INFEASIBLE: 'the configuration cannot exist or cannot run',
  NOT_RUN: 'the trial was planned, but never started',
  median: 'the middle value of the trials of a configuration',
  'geometric mean':
    'each block counts once: the mean of the logarithms of its trials, and of these the mean, as a value; where ' +
    'trials scatter by factors it is their median',
  interval:
    'the range that holds the true median (of several blocks their geometric mean) in at least 95 of 100 cases, if ' +
    'repeats scatter only by chance: from six ' +
    'trials on by their order alone; of three to five, and of several blocks, by the mean of their logarithms',
  n: 'number of trials that count',
  spread: 'coefficient of variation of the trials: standard deviation ÷ mean',
  percentile: 'p99 = 99 % of all operations took at most this long; merged from histograms, never averaged over hosts',
  receipt: 'the proof that nothing of an execution is left',
  estimate: 'money computed before the start',
  reference:
    'what a configuration is compared with: the same one with the levels that the spec names; where that was not ' +
    'measured, the one of these and of first levels',
  seed: 'the text from which the order of trials is drawn',
} as const;

export type Word = keyof typeof WORDS;

/** Remembers which words the page has explained already. */
export class Glossary {
  readonly #seen = new Set<string>();
  readonly #words: Readonly<Record<string, string>>;

  /**
   * @param local whether hosts are processes of one machine
   * @param more words of the workloads, each with what it means
   */
  constructor(local: boolean, more: Readonly<Record<string, string>> = {}) {
    const here = local ? { host: 'a machine (here: a process) that runs the workload' } : {};
    this.#words = { ...WORDS, ...here, ...more };
  }

  /** The word, with its explanation where it stands for the first time. */
  say(word: Word, shown: string = word): Html {
    return this.#explained(word, shown);
  }

  /** A text with those of some words explained that it holds. */
  within(text: string, words: readonly string[]): Html {
    const word = words.find((one) => text.includes(one));
    if (word === undefined) return html`${text}`;
    const at = text.indexOf(word);
    const rest = words.filter((one) => one !== word);
    const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
    return html`${this.within(before, rest)}${this.#explained(word, word)}${this.within(after, rest)}`;
  }

  #explained(word: string, shown: string): Html {
    if (this.#seen.has(word)) return html`${shown}`;
    this.#seen.add(word);
    return html`<abbr class="word" tabindex="0" title="${this.#words[word]}">${shown}</abbr>`;
  }

  /** All words, for the end of the page. */
  list(): Html {
    return html`<dl class="words">${Object.entries(this.#words).map(
      ([word, text]) => html`<div><dt>${word}</dt><dd>${text}</dd></div>`,
    )}</dl>`;
  }
}

/** Words one after the other with commas. */
export function listed(parts: readonly (Html | string)[]): Html {
  return join(parts, ', ');
}
