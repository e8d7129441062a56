/** SSM command documents: the one that hosts run, and the checks of parameters against a document. */
import runScript from '../../../../workloads/host/document.json';
import { ServiceError } from '../service';

/** See https://docs.aws.amazon.com/systems-manager/latest/userguide/documents-schemas-features.html */
export interface SsmDocument {
  readonly schemaVersion: string;
  readonly parameters: Readonly<Record<string, DocumentParameter>>;
  readonly mainSteps: readonly {
    readonly action: string;
    readonly name: string;
    readonly inputs: { readonly timeoutSeconds?: string; readonly runCommand: readonly string[] };
  }[];
}

interface DocumentParameter {
  readonly type: string;
  readonly default?: string;
  readonly allowedPattern?: string;
}

/** The document that runs one rendered script, from the same file that a deployment uses. */
export const RUN_SCRIPT_DOCUMENT: SsmDocument = runScript;

/** Default execution time-out of `aws:runShellScript`, seconds. Same source as {@link SsmDocument}. */
const DEFAULT_TIMEOUT_SECONDS = 3600;

/** One value for each parameter, with defaults. @throws ServiceError InvalidParameters with all problems at once */
export function fillParameters(
  document: SsmDocument,
  given: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, string>> {
  const problems = Object.keys(given)
    .filter((name) => !Object.hasOwn(document.parameters, name))
    .map((name) => `Parameter "${name}" is not defined in the document`);
  const values: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(document.parameters)) {
    const list = given[name] ?? (parameter.default === undefined ? [] : [parameter.default]);
    const [value] = list;
    if (value === undefined) problems.push(`Parameter "${name}" requires a value`);
    else if (list.length > 1) problems.push(`Parameter "${name}" of type String takes one value, not ${list.length}`);
    else if (!isAllowedValue(parameter, value)) {
      problems.push(`Parameter "${name}" has value "${value}" not matching ${parameter.allowedPattern ?? ''}`);
    } else values[name] = value;
  }
  if (problems.length > 0) throw new ServiceError('InvalidParameters', problems.join('; '), 400);
  return values;
}

function isAllowedValue(parameter: DocumentParameter, value: string): boolean {
  if (parameter.allowedPattern === undefined) return true;
  // Match the whole value: a pattern without anchors must not accept a suffix.
  return new RegExp(`^(?:${parameter.allowedPattern})$`).test(value);
}

/** Seconds after which the agent ends the step: `timeoutSeconds` of the document, which may be a parameter. */
export function readTimeoutSeconds(document: SsmDocument, values: Readonly<Record<string, string>>): number {
  const text = document.mainSteps[0]?.inputs.timeoutSeconds;
  if (text === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const filled = text.replace(/\{\{\s*([A-Za-z0-9]+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
  const seconds = Number(filled);
  if (filled === '' || !Number.isInteger(seconds) || seconds < 1) {
    throw new ServiceError('InvalidParameters', `timeoutSeconds "${filled}" of the document is not a number`);
  }
  return seconds;
}
