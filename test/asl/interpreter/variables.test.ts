import { Scope } from '../../../lib/asl/interpreter/scope';
import { checkVariables } from '../../../lib/asl/interpreter/variables';

const large = (letter: string) => letter.repeat(262_000 - 2);

/** A scope with so many variables of 262,000 bytes: v0, v1 and so on. */
function fillScope(count: number, parent?: Scope): Scope {
  const scope = new Scope(parent);
  for (let index = 0; index < count; index++) scope.assign({ [`v${index}`]: large('a') });
  return scope;
}

describe('checkVariables', () => {
  it('refuses an assignment above 262,144 bytes', () => {
    const assigned = { one: large('a'), two: 'b'.repeat(200) };
    expect(() => checkVariables('S', new Scope(), assigned)).toThrow("The state 'S' assigns more than 262144 bytes");
  });

  it('refuses an assignment that raises all variables, including outer scopes, above 10,485,760 bytes', () => {
    expect(() => checkVariables('S', fillScope(39), { more: large('b') })).not.toThrow();
    const refusal = "The state 'S' brings all variables above 10485760 bytes";
    expect(() => checkVariables('S', fillScope(40), { more: large('b') })).toThrow(refusal);
    expect(() => checkVariables('S', fillScope(20, fillScope(20)), { more: large('b') })).toThrow(refusal);
  });

  it('counts a reassigned variable once', () => {
    expect(() => checkVariables('S', fillScope(40), { v7: large('b') })).not.toThrow();
  });

  it('counts a variable of an outer scope with the same name separately', () => {
    expect(() => checkVariables('S', new Scope(fillScope(40)), { v7: large('b') })).toThrow('above 10485760 bytes');
  });
});
