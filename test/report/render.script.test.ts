import { Script } from 'node:vm';
import { SORT_SCRIPT } from '../../lib/report/render';

describe('the script of the page', () => {
  it('is a script, and one that an inline element can hold', () => {
    expect(() => new Script(SORT_SCRIPT)).not.toThrow();
    expect(SORT_SCRIPT).not.toContain('</');
    expect(SORT_SCRIPT).not.toContain('<!--');
  });

  it('makes no request and runs no text', () => {
    expect(SORT_SCRIPT).not.toMatch(
      /fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|eval|Function\(|innerHTML/,
    );
  });
});
