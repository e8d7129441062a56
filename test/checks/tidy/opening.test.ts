import { openingFaults } from '../../../checks/tidy/opening';

describe('openingFaults', () => {
  it('asks every file of the house for a comment at its beginning', () => {
    expect(openingFaults({ path: 'lib/a.ts', text: "import { x } from './b';\n" })).toHaveLength(1);
    expect(openingFaults({ path: 'lib/a.ts', text: '/** A file. */\nexport const a = 1;\n' })).toEqual([]);
    expect(openingFaults({ path: 'bin/a.ts', text: '#!/usr/bin/env node\n/** An entry. */\n' })).toEqual([]);
    expect(openingFaults({ path: 'test/a.ts', text: 'export const a = 1;\n' })).toEqual([]);
  });
});
