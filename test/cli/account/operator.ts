/** A user of the account of tests. */
import type { Operator } from '../../../lib/aws/operator';
import type { TestAccount } from '../../aws/account';

/** @returns the operator, and the names of stacks that it has deleted */
export function makeOperator(account: TestAccount): {
  readonly operator: Operator;
  readonly removed: readonly string[];
} {
  const removed: string[] = [];
  const operator: Operator = {
    ...account.context(),
    flags: '',
    removeStack: async (name) => void removed.push(name),
    download: (key) => account.bytes(key),
  };
  return { operator, removed };
}
