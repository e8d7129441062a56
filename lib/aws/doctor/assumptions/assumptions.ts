/**
 * The checklist: assumptions of this program that only an AWS account can prove. To add one, write an entry in
 * `assumptions.json` and, if the doctor can prove it, a probe with the same id in `../probes/`; otherwise set its proof
 * to `{ "by": "hand", "because": … }`. `npm run reference` then writes `docs/aws-checklist.md`: never edit that page.
 */
import groups from './assumptions.json';

/** How `fsxbench doctor` proves an assumption. */
export type ProofMethod =
  /** By read-only calls, dry runs and policy simulation, which are free. */
  | { readonly by: 'looking' }
  /** By calls about a synthesized deployment, which leave no resources: `doctor --before`. */
  | { readonly by: 'assembly' }
  /** From the newest finished experiments of a deployment, e.g. `experiments/doctor.yaml`. */
  | { readonly by: 'experiment' }
  /** The doctor cannot prove it: why, e.g. `the bill arrives a day later`. */
  | { readonly by: 'hand'; readonly because: string };

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
