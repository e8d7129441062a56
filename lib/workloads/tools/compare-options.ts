/** Compares requested options with those that a run reports, for outputs of users and for trials. */
import type { ToolOptions } from '../../shapes/tool-options';
import type { Reason } from '../../shapes/verdict';

export interface ToolRequest {
  /** Requested options, by their names in the tool. */
  readonly requested: Readonly<Record<string, string>>;
  /** Spelling and defaults of the tool's options; absent if unknown. */
  readonly tool?: ToolOptions;
}

/** How a trial called its tool. */
export interface ToolCall extends ToolRequest {
  /** Options that do not change the workload, e.g. paths and output formats. */
  readonly aside: (name: string) => boolean;
  /** Whether the tool reports all its options, so that a missing option was not set. */
  readonly repeatsAll?: true;
}

interface OptionDiff {
  readonly judgement: 'doubtful' | 'undecided';
  readonly text: string;
}

type Options = Readonly<Record<string, string>>;

/** Requested options that differ, or that the run does not state. */
export function compareOptions({ options }: { readonly options: Options }, asked: ToolRequest): readonly OptionDiff[] {
  return listDiffs(options, asked).map(({ name, meant, found }) =>
    found === null
      ? { judgement: 'undecided', text: `the output does not state \`${name}\`; requested: ${meant}` }
      : { judgement: 'doubtful', text: `the tool ran with ${found}; requested: ${name}=${meant}` },
  );
}

/** SUSPECT `OptionsMismatch` for different or additional reported options; empty if the tool reports none. */
export function judgeOptions(host: string, options: Options | null, called: ToolCall): readonly Reason[] {
  return options === null ? [] : toMismatch(host, describeMismatch(options, called));
}

/** @param text of {@link describeMismatch} */
export function toMismatch(host: string, text: string): readonly Reason[] {
  return text === '' ? [] : [{ level: 'suspect', code: 'OptionsMismatch', text: `${host}: ${text}` }];
}

/** How the reported options differ from those of the call; empty if they do not. */
export function describeMismatch(options: Options, called: ToolCall): string {
  const { aside, repeatsAll = false } = called;
  const asked = Object.fromEntries(Object.entries(called.requested).filter(([name]) => !aside(name)));
  const differ = listDiffs(options, { ...called, requested: asked }).flatMap(({ name, meant, found }) => {
    if (found === null && !repeatsAll) return [];
    return [`the tool ran ${found === null ? `without ${name}` : `with ${found}`}; requested: ${name}=${meant}`];
  });
  return [...differ, ...listExtraOptions(options, called)].join('; ');
}

/** Options that differ from the request; `found` is null if the run does not state the option. */
function listDiffs(
  options: Options,
  { requested: asked, tool }: ToolRequest,
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
      ran.get(want.name) ?? (unsaid === undefined ? null : { value: unsaid, text: `${want.name}=${unsaid} (default)` });
    return found?.value === want.value ? [] : [{ name, meant, found: found?.text ?? null }];
  });
}

/** Options that were not requested and are not defaults. */
function listExtraOptions(options: Options, { requested: asked, tool, aside }: ToolCall): readonly string[] {
  const spelt = tool?.normalize ?? toCanonical;
  const names = new Set(Object.entries(asked).map(([name, value]) => spelt(name, value).name));
  return Object.entries(options).flatMap(([name, value]) => {
    const one = spelt(name, value);
    if (names.has(one.name) || aside(one.name) || getDefault(one.name, tool) === one.value) return [];
    return [`the tool ran with ${name}=${value}, which was not requested`];
  });
}

function getDefault(name: string, tool: ToolOptions | undefined): string | undefined {
  return tool !== undefined && Object.hasOwn(tool.defaults, name) ? tool.defaults[name] : undefined;
}

/** Requested names that are not options of the tool, unless the run states them, as newer versions may have more. */
export function listUnknownNames(
  stated: readonly Readonly<Record<string, string>>[],
  { requested: asked, tool }: ToolRequest,
): readonly string[] {
  if (tool === undefined) return [];
  const has = (name: string): boolean =>
    tool.names.includes(tool.normalize(name, '').name) || stated.some((options) => Object.hasOwn(options, name));
  return Object.keys(asked).filter((name) => !has(name));
}

/** Most tools treat `4096`, `4k`, `4K` and `4KiB` alike, and likewise `60` and `60s`. */
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
