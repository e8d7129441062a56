/** The lint of state machines: what the service would refuse late, and what this house asks of every machine. */
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Finding, reporter } from './finding';
import { caughtNameFindings } from './house/caught-names';
import { choiceFindings } from './house/choices';
import { createFindings } from './services/creates';
import { deleteFindings } from './house/deletes';
import { errorNameFindings } from './language/error-names';
import { expressionFindings } from './language/expressions';
import { fenceFindings } from './house/fence';
import { fieldFindings } from './language/fields';
import { fleetFindings } from './services/fleets';
import { functionFindings } from './language/functions';
import { graphFindings } from './language/graph';
import { handlerFindings } from './house/handlers';
import { languageFindings } from './language/language';
import { loopFindings } from './house/loops';
import { placeholderFindings } from './language/placeholders';
import { sdkFindings } from './services/sdk-calls';
import { sendCommandFindings } from './services/send-command';
import { startExecutionFindings } from './services/start-execution';
import { statesObjectFindings } from './language/states-object';
import { taskFindings } from './house/task-bounds';
import { variableFindings } from './language/variables';
import { machineSchema } from './shape';
import { type HouseRules, type Subject, subjectOf } from './subject';

const jsonReport = reporter('json');
const shapeReport = reporter('shape');
const duplicateReport = reporter('duplicate-key');

const RULES: readonly ((subject: Subject) => Finding[])[] = [
  languageFindings,
  fieldFindings,
  placeholderFindings,
  expressionFindings,
  functionFindings,
  statesObjectFindings,
  variableFindings,
  caughtNameFindings,
  graphFindings,
  loopFindings,
  taskFindings,
  errorNameFindings,
  handlerFindings,
  choiceFindings,
  createFindings,
  deleteFindings,
  fleetFindings,
  sendCommandFindings,
  startExecutionFindings,
  sdkFindings,
  fenceFindings,
];

/**
 * All findings about one machine file.
 * @param name of the machine, as in `state-machines/<name>.asl.json`
 * @param text the file as it stands, placeholders not filled in
 * @param house what is asked beyond the language
 * @returns findings in the order of the rules; only those about its form where it has no right form. Never throws.
 */
export function lintMachine(name: string, text: string, house: HouseRules): Finding[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return [jsonReport('', jsonComplaint(text, error as Error))];
  }
  const parsed = machineSchema.safeParse(json);
  if (!parsed.success) return parsed.error.issues.map(shapeFinding);
  const subject = subjectOf(name, parsed.data, house);
  return [...duplicates(text), ...RULES.flatMap((rule) => rule(subject))];
}

function jsonComplaint(text: string, error: Error): string {
  const bare = /^[^"\n]*(?:"(?:[^"\\\n]|\\.)*"[^"\n]*)*?(?<!")(\$\{\w*\})/m.exec(
    text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""'),
  );
  const hint = bare === null ? '' : `; ${bare[1] ?? ''} stands outside of a string, where no placeholder may stand`;
  return `the file is no JSON: ${error.message}${hint}`;
}

/** JSON.parse keeps the last of two equal keys and says nothing. */
function duplicates(text: string): Finding[] {
  const document = parseDocument(text, { schema: 'json', uniqueKeys: true });
  return document.errors
    .filter((error) => error.code === 'DUPLICATE_KEY')
    .map((error) => duplicateReport('', `the same key twice: ${error.message.split('\n')[0] ?? ''}`));
}

function shapeFinding(issue: z.core.$ZodIssue): Finding {
  const states = issue.path.lastIndexOf('States');
  const state = states === -1 ? '' : String(issue.path[states + 1] ?? '');
  return shapeReport(state, `${issue.path.map(String).join('/')}: ${issue.message}`);
}
