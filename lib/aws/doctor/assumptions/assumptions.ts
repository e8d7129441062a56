/**
 * Assumptions about AWS that the doctor can prove. To add one, write an entry in `assumptions.json`, and a probe with
 * its id in `../probes/`; `npm run reference` writes its row in `docs/aws-checklist.md`. Rows of assumptions that only
 * a person can prove are written by hand there.
 */
import groups from './assumptions.json';

/** How `fsxbench doctor` proves an assumption. */
export type ProofMethod =
  /** By read-only calls, dry runs and policy simulation, which are free. */
  | 'looking'
  /** By calls about a synthesized deployment, which leave no resources: `doctor --before`. */
  | 'assembly'
  /** From the newest finished experiments of a deployment, e.g. `experiments/doctor.yaml`. */
  | 'experiment';

/** One assumption. Texts are one line of Markdown without a final full stop. */
export interface Assumption {
  /** Unique lower-case words joined by `-`. */
  readonly id: string;
  readonly text: string;
  /** The part of fsxbench that depends on the assumption. */
  readonly where: string;
  /** What happens if the assumption is false. */
  readonly ifWrong: string;
  /** If the assumption is false: what to change, in the code or in the account. */
  readonly change: string;
  /** The command that proves the assumption without the doctor. */
  readonly byHand: string;
  readonly proof: ProofMethod;
}

/** A section of `docs/aws-checklist.md`. */
export interface AssumptionGroup {
  readonly title: string;
  readonly assumptions: readonly Assumption[];
}

/** In the order of the page: first the free checks of conditions that block every experiment. */
export const ASSUMPTION_GROUPS = groups as readonly AssumptionGroup[];

/** All assumptions, in the order of the page. */
export const ASSUMPTIONS: readonly Assumption[] = ASSUMPTION_GROUPS.flatMap(({ assumptions }) => assumptions);
