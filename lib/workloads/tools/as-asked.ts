/** Options as they were meant, against those that a run states: of outputs that people bring, and of trials. */
import type { ToolOptions } from '../../shapes/tool-options';
import type { Reason } from '../../shapes/verdict';

/** How what is said of options is read. */
export interface Asked {
  /** Options of the tool as they were meant, by its words. */
  readonly asked: Readonly<Record<string, string>>;
  /** How the tool spells them, and what holds where nothing is said; left out: nobody has told. */
  readonly tool?: ToolOptions;
}

interface Other {
  readonly judgement: 'doubtful' | 'cannot tell';
  readonly text: string;
}

/** What differs from what was meant, or is not stated. */
export function asAsked(
  { options }: { readonly options: Readonly<Record<string, string>> },
  { asked, tool }: Asked,
): readonly Other[] {
  const spelt = tool?.spelt ?? bySize;
  const ran = new Map(
    Object.entries(options).map(([name, value]) => {
      const one = spelt(name, value);
      return [one.name, { value: one.value, text: `${name}=${value}` }];
    }),
  );
  return Object.entries(asked).flatMap(([name, meant]): Other[] => {
    const want = spelt(name, meant);
    const unsaid = tool !== undefined && Object.hasOwn(tool.defaults, want.name) ? tool.defaults[want.name] : undefined;
    const found =
      ran.get(want.name) ??
      (unsaid === undefined ? null : { value: unsaid, text: `${want.name}=${unsaid}, as nothing else is said` });
    if (found === null)
      return [{ judgement: 'cannot tell', text: `nothing in it says what \`${name}\` was; ${meant} was meant` }];
    if (found.value === want.value) return [];
    return [{ judgement: 'doubtful', text: `it ran with ${found.text}, and ${name}=${meant} was meant` }];
  });
}

/**
 * SUSPECT `OtherOptions` of a trial, where its tool says that it ran otherwise than it was called, or does not say it
 * of an option; none where it tells no options at all.
 */
export function otherOptions(
  host: string,
  options: Readonly<Record<string, string>> | null,
  said: Asked,
): readonly Reason[] {
  const texts = options === null ? [] : asAsked({ options }, said).map(({ text }) => text);
  return texts.length === 0 ? [] : [{ level: 'suspect', code: 'OtherOptions', text: `${host}: ${texts.join('; ')}` }];
}

/** Names that were meant and that a tool does not have: a newer version may, and then its run states them. */
export function unknownNames(
  stated: readonly Readonly<Record<string, string>>[],
  { asked, tool }: Asked,
): readonly string[] {
  if (tool === undefined) return [];
  const has = (name: string): boolean =>
    tool.names.includes(tool.spelt(name, '').name) || stated.some((options) => Object.hasOwn(options, name));
  return Object.keys(asked).filter((name) => !has(name));
}

/** `4096`, `4k`, `4K` and `4KiB` are one to most tools, and `60` is `60s`. */
function bySize(name: string, text: string): { readonly name: string; readonly value: string } {
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
