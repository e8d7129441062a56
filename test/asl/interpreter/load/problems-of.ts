import { loadMachine, MachineInvalid } from '../../../../lib/asl/interpreter/loader';

/** A valid Task. */
export const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

/** Loads a machine in JSONata mode. */
export function load(definition: object, substitutions: Readonly<Record<string, string>> = {}) {
  return loadMachine('rig', JSON.stringify({ QueryLanguage: 'JSONata', ...definition }), substitutions);
}

/** The problems of a machine; none where it loads. */
export function listProblems(definition: object): readonly string[] {
  try {
    load(definition);
    return [];
  } catch (error) {
    if (error instanceof MachineInvalid) return error.problems;
    throw error;
  }
}

/** The problems of a machine whose only state, A, has these fields. */
export function listStateProblems(fields: object): readonly string[] {
  return listProblems({ StartAt: 'A', States: { A: fields } });
}
