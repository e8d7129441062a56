/** Runs commands in parallel, and prints their output in the order of the list. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** One command of a check. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** What {@link runSteps} needs. */
export interface StepRun {
  readonly steps: readonly Step[];
  /** Maximum number of parallel commands. */
  readonly parallel: number;
  readonly start: (step: Step) => ChildProcessWithoutNullStreams;
  readonly print: (line: string) => void;
}

interface StepResult {
  readonly step: Step;
  readonly seconds: number;
  readonly ok: boolean;
  readonly output: string;
}

/**
 * Runs all steps, whatever fails.
 * @returns names of the steps that failed: a nonzero exit code, or a failed start
 */
export async function runSteps({ steps, parallel, start, print }: StepRun): Promise<string[]> {
  const done = new Map<Step, StepResult>();
  const waiting = [...steps];
  const untold = [...steps];
  const tellAll = (): void => {
    for (let next = done.get(untold[0] as Step); next !== undefined; next = done.get(untold[0] as Step)) {
      tell(next, print);
      untold.shift();
    }
  };
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      done.set(step, await runStep(step, start));
      tellAll();
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const failed = steps.filter((step) => done.get(step)?.ok !== true).map((step) => step.name);
  print(failed.length === 0 ? 'check: all right' : `check: ${failed.join(', ')} failed`);
  return failed;
}

function runStep(step: Step, start: StepRun['start']): Promise<StepResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    const parts: string[] = [];
    const end = (ok: boolean): void =>
      resolve({ step, seconds: (performance.now() - began) / 1000, ok, output: parts.join('') });
    const child = start(step);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => parts.push(chunk));
    }
    child.on('error', (error) => {
      parts.push(`${step.command} could not be started: ${error.message}\n`);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function tell({ step, seconds, ok, output }: StepResult, print: StepRun['print']): void {
  print(`${ok ? 'ok    ' : 'FAILED'} ${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`);
  if (!ok) print(output.trimEnd());
}
