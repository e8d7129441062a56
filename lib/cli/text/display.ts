/** Log lines, and below them status lines that a terminal redraws. Without a terminal there are only log lines. */
import { stripVTControlCharacters } from 'node:util';
import type { Cli } from '../command';

/** Redraw interval, milliseconds: cheap enough while a trial measures. */
const REDRAW_MS = 500;

export interface Display {
  log(line: string): void;
  /** Redraws if the interval has passed: virtual time keeps the event loop too busy for timers. */
  beat(): void;
  /** Stops drawing and erases the status lines. */
  end(): void;
}

/** @param lines the current status lines; called only on a terminal */
export function openDisplay(stream: Cli['err'], lines: () => readonly string[]): Display {
  if (stream.isTTY !== true) {
    return { log: (line) => void stream.write(`${line}\n`), beat: () => undefined, end: () => undefined };
  }
  let drawn = 0;
  let last = performance.now();
  const erase = (): void => {
    if (drawn > 0) stream.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const draw = (): void => {
    const width = stream.columns ?? 80;
    const now = lines().map((line) => truncateLine(line, width));
    last = performance.now();
    erase();
    stream.write(now.map((line) => `${line}\n`).join(''));
    drawn = now.length;
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    log: (line) => {
      erase();
      stream.write(`${line}\n`);
      draw();
    },
    beat: () => {
      if (performance.now() - last >= REDRAW_MS) draw();
    },
    end: () => {
      clearInterval(timer);
      erase();
    },
  };
}

/** Cuts a line that would wrap, since only one row of it would be erased; without colours, which would stay open. */
function truncateLine(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length >= width ? `${plain.slice(0, width - 2)}…` : line;
}
