import { BranchEnded } from '../../../lib/asl/interpreter/failure';
import { Scope } from '../../../lib/asl/interpreter/scope';

describe('Scope', () => {
  it('reads variables of outer scopes and assigns only its own', () => {
    const outer = new Scope();
    outer.assign({ a: 1, b: null });
    const inner = new Scope(outer);
    inner.assign({ a: 2 });
    expect([inner.variable('a'), inner.variable('b'), inner.variable('c')]).toEqual([2, null, undefined]);
    expect(outer.variable('a')).toBe(1);
  });

  it('ends its inner scopes too, and calls each onEnd callback once', () => {
    const outer = new Scope();
    const inner = new Scope(outer);
    const calls: string[] = [];
    outer.onEnd(() => calls.push('outer'));
    inner.onEnd(() => calls.push('inner'));
    const release = inner.onEnd(() => calls.push('released'));
    release();
    outer.end();
    outer.end();
    expect(calls).toEqual(['inner', 'outer']);
    expect(() => inner.check()).toThrow(BranchEnded);
    inner.onEnd(() => calls.push('late'));
    expect(calls).toEqual(['inner', 'outer', 'late']);
  });

  it('adopts the highest event id of its inner scopes when they leave', () => {
    const outer = new Scope();
    outer.lastEvent = 3;
    const [first, second] = [new Scope(outer), new Scope(outer)];
    first.lastEvent = 9;
    second.lastEvent = 7;
    first.leave();
    second.leave();
    expect(outer.lastEvent).toBe(9);
    expect(outer.children.size).toBe(0);
  });

  it('passes the Map item to inner scopes', () => {
    const iteration = new Scope(new Scope(), { item: { Index: 1, Value: 'v' } });
    expect(new Scope(iteration).item).toEqual({ Index: 1, Value: 'v' });
  });
});
