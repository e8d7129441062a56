/** Markdown tables of the settings of a kind, from its schema. */
import { type AboutForm, describeAllowed, type Setting } from '../../lib/experiment/language/editor/json-schema';
import { markdownTable } from '../tables';

/** @param changes effect of another value, by the index of the setting */
export function settingsTable(settings: readonly Setting[], changes?: readonly string[]): string {
  const rows = settings.map(({ path, form, required }, index) => [
    `\`${path.join('.')}\``,
    meaning(form),
    describeAllowed(form),
    standard(form, required),
    ...(changes === undefined ? [] : [changes[index] ?? '']),
  ]);
  const head = ['setting', 'meaning', 'allowed', 'default'];
  return markdownTable(changes === undefined ? head : [...head, 'if changed'], rows);
}

/** Adds a full stop. */
export function sentence(summary: string): string {
  return summary.endsWith('.') ? summary : `${summary}.`;
}

function meaning({ description = '', only, needed, source }: AboutForm): string {
  const where = only === undefined || only === needed ? '' : ` Only ${only}.`;
  return `${description}${where}${source === undefined ? '' : ` [Source](${source})`}`;
}

function standard({ default: usual, needed }: AboutForm, required: boolean): string {
  if (required) return 'required';
  if (needed !== undefined) return `required ${needed}`;
  return usual === undefined || typeof usual === 'object' ? '' : `\`${String(usual)}\``;
}
