/** Renders host scripts: exported, quoted variables, then the unchanged shell files and programs. */
import { FsxbenchError } from '../shapes/errors';
import { shellQuote } from '../shapes/shell-quote';
import type { Script, ScriptFiles } from './contract';

const VARIABLE_NAME = /^[A-Z][A-Z0-9_]*$/;

export interface ScriptParts {
  /** Comment at the top of the script. */
  readonly comment: readonly string[];
  /** Variables exported before the files run, in this order. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names in {@link ScriptFiles}, in the order of the script. */
  readonly files: readonly string[];
}

/** Deterministic. @throws FsxbenchError (a bug) for a missing file, an invalid variable name, or a NUL in a value */
export function renderScript(parts: ScriptParts, texts: ScriptFiles): string {
  return joinScript(renderParts(parts, texts));
}

/** Same as {@link renderScript}, but in two parts: thousands of trials with the same files share one body string. */
export function renderParts(parts: ScriptParts, texts: ScriptFiles): Script {
  const comment = parts.comment.flatMap((text) => text.split('\n')).map((line) => `# ${line}`.trimEnd());
  const variables = Object.entries(parts.variables).map(([name, value]) => {
    if (!VARIABLE_NAME.test(name))
      throw new FsxbenchError('Unexpected', `'${name}' is not a valid shell variable name`);
    if (value.includes('\0'))
      throw new FsxbenchError('Unexpected', `${name} contains a NUL, which is invalid in shell variables`);
    return `export ${name}=${shellQuote(value)}`;
  });
  const head = ['#!/usr/bin/env bash', ...comment, ...variables].map((line) => `${line}\n`).join('');
  return { head, body: renderBody(parts.files, texts) };
}

export function joinScript({ head, body }: Script): string {
  return head + body;
}

/** Cache of bodies by the names of their files, for each set of texts. */
const BODY_CACHE = new WeakMap<ScriptFiles, Map<string, string>>();

function renderBody(names: readonly string[], texts: ScriptFiles): string {
  const known = BODY_CACHE.get(texts) ?? new Map<string, string>();
  BODY_CACHE.set(texts, known);
  const key = names.join('\n');
  const body = known.get(key) ?? names.map((name) => renderFile(name, texts)).join('');
  known.set(key, body);
  return body;
}

function renderFile(name: string, texts: ScriptFiles): string {
  const text = texts[name];
  if (text === undefined) throw new FsxbenchError('Unexpected', `the script file '${name}' is missing`);
  const [, base = '', language] = PROGRAM_NAME.exec(name) ?? [];
  if (language === undefined) return `# --- ${name}\n${text.trimEnd()}\n`;
  const variable = `${base}_${language}`.toUpperCase();
  return `# --- ${name}\nread -r -d '' ${variable} <<'PROGRAM' || true\n${text.trimEnd()}\nPROGRAM\n`;
}

/** Programs in other languages become variables of the script: `Load.java` is `$LOAD_JAVA`. */
const PROGRAM_NAME = /(\w+)\.(java|py)$/;

/** Binds a rendered script to one target instance, at `$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY`. */
export function bindToTarget(script: string, copy: string): string {
  return insertVariables(script, { FSXBENCH_COPY: copy });
}

/** Inserts variables of the trial before those of the kind. @throws as {@link renderScript} */
export function insertVariables(script: string, variables: ScriptParts['variables']): string {
  const end = script.indexOf('\n') + 1;
  const lines = renderScript({ comment: [], variables, files: [] }, {});
  return script.slice(0, end) + lines.slice(lines.indexOf('\n') + 1) + script.slice(end);
}
