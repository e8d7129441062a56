/** Glossary of the page: explains each term at its first use, on hover and focus and in print. */
import { type GlossaryTerm, GLOSSARY } from '../shapes/error-codes';
import { type Html, html } from './html';

/** Remembers which terms the page has already explained. */
export class Glossary {
  readonly #seen = new Set<string>();
  readonly #words: Readonly<Record<string, string>>;

  /** @param local the hosts are processes of one machine */
  constructor(local: boolean) {
    this.#words = local ? { ...GLOSSARY, host: 'a machine (here: a process) that runs the workload' } : GLOSSARY;
  }

  /** The term; at its first use with the explanation. */
  say(word: GlossaryTerm, shown: string = word): Html {
    if (this.#seen.has(word)) return html`${shown}`;
    this.#seen.add(word);
    return html`<abbr class="word" tabindex="0" title="${this.#words[word]}">${shown}</abbr>`;
  }
}

/** Capitalizes the first letter, for headings, but keeps `p99`. */
export function capitalize(text: string): string {
  return /^p\d/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `2026-03-02 09:00:12 UTC`. */
export function formatTime(instant: string): string {
  return Number.isNaN(Date.parse(instant))
    ? instant
    : `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
