import { Script } from 'node:vm';
import { SORT_SCRIPT } from '../../lib/report/render';

describe('sort script of the report', () => {
  it('parses as JavaScript, and contains no characters that would end the script element', () => {
    expect(() => new Script(SORT_SCRIPT)).not.toThrow();
    expect(SORT_SCRIPT).not.toContain('</');
    expect(SORT_SCRIPT).not.toContain('<!--');
  });

  it('contains no network call, eval or innerHTML', () => {
    expect(SORT_SCRIPT).not.toMatch(
      /fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|eval|Function\(|innerHTML/,
    );
  });
});
