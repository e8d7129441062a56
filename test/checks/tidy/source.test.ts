import { formatFault, isScript, isShell } from '../../../checks/tidy/source';

describe('formatFault, isShell and isScript', () => {
  it('formats a fault as path:line: error: message', () => {
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
  ])('recognizes %s beginning with %j as a shell script: %s', (path, text, expected) => {
    expect(isShell({ path, text })).toBe(expected);
  });

  it('recognizes .ts and .mjs files as scripts, but not .json and .sh files', () => {
    expect(['a.ts', 'a.mjs', 'a.json', 'a.sh'].map(isScript)).toEqual([true, true, false, false]);
  });
});
