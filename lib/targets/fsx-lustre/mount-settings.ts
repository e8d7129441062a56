/** Mount and client settings of FSx for Lustre. */
import texts from '../messages.json';
import { fillText } from '../../shapes/problem';
import * as z from 'zod';
import { metadata, settings } from '../../shapes/setting';
import words from '../settings.json';

export interface LustreMount {
  /** File locks that all hosts see, as databases and many tools need. */
  readonly flock: boolean;
  /** Reads do not write access times. */
  readonly noatime: boolean;
  /** `recommended`: the FSx guide's client settings for the host's memory and processors. `none`: client defaults. */
  readonly tuning: 'none' | 'recommended';
  /**
   * Additional client settings by name, applied after {@link tuning}: `osc.max_dirty_mb` applies to all devices of that
   * kind of this file system on the host, `osc.*OST*.max_dirty_mb` to those with matching names (lctl(8), `set_param`).
   */
  readonly lctl?: Readonly<Record<string, number | string>>;
}

/** Kinds of client devices whose names start with that of the file system: Lustre manual, Tuning Parameters. */
const LCTL_KINDS = ['osc', 'mdc', 'llite', 'lov', 'lmv', 'ldlm.namespaces'] as const;
const LCTL_KIND_PATTERN = `(?:${LCTL_KINDS.join('|').replace('.', '\\.')})`;
/** Device pattern: the part after the name of the file system, which is inserted before the first `*`. */
const DEVICES_PATTERN = '\\*[A-Za-z0-9_*?\\[\\]-]{0,63}';
const LCTL_NAME_PATTERN = new RegExp(`^(${LCTL_KIND_PATTERN})(?:\\.(${DEVICES_PATTERN}))?\\.([a-z][a-z0-9_]{0,63})$`);
const LCTL_VALUE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const LCTL_NAMES_TEXT = fillText(texts.lctlNames, { lctlKinds: LCTL_KINDS.join(', ') });
const LCTL_VALUES_TEXT = 'needed here: a number, or a word of letters, digits, ., _, + and -';

type ClientSettings = Readonly<Record<string, number | string>>;

/** Drops the pattern for all devices; undefined for an invalid name. */
function shortenSettingName(name: string): string | undefined {
  const [, kind = '', devices = '*', setting = ''] = LCTL_NAME_PATTERN.exec(name) ?? [];
  if (kind === '') return undefined;
  return devices === '*' ? `${kind}.${setting}` : name;
}

/** Client settings as given, with `osc.*.max_dirty_mb` shortened. */
function parseClientSettings(given: Readonly<Record<string, unknown>>, context: z.RefinementCtx): ClientSettings {
  const taken: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(given)) {
    const refuse = (message: string): void => {
      context.addIssue({ code: 'custom', path: [name], message, input: value });
    };
    const short = shortenSettingName(name);
    if (short === undefined) {
      // Report the invalid name at its key.
      const message = `found '${name}', which is not a setting of the client; ${LCTL_NAMES_TEXT}`;
      context.addIssue({ code: 'invalid_key', origin: 'record', issues: [], path: [name], message, input: name });
    } else if (
      typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'string' || !LCTL_VALUE_PATTERN.test(value)
    )
      refuse(`found ${JSON.stringify(value)?.replaceAll('"', "'")}; ${LCTL_VALUES_TEXT}`);
    else if (short in taken) refuse(`appears twice: ${short} means the same devices`);
    else taken[short] = value as number | string;
  }
  return taken;
}

const anyMapping = z.record(z.string(), z.unknown());

const LCTL_EDITOR = {
  type: 'object',
  propertyNames: { pattern: LCTL_NAME_PATTERN.source },
  additionalProperties: { type: ['string', 'number'], pattern: LCTL_VALUE_PATTERN.source },
} as const;
const LCTL_ALLOWED = fillText(texts.lctlAllowed, { lctlKinds: LCTL_KINDS.join(', ') });

/** Defaults of the FSx guide: mounting-ec2-instance.html. */
export const lustreMountSchema: z.ZodType<LustreMount> = settings(words['fsx-lustre-mount'], {
  flock: z.boolean().default(true),
  noatime: z.boolean().default(true),
  tuning: z
    .union([z.enum(['none', 'recommended']), anyMapping], {
      error: `needed here: recommended, none, or client settings by name: ${LCTL_ALLOWED}`,
    })
    .transform((given, context) => (typeof given === 'string' ? given : parseClientSettings(given, context)))
    .default('recommended')
    .meta(
      metadata({
        allowed: `recommended, none, or ${LCTL_ALLOWED}`,
        editor: { anyOf: [{ enum: ['none', 'recommended'] }, LCTL_EDITOR], default: 'recommended' },
      }),
    ),
  lctl: anyMapping
    .transform(parseClientSettings)
    .optional()
    .meta(metadata({ allowed: LCTL_ALLOWED, editor: LCTL_EDITOR })),
})
  // Settings under `tuning` are equivalent to `lctl`.
  .transform(({ tuning, lctl, ...mount }): LustreMount => {
    const own = typeof tuning === 'string' ? {} : tuning;
    return {
      ...mount,
      tuning: typeof tuning === 'string' ? tuning : 'none',
      ...(typeof tuning === 'string' && lctl === undefined ? {} : { lctl: { ...own, ...lctl } }),
    };
  });
