/** What becomes of a file system whose setting differs: asked of the code that plans changes, with two examples. */
import type { Change } from '../../../shapes/requests';
import type { Target } from '../../../targets/contract';
import type { Setting } from './form';

/** Words for each setting; empty where it is no setting of what is made, or changes nothing. */
export function changeWords(target: Target, settings: readonly Setting[]): string[] {
  return settings.map((setting) => wordsOf(target, settings, setting));
}

function wordsOf(target: Target, settings: readonly Setting[], { path, form }: Setting): string {
  const [first, second] = form.examples ?? (form['type'] === 'boolean' ? [true, false] : []);
  if (first === undefined || second === undefined) return '';
  const [before, after] = [first, second].map((value) => configOf(target, settings, path, value));
  const [own, other] = [before, after].map((config) => JSON.stringify(target.identity?.(config) ?? config));
  if (own === other) return '';
  const there = words(target, before, after);
  const back = words(target, after, before);
  if (there === back) return there;
  const ways = typeof first === 'number' && typeof second === 'number' && first >= 0 && second >= 0;
  return ways ? `up: ${there}; down: ${back}` : `\`${String(first)}\` → \`${String(second)}\`: ${there}; back: ${back}`;
}

/** The least that a spec says of a target of this kind, but for its kind: the first example of all that is needed. */
export function exampleOf(target: Target, settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const config = accepted(target, needed(settings));
  const problems = target.check(target.schema.parse({ kind: target.kind, ...config }));
  const refused = problems.filter(({ severity }) => severity === 'error').map(({ path: [name] }) => String(name));
  return without(config, refused);
}

/** Settings that a kind takes: the first example of what is needed, and one value more. */
function configOf(target: Target, settings: readonly Setting[], path: readonly string[], value: unknown): unknown {
  const [name = '', inner] = path;
  const changed = { ...needed(settings), [name]: inner === undefined ? value : { [inner]: value } };
  return target.schema.parse({ kind: target.kind, ...accepted(target, changed) });
}

/** The first example of all that is needed, by name. */
function needed(settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const those = settings.filter((one) => one.path.length === 1 && (one.required || one.form.needed !== undefined));
  return Object.fromEntries(those.map(({ path: [name = ''], form }) => [name, form.examples?.[0]]));
}

/** Without what goes with another level of a setting only, e.g. another deployment type. */
function accepted(target: Target, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = target.schema.safeParse({ kind: target.kind, ...config });
  if (read.success) return config;
  const names = read.error.issues.map(({ path: [key] }) => String(key));
  // One that goes with no other may hide those that go with it.
  return names.some((name) => Object.hasOwn(config, name)) ? accepted(target, without(config, names)) : config;
}

function without(config: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
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
  const often = Math.max(1, ...requests.map(({ coolsDownAfter = 1 }) => coolsDownAfter));
  return [
    ...(requests.some(({ interruption }) => interruption) ? ['clients wait meanwhile'] : []),
    ...(pause > 0 ? [often > 1 ? `${often} changes in ${pause / 3600} h` : `next change after ${pause / 3600} h`] : []),
  ];
}
