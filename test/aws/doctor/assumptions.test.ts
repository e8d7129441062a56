/** The table of assumptions: what every line must say. */
import { existsSync, readFileSync } from 'node:fs';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';

const CHECKLIST = readFileSync('docs/aws-checklist.md', 'utf8');

describe('table of assumptions about AWS', () => {
  it('has unique ids of lower-case words joined by "-", with those of the checklist', () => {
    const ids = [...CHECKLIST.matchAll(/^\| `(.+?)` \|/gm)].map(([, id = '']) => id);
    expect(ids).toEqual(expect.arrayContaining(ASSUMPTIONS.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(ASSUMPTIONS.map((assumption) => [assumption.id, assumption] as const))(
    'has one line of text in every field of the assumption %s',
    (_, assumption) => {
      for (const text of [
        assumption.text,
        assumption.where,
        assumption.ifWrong,
        assumption.change,
        assumption.byHand,
      ]) {
        expect(text).toMatch(/^\S[^\n]*[^\s.]$/);
      }
    },
  );
});

it('names only files that exist in the checklist', () => {
  const paths = [...CHECKLIST.matchAll(/`((?:lib|workloads|state-machines)\/[\w/-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
