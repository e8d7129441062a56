/** The shell of a page: one self-contained file, without requests, dark or light. */
import { createHash } from 'node:crypto';
import { type Html, html, Html as Markup } from '../html';
import { STYLE_SHEET } from './style';

export interface PageParts {
  readonly title: string;
  readonly simulated: boolean;
  /** Class of the body: how the answer looks. */
  readonly look: string;
  readonly body: Html;
  /** The only script that the page may run; empty for none. */
  readonly script: string;
}

/** Allows only this script, by its hash, and no external resources (https://www.w3.org/TR/CSP3/). */
export function makeContentPolicy(script: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    ...(script === '' ? [] : [`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const SIMULATED_BANNER = html`<div class="simulated" role="note">SIMULATED: these numbers come from a model.
Nothing on this page was measured.</div>`;

export function renderPage({ title, simulated, look, body, script }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${makeContentPolicy(script)}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${simulated ? 'SIMULATED: ' : ''}${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE_SHEET)}</style>
</head>
<body class="${look}">
<a class="skip" href="#table">Skip to the table</a>
${simulated ? SIMULATED_BANNER : ''}
${body}
${script === '' ? '' : html`<script>${new Markup(script)}</script>\n`}</body>
</html>
`.text;
}
