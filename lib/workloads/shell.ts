/** Rendering of host scripts: exported, safely quoted variables, then shell files as they stand. */
import { FsxbenchError } from '../shapes/errors';
import { shellQuote } from '../shapes/shell-quote';
import type { Script, ScriptFiles } from './contract';

const NAME = /^[A-Z][A-Z0-9_]*$/;

/** What a script is made of. */
export interface ScriptParts {
  /** Lines for a person who reads the script. */
  readonly comment: readonly string[];
  /** Exported before the files run, in this order. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names in {@link ScriptFiles}, in the order in which they stand in the script. */
  readonly files: readonly string[];
}

/**
 * Renders a script: the same parts always give the same bytes.
 * @throws Error where a file is not among the texts, a name is no variable, or a value holds a NUL: faults of the
 *   program, not of a spec.
 */
export function renderScript(parts: ScriptParts, texts: ScriptFiles): string {
  return scriptText(renderParts(parts, texts));
}

/** {@link renderScript}, with what scripts of equal files share as one value: thousands of trials hold it once. */
export function renderParts(parts: ScriptParts, texts: ScriptFiles): Script {
  const comment = parts.comment.flatMap((text) => text.split('\n')).map((line) => `# ${line}`.trimEnd());
  const variables = Object.entries(parts.variables).map(([name, value]) => {
    if (!NAME.test(name)) throw new FsxbenchError('Unexpected', `'${name}' is no name for a shell variable`);
    if (value.includes('\0')) throw new FsxbenchError('Unexpected', `${name} holds a NUL, which no shell variable can`);
    return `export ${name}=${shellQuote(value)}`;
  });
  const head = ['#!/usr/bin/env bash', ...comment, ...variables].map((line) => `${line}\n`).join('');
  return { head, body: renderBody(parts.files, texts) };
}

/** The whole text. */
export function scriptText({ head, body }: Script): string {
  return head + body;
}

/** Bodies by the files that they are made of, for each set of texts. */
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
  return `# --- ${name}\n${text.trimEnd()}\n`;
}

/** A rendered script that works on one copy of a rig: `$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY` is its place. */
export function withCopy(script: string, copy: string): string {
  return withVariables(script, { FSXBENCH_COPY: copy });
}

/**
 * A rendered script with more variables before all others: what a script must know of its trial, and no kind cares for.
 * @throws Error as {@link renderScript}
 */
export function withVariables(script: string, variables: ScriptParts['variables']): string {
  const end = script.indexOf('\n') + 1;
  const lines = renderScript({ comment: [], variables, files: [] }, {});
  return script.slice(0, end) + lines.slice(lines.indexOf('\n') + 1) + script.slice(end);
}
