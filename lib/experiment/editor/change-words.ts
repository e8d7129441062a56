/** What becomes of a file system whose setting differs: asked of the code that plans changes, with two examples. */
import type { Change } from '../../shapes/requests';
import type { Target } from '../../targets/contract';
import type { Setting } from './setting';

/** Words for each setting; empty where it is no setting of what is made, or changes nothing. */
export function changeWords(target: Target, settings: readonly Setting[]): string[] {
  return settings.map((setting) => wordsOf(target, settings, setting));
}

function wordsOf(target: Target, settings: readonly Setting[], { path, form }: Setting): string {
  const [first, second] = form.examples ?? [];
  if (first === undefined || second === undefined) return '';
  const [before, after] = [first, second].map((value) => configOf(target, settings, path, value));
  const [own, other] = [before, after].map((config) => JSON.stringify(target.identity?.(config) ?? config));
  if (own === other) return '';
  const there = words(target, before, after);
  const back = words(target, after, before);
  if (there === back) return there;
  const ways = typeof first === 'number' && typeof second === 'number' && first >= 0 && second >= 0;
  return ways ? `up: ${there}; down: ${back}` : `\`${first}\` → \`${second}\`: ${there}; back: ${back}`;
}

/** Settings that a kind takes: the first example of what is needed, and one value more. */
function configOf(target: Target, settings: readonly Setting[], path: readonly string[], value: unknown): unknown {
  const needed = settings.filter((one) => one.path.length === 1 && (one.required || one.form.needed !== undefined));
  const config: Record<string, unknown> = { kind: target.kind };
  for (const { path: at, form } of needed) config[String(at[0])] = form.examples?.[0];
  const [name = '', inner] = path;
  config[name] = inner === undefined ? value : { [inner]: value };
  const read = target.schema.safeParse(config);
  if (read.success) return read.data;
  // What goes with another level of a setting only, e.g. a deployment type, is left out.
  const without = new Set(read.error.issues.map(({ path: [key] }) => String(key)));
  return target.schema.parse(Object.fromEntries(Object.entries(config).filter(([key]) => !without.has(key))));
}

function words(target: Target, from: unknown, to: unknown): string {
  const change = target.change(from, to);
  if (change.kind === 'recreate') return 'new copy';
  const kept = (config: unknown): string => JSON.stringify(target.kept?.(config, []));
  const anew = kept(from) === kept(to) ? [] : ['data laid out anew'];
  return ['in place', ...traits(change), ...anew].join(', ');
}

function traits({ requests }: Extract<Change, { kind: 'inPlace' }>): string[] {
  const pause = Math.max(0, ...requests.map(({ coolDownSeconds }) => coolDownSeconds));
  return [
    ...(requests.some(({ interruption }) => interruption) ? ['clients wait meanwhile'] : []),
    ...(pause > 0 ? [`next change after ${pause / 3600} h`] : []),
  ];
}
