import { ERROR_CODES } from '../../../lib/shapes/error-table';
import { errorsPage } from '../../../tools/reference/errors-page';
import { PAGES, stalePages } from '../../../tools/reference/pages';

describe('the page of errors', () => {
  const page = errorsPage();

  it('has a row for every code, with what happened and what to do', () => {
    for (const code of ERROR_CODES) expect(page).toMatch(new RegExp(`^\\| \`${code}\` \\| \\S.* \\| \\S.* \\|$`, 'm'));
  });
});

describe('stalePages', () => {
  it('names what is missing or says something else, and nothing that is current', () => {
    expect(stalePages(() => '')).toEqual(Object.keys(PAGES));
    expect(stalePages((path) => PAGES[path]?.() ?? '')).toEqual([]);
    expect(stalePages((path) => `${PAGES[path]?.() ?? ''}more\n`)).toEqual(Object.keys(PAGES));
  });
});
