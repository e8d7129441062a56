import { loadMachine, MachineInvalid } from '../../../../lib/asl/interpreter/loader';

/** A Task that is fine as it stands. */
export const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

/** Loads a machine in JSONata mode. */
export function load(definition: object, substitutions: Readonly<Record<string, string>> = {}) {
  return loadMachine('rig', JSON.stringify({ QueryLanguage: 'JSONata', ...definition }), substitutions);
}

/** What is wrong with a machine; nothing where it loads. */
export function problemsOf(definition: object): readonly string[] {
  try {
    load(definition);
    return [];
  } catch (error) {
    if (error instanceof MachineInvalid) return error.problems;
    throw error;
  }
}

/** What is wrong with a machine whose only state, A, has these fields. */
export function problems(fields: object): readonly string[] {
  return problemsOf({ StartAt: 'A', States: { A: fields } });
}
