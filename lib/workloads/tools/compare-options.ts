/** Options as they were meant, against those that a run states: of outputs that people bring, and of trials. */
import type { ToolOptions } from '../../shapes/tool-options';
import type { Reason } from '../../shapes/verdict';

/** How what is said of options is read. */
export interface ToolRequest {
  /** Options of the tool as they were meant, by its words. */
  readonly asked: Readonly<Record<string, string>>;
  /** How the tool spells them, and what holds where nothing is said; left out: nobody has told. */
  readonly tool?: ToolOptions;
}

/** How a trial called its tool. */
export interface ToolCall extends ToolRequest {
  /** Options that make no load another one: where things are, and how results are told. */
  readonly aside: (name: string) => boolean;
  /** It repeats all that it was given: what is not there was not given. */
  readonly repeatsAll?: true;
}

interface OptionDiff {
  readonly judgement: 'doubtful' | 'cannot tell';
  readonly text: string;
}

type Options = Readonly<Record<string, string>>;

/** What differs from what was meant, or is not stated. */
export function compareOptions({ options }: { readonly options: Options }, asked: ToolRequest): readonly OptionDiff[] {
  return listDiffs(options, asked).map(({ name, meant, found }) =>
    found === null
      ? { judgement: 'cannot tell', text: `nothing in it says what \`${name}\` was; ${meant} was meant` }
      : { judgement: 'doubtful', text: `it ran with ${found}, and ${name}=${meant} was meant` },
  );
}

/**
 * SUSPECT `OptionsMismatch` of a trial, where its tool says that it ran otherwise than it was called, or with more than
 * that; none where it tells no options at all.
 */
export function judgeOptions(host: string, options: Options | null, called: ToolCall): readonly Reason[] {
  if (options === null) return [];
  const { aside, repeatsAll = false } = called;
  const asked = Object.fromEntries(Object.entries(called.asked).filter(([name]) => !aside(name)));
  const differ = listDiffs(options, { ...called, asked }).flatMap(({ name, meant, found }) => {
    if (found === null && !repeatsAll) return [];
    return [`it ran ${found === null ? `without ${name}` : `with ${found}`}, and ${name}=${meant} was meant`];
  });
  const texts = [...differ, ...listExtraOptions(options, called)];
  return texts.length === 0
    ? []
    : [{ level: 'suspect', code: 'OptionsMismatch', text: `${host}: ${texts.join('; ')}` }];
}

/** What is otherwise than it was meant; `found` is null where nothing says what it was. */
function listDiffs(
  options: Options,
  { asked, tool }: ToolRequest,
): readonly { readonly name: string; readonly meant: string; readonly found: string | null }[] {
  const spelt = tool?.normalize ?? toCanonical;
  const ran = new Map(
    Object.entries(options).map(([name, value]) => {
      const one = spelt(name, value);
      return [one.name, { value: one.value, text: `${name}=${value}` }];
    }),
  );
  return Object.entries(asked).flatMap(([name, meant]) => {
    const want = spelt(name, meant);
    const unsaid = getDefault(want.name, tool);
    const found =
      ran.get(want.name) ??
      (unsaid === undefined ? null : { value: unsaid, text: `${want.name}=${unsaid}, as nothing else is said` });
    return found?.value === want.value ? [] : [{ name, meant, found: found?.text ?? null }];
  });
}

/** Options that nobody asked for, but for those that say what holds anyway. */
function listExtraOptions(options: Options, { asked, tool, aside }: ToolCall): readonly string[] {
  const spelt = tool?.normalize ?? toCanonical;
  const names = new Set(Object.entries(asked).map(([name, value]) => spelt(name, value).name));
  return Object.entries(options).flatMap(([name, value]) => {
    const one = spelt(name, value);
    if (names.has(one.name) || aside(one.name) || getDefault(one.name, tool) === one.value) return [];
    return [`it ran with ${name}=${value}, which was not asked for`];
  });
}

/** What holds where nothing is said. */
function getDefault(name: string, tool: ToolOptions | undefined): string | undefined {
  return tool !== undefined && Object.hasOwn(tool.defaults, name) ? tool.defaults[name] : undefined;
}

/** Names that were meant and that a tool does not have: a newer version may, and then its run states them. */
export function listUnknownNames(
  stated: readonly Readonly<Record<string, string>>[],
  { asked, tool }: ToolRequest,
): readonly string[] {
  if (tool === undefined) return [];
  const has = (name: string): boolean =>
    tool.names.includes(tool.normalize(name, '').name) || stated.some((options) => Object.hasOwn(options, name));
  return Object.keys(asked).filter((name) => !has(name));
}

/** `4096`, `4k`, `4K` and `4KiB` are one to most tools, and `60` is `60s`. */
function toCanonical(name: string, text: string): { readonly name: string; readonly value: string } {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(k|m|g|t)?(?:i?b)?$/i.exec(text.trim()) ?? [];
  if (digits !== undefined)
    return { name, value: String(Number(digits) * 1024 ** ' kmgt'.indexOf((unit ?? ' ').toLowerCase())) };
  return {
    name,
    value: text
      .trim()
      .toLowerCase()
      .replace(/^(\d+)s$/, '$1'),
  };
}
