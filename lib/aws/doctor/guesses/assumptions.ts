/**
 * Every line of the checklist: what this program rests on and only an account can prove. A new one is an entry in
 * `guesses.json` beside this file, and, where the doctor can prove it, a probe of the same id in `../probes/`; until it
 * has one, its proof is `{ "by": "hand", "because": … }`. Then `npm run reference` makes `docs/aws-checklist.md` anew:
 * never edit that page.
 */
import groups from './guesses.json';

/** How `fsxbench doctor` proves a line. */
export type ProofMethod =
  /** By looking, dry runs and simulation: costs nothing. */
  | { readonly by: 'looking' }
  /** By calls about a synthesised deployment, which leave nothing: `doctor --before`. */
  | { readonly by: 'assembly' }
  /** Read off the newest finished experiments of a deployment, e.g. `experiments/doctor.yaml`. */
  | { readonly by: 'experiment' }
  /** Not at all: why not, e.g. `takes a day and a bill`. */
  | { readonly by: 'hand'; readonly because: string };

/** One line. Texts are Markdown of one line, without a full stop at the end. */
export interface Assumption {
  /** Small words joined by `-`. Unique. */
  readonly id: string;
  /** What is taken for true. */
  readonly guess: string;
  /** Which part of the program rests on it. */
  readonly where: string;
  /** What happens where it is not true. */
  readonly ifWrong: string;
  /** What to change then, or what the owner of the account can do. */
  readonly change: string;
  /** The command that proves it without the doctor. */
  readonly byHand: string;
  readonly proof: ProofMethod;
}

/** A part of the page. */
export interface AssumptionGroup {
  readonly title: string;
  readonly guesses: readonly Assumption[];
}

/** In the order of the page: what costs nothing and stops everything comes first. */
export const ASSUMPTION_GROUPS = groups as readonly AssumptionGroup[];

/** All lines, in order. */
export const ASSUMPTIONS: readonly Assumption[] = ASSUMPTION_GROUPS.flatMap(({ guesses }) => guesses);
