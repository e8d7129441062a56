import { listEdges, reachable, listScopes, visibleFrom } from '../../../checks/machines/scope';
import cases from './scope.cases.json';

const MACHINE = cases.machine;

describe('scopes', () => {
  const [outer, child, branch] = listScopes(MACHINE);

  it('nest, and a distributed child sees nothing around it', () => {
    expect(listScopes(MACHINE).map((scope) => scope.startAt)).toEqual(['Each', 'Fork', 'Leaf']);
    expect(child?.owner?.name).toBe('Each');
    expect(visibleFrom(branch!)).toEqual([branch, child]);
    expect(visibleFrom(outer!)).toEqual([outer]);
  });

  it('know every way out of a state and what is assigned on it', () => {
    expect(listEdges(child!.states.get('Fork')!)).toEqual([
      { to: 'Leave', via: 'next', index: 0, assigns: ['a'] },
      { to: 'Lost', via: 'catch', index: 0, assigns: ['why'] },
    ]);
    expect(listEdges(child!.states.get('Leave')!)).toEqual([
      { to: 'Lost', via: 'default', index: 0, assigns: [] },
      { to: 'Fork', via: 'choice', index: 0, assigns: ['b'] },
    ]);
  });

  it('know what can be reached, also with some ways closed', () => {
    expect(reachable(child!)).toEqual(new Set(['Fork', 'Leave', 'Lost']));
    expect(reachable(child!, (_, edge) => edge.via === 'catch')).toEqual(new Set(['Fork', 'Lost']));
  });
});
