import { Writable } from 'node:stream';
import { openDisplay } from '../../../lib/cli/text/display';
import type { Cli } from '../../../lib/cli/command';

type Stream = Cli['err'] & { text: string };

function makeStream(more: { isTTY?: boolean; columns?: number }): Stream {
  const made = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      kept.text += chunk.toString('utf8');
      done();
    },
  });
  const kept = Object.assign(made, { text: '' }, more);
  return kept;
}

/** What a terminal shows at the end: knows only the two escapes that are used, cursor up and erase below. */
function renderScreen(text: string): string[] {
  const lines = [''];
  let row = 0;
  for (const [token] of text.matchAll(/\u001b\[\d*[A-Z]|\n|[^\n\u001b]+/g)) {
    const up = /^\u001b\[(\d+)A$/.exec(token)?.[1];
    if (up !== undefined) row -= Number(up);
    else if (token === '\u001b[0J') lines.splice(row, lines.length, '');
    else if (token === '\n') {
      row += 1;
      lines[row] ??= '';
    } else if (token.startsWith('\u001b')) throw new Error(`unknown escape ${JSON.stringify(token)}`);
    else lines[row] = (lines[row] ?? '') + token;
    if (row < 0) throw new Error('above the first line');
  }
  return lines.slice(0, -1);
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('openDisplay without a terminal', () => {
  it('writes logged lines only, and requests no live lines', () => {
    const to = makeStream({});
    const shown = openDisplay(to, () => {
      throw new Error('asked for living lines');
    });
    shown.log('one');
    jest.advanceTimersByTime(10_000);
    shown.log('two');
    shown.end();
    expect(to.text).toBe('one\ntwo\n');
  });
});

describe('openDisplay on a terminal', () => {
  it('keeps logged lines above the live lines, and redraws those in place', () => {
    const to = makeStream({ isTTY: true, columns: 80 });
    let round = 0;
    const shown = openDisplay(to, () => [`living ${round}`, 'below']);
    shown.log('one');
    expect(renderScreen(to.text)).toEqual(['one', 'living 0', 'below']);
    round = 1;
    jest.advanceTimersByTime(600);
    expect(renderScreen(to.text)).toEqual(['one', 'living 1', 'below']);
    round = 2;
    shown.log('two');
    expect(renderScreen(to.text)).toEqual(['one', 'two', 'living 2', 'below']);
    expect(to.text).toContain('\u001b[2A\u001b[0J');
  });

  it('erases as many lines as it drew when their number changes', () => {
    const to = makeStream({ isTTY: true });
    let living = ['a', 'b', 'c'];
    const shown = openDisplay(to, () => living);
    shown.log('one');
    for (living of [['d'], [], ['e', 'f']]) {
      jest.advanceTimersByTime(500);
      expect(renderScreen(to.text)).toEqual(['one', ...living]);
    }
    shown.end();
    expect(renderScreen(to.text)).toEqual(['one']);
  });

  it('truncates live lines to the terminal width', () => {
    const to = makeStream({ isTTY: true, columns: 10 });
    const shown = openDisplay(to, () => ['123456789', '1234567890', '12345678901234']);
    shown.log('a line that stays may be long');
    expect(renderScreen(to.text)).toEqual(['a line that stays may be long', '123456789', '12345678…', '12345678…']);
    shown.end();
  });

  it('excludes colour codes from the width of a line', () => {
    const to = makeStream({ isTTY: true, columns: 10 });
    const shown = openDisplay(to, () => ['\u001b[1m12345\u001b[22m', '\u001b[1m1234567890123\u001b[22m']);
    shown.log('one');
    expect(to.text).toContain('\u001b[1m12345\u001b[22m\n');
    expect(to.text).toContain('\n12345678…\n');
    shown.end();
  });

  it('redraws when `beat` is called, at most once per interval', () => {
    const to = makeStream({ isTTY: true });
    let drawn = 0;
    const shown = openDisplay(to, () => [`${(drawn += 1)}`]);
    shown.beat();
    expect(drawn).toBe(0);
    // Virtual time leaves no room for timers: the clock of the machine goes on all the same.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 600);
    shown.beat();
    shown.beat();
    expect(drawn).toBe(1);
    jest.restoreAllMocks();
    shown.end();
  });

  it('erases the live lines and stops its timer at the end', () => {
    const to = makeStream({ isTTY: true });
    const shown = openDisplay(to, () => ['living']);
    shown.log('one');
    const cleared = jest.spyOn(globalThis, 'clearInterval');
    shown.end();
    expect(cleared).toHaveBeenCalledTimes(1);
    cleared.mockRestore();
    const before = to.text;
    jest.advanceTimersByTime(10_000);
    expect(to.text).toBe(before);
    expect(renderScreen(to.text)).toEqual(['one']);
  });
});
