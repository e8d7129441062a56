/** Log lines that stay, and below them lines that live: redrawn on a terminal, absent elsewhere. */
import { stripVTControlCharacters } from 'node:util';
import type { Cli } from '../command';

/** Between two drawings, milliseconds: looks alive, and costs nothing while a trial measures. */
const REDRAW_MS = 500;

export interface Display {
  /** A line that stays. */
  log(line: string): void;
  /** Draws where the last drawing is long enough ago: for whoever is too busy for timers, as virtual time is. */
  beat(): void;
  /** Stops drawing and takes the living lines away. */
  end(): void;
}

/** @param lines the living lines of this moment; asked for only on a terminal */
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

/** A line that wraps would not be erased whole: it is cut, and then it has no colours, which must be closed. */
function truncateLine(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length >= width ? `${plain.slice(0, width - 2)}…` : line;
}
