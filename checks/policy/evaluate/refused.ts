/** What the evaluator does not understand, it refuses: a guess would be a permission that nobody has checked. */
export class PolicyRefused extends Error {
  override readonly name = 'PolicyRefused';
}
