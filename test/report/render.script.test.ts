import { Script } from 'node:vm';
import { SCRIPT } from '../../lib/report/render';

describe('the script of the page', () => {
  it('is a script, and one that an inline element can hold', () => {
    expect(() => new Script(SCRIPT)).not.toThrow();
    expect(SCRIPT).not.toContain('</');
    expect(SCRIPT).not.toContain('<!--');
  });

  it('makes no request and runs no text', () => {
    expect(SCRIPT).not.toMatch(
      /fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|eval|Function\(|innerHTML/,
    );
  });
});
