import { TARGET_KINDS, targetOf } from '../../lib/targets/registry';

describe('the registry of targets', () => {
  it('knows each kind by its own name, and nothing else', () => {
    expect(TARGET_KINDS).toContain('local-directory');
    for (const kind of TARGET_KINDS) expect(targetOf(kind)?.kind).toBe(kind);
    expect(targetOf('constructor')).toBeUndefined();
  });
});
