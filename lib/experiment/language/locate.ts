/** Where the settings of a spec stand in its text: for problems that are found after it was read, e.g. by the plan. */
import type { Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import type { YamlText } from './yaml';

type Locate = YamlText['locate'];

/** Problems of a key, not of its value. */
const ABOUT_KEYS: ReadonlySet<string> = new Set([
  'UnknownKey',
  'BadName',
  'ReservedName',
  'UnusedFactor',
  'MissingKey',
]);

/** Texts of specs that were read from one, for as long as the spec is in use. */
const TEXTS = new WeakMap<Spec, Locate>();

/** Keeps where the settings of a spec stand. */
export function keepPlaces(spec: Spec, locate: Locate): void {
  TEXTS.set(spec, locate);
}

/** Problems with line and column where the spec was read from a text; as they are where it was not. */
export function placedIn(spec: Spec, problems: readonly Problem[]): readonly Problem[] {
  const locate = TEXTS.get(spec);
  return locate === undefined ? problems : problems.map((problem) => placed(problem, locate));
}

/** A problem with the line and column of its path. */
export function placed(problem: Problem, locate: Locate): Problem {
  return { ...problem, ...locate(problem.path, ABOUT_KEYS.has(problem.code) ? 'key' : 'value') };
}
