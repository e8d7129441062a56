import { DEFAULT_STACK_NAME, isStackName } from '../../lib/shapes/stack-name';

it('accepts up to 20 lower-case letters, digits and hyphens, and refuses the prefixes aws and amazon', () => {
  expect([DEFAULT_STACK_NAME, 'a', 'bench-2', 'x'.repeat(20)].filter((name) => !isStackName(name))).toEqual([]);
  const wrong = ['', '../x', 'Bench', 'a--b', '-a', 'a-', '2a', 'aws-bench', 'amazon', 'x'.repeat(21), 'a\n'];
  expect(wrong.filter(isStackName)).toEqual([]);
});
