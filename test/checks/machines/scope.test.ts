import { listEdges, reachable, listScopes, visibleFrom } from '../../../checks/machines/scope';
import cases from './scope.cases.json';

const MACHINE = cases.machine;

describe('machine scope', () => {
  const [outer, child, branch] = listScopes(MACHINE);

  it('returns for a branch its enclosing scopes up to a distributed Map (visibleFrom)', () => {
    expect(listScopes(MACHINE).map((scope) => scope.startAt)).toEqual(['Each', 'Fork', 'Leaf']);
    expect(child?.owner?.name).toBe('Each');
    expect(visibleFrom(branch!)).toEqual([branch, child]);
    expect(visibleFrom(outer!)).toEqual([outer]);
  });

  it('lists every transition out of a state with the variables it assigns', () => {
    expect(listEdges(child!.states.get('Fork')!)).toEqual([
      { to: 'Leave', via: 'next', index: 0, assigns: ['a'] },
      { to: 'Lost', via: 'catch', index: 0, assigns: ['why'] },
    ]);
    expect(listEdges(child!.states.get('Leave')!)).toEqual([
      { to: 'Lost', via: 'default', index: 0, assigns: [] },
      { to: 'Fork', via: 'choice', index: 0, assigns: ['b'] },
    ]);
  });

  it('returns the reachable states, with and without certain transitions', () => {
    expect(reachable(child!)).toEqual(new Set(['Fork', 'Leave', 'Lost']));
    expect(reachable(child!, (_, edge) => edge.via === 'catch')).toEqual(new Set(['Fork', 'Lost']));
  });
});
