/** Log lines that stay, and below them lines that live: redrawn on a terminal, absent elsewhere. */
import type { Cli } from '../command';

/** Between two drawings, milliseconds: looks alive, and costs nothing while a trial measures. */
const REDRAW_MS = 500;

export interface Display {
  /** A line that stays. */
  log(line: string): void;
  /** Stops drawing and takes the living lines away. */
  end(): void;
}

/** @param lines the living lines of this moment; asked for only on a terminal */
export function display(stream: Cli['err'], lines: () => readonly string[]): Display {
  if (stream.isTTY !== true) return { log: (line) => void stream.write(`${line}\n`), end: () => undefined };
  let drawn = 0;
  const erase = (): void => {
    if (drawn > 0) stream.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const draw = (): void => {
    const width = stream.columns ?? 80;
    const now = lines().map((line) => (line.length >= width ? `${line.slice(0, width - 2)}…` : line));
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
    end: () => {
      clearInterval(timer);
      erase();
    },
  };
}
