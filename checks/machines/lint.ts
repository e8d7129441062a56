/** The lint of state machines: problems of the loader, and rules of the project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadMachine, MachineInvalid } from '../../lib/asl/interpreter/loader';
import { callFindings, versionFindings } from './house/calls';
import { fenceFindings } from './house/fence';
import { handlerFindings } from './house/handlers';
import { loopFindings } from './house/loops';
import { variableFindings } from './house/variables';
import { sdkFindings } from './house/sdk-calls';
import { type Finding, type Subject, readSubject } from './subject';
import { readMachineText } from '../../lib/machine-files/source';

const RULES: readonly ((subject: Subject) => Finding[])[] = [
  variableFindings,
  loopFindings,
  callFindings,
  handlerFindings,
  sdkFindings,
  fenceFindings,
  versionFindings,
];

/**
 * All findings about one machine file.
 * @param name of the machine, as in `state-machines/<name>.asl.yaml`
 * @param text the file with its placeholders
 * @returns findings in the order of the rules; those of the loader alone where it refuses the machine. Never throws.
 */
export function lintMachine(name: string, text: string): Finding[] {
  try {
    const subject = readSubject(loadMachine(name, text, {}, { unfilled: 'keep' }));
    return RULES.flatMap((rule) => rule(subject));
  } catch (error) {
    if (!(error instanceof MachineInvalid)) throw error;
    return error.problems.map((message) => {
      const state = /^state '([^']*)'/.exec(message)?.[1] ?? '';
      return { state, rule: 'loader', message };
    });
  }
}

const ENDING = '.asl.yaml';

/** Names of `state-machines/<name>.asl.yaml`, sorted. */
export function listMachines(root: string): readonly string[] {
  const names = readdirSync(join(root, 'state-machines')).filter((file) => file.endsWith(ENDING));
  return names.map((file) => file.slice(0, -ENDING.length)).toSorted();
}

/** Their JSON by name. */
export function readMachines(root: string): Map<string, string> {
  return new Map(listMachines(root).map((name) => [name, readMachineText(root, name)]));
}

/** 1-based line of the definition of a state in YAML; 1 for the machine itself and for unknown states. */
export function lineOfState(text: string, state: string): number {
  const key = `${state}:`;
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => line.trim() === key),
    ) + 1
  );
}
