import { formatFault, isScript, isShell } from '../../../checks/tidy/source';

describe('source file', () => {
  it('has faults formatted as path:line: error: message', () => {
    expect(formatFault({ path: 'lib/a.ts', line: 3, message: 'x is banned, use y' })).toBe(
      'lib/a.ts:3: error: x is banned, use y',
    );
  });

  it.each([
    ['a.sh', 'echo', true],
    ['.ci/run', '#!/usr/bin/env bash\n', true],
    ['run', '#!/bin/sh\n', true],
    ['run', '#!/usr/bin/env node\n', false],
    ['a.ts', '', false],
  ])('is recognized as shell: %s beginning with %j', (path, text, expected) => {
    expect(isShell({ path, text })).toBe(expected);
  });

  it('is recognized as TypeScript or JavaScript', () => {
    expect(['a.ts', 'a.mjs', 'a.json', 'a.sh'].map(isScript)).toEqual([true, true, false, false]);
  });
});
