import { stringify } from 'yaml';
import { placedIn } from '../../../lib/experiment/language/yaml';
import type { Problem } from '../../../lib/shapes/problem';
import { readSpec, readSpecObject } from '../../../lib/experiment/reading/read';
import { FAKE, rawSpec } from '../fake-kinds';

const late = (code: string): Problem => ({ severity: 'error', code, path: ['fleet', 'client', 'count'], message: 'x' });

describe('a problem that is found after a spec was read', () => {
  it('stands at its value, or at its key where it is about the key', () => {
    const text = stringify(rawSpec());
    const { spec } = readSpec(text, 'x.yaml', FAKE);
    if (spec === undefined) throw new Error('no spec');
    const line = text.split('\n').findIndex((one) => one.includes('count: 2')) + 1;
    const column = (text.split('\n')[line - 1] ?? '').indexOf('count') + 1;
    const problems = placedIn(spec, [late('OutOfRange'), late('UnknownKey')]);
    expect(problems).toEqual([
      { ...late('OutOfRange'), line, column: column + 'count: '.length },
      { ...late('UnknownKey'), line, column },
    ]);
  });

  it('has no line where there was no text', () => {
    const { spec } = readSpecObject(rawSpec(), FAKE);
    if (spec === undefined) throw new Error('no spec');
    expect(placedIn(spec, [late('OutOfRange')])).toEqual([late('OutOfRange')]);
  });
});
