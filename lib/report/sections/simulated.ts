/** The banner of pages that show a rehearsal. */
import { type Html, html } from '../html';
import type { Page } from '../page/context';

/** Stands above everything, where nothing on the page was measured. */
export function simulatedBanner({ summary }: Page): Html {
  if (!summary.simulated) return html``;
  return html`<div class="simulated" role="note">SIMULATED: these numbers come from a model.
Nothing on this page was measured.</div>`;
}
