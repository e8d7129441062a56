/** The head of the page: the question, and the answer in one or two sentences. */
import type { Outcome } from '../../results/answer/answer';
import { type Html, html, prose, unbroken } from '../html';
import type { Page } from '../page/context';

const LOOK: Readonly<Record<Outcome, string>> = {
  described: '',
  meets: '',
  best: '',
  equivalent: '',
  'safe-choice': '',
  inconclusive: 'open',
  'too-little': 'open',
  'burst-only': 'none',
  misses: 'none',
};

/** Question and answer. */
export function answerSection({ summary, words }: Page): Html {
  const { answer, question, experiment, executionId, startedAt } = summary;
  const label = answer.met === null ? 'Description' : 'Answer';
  const notes = [...answer.evidence, ...answer.cautions, ...answer.details].map(
    (note) => html`<li>${prose(unbroken(note))}</li>`,
  );
  return html`<p class="sub">${words.say('experiment', 'Experiment')} ${experiment},
${words.say('execution')} ${executionId}, started ${moment(startedAt)}</p>
<h1>${prose(question)}</h1>
<section class="answer ${LOOK[answer.outcome]}" aria-label="${label}"><p>${prose(unbroken(answer.headline))}</p>
${notes.length > 0 ? html`<ul>${notes}</ul>` : ''}</section>`;
}

/** `2026-03-02 09:00:12 UTC`. */
export function moment(instant: string): string {
  return Number.isNaN(Date.parse(instant))
    ? instant
    : `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
