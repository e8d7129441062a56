/** Progress of a cleanup that left resources, from the calls of its guardians. */
import { formatLeft } from '../../local/recover';
import { toPrintable } from '../../shapes/printable';
import { formatSeconds } from '../../shapes/quantity';
import type { Receipt } from '../../shapes/receipt';
import { TEARDOWN_PASSES } from '../../shapes/timing';
import type { CallRecord } from '../../twin/cloud/service';

/** @param print called with a line when a further pass begins @returns receives all calls */
export function makePassTracker(print: (line: string) => void): (call: CallRecord) => void {
  const left = new Map<string, string>();
  return ({ execution, state, action, input, error }) => {
    const { Key, Body, name, input: text } = (input ?? {}) as Readonly<Record<string, unknown>>;
    if (action === 'PutObject' && String(Key).endsWith('/receipt.json')) {
      const why = `the cleanup receipt cannot be written: ${String(error?.message)}`;
      left.set(execution, error === undefined ? formatLeft(JSON.parse(String(Body)) as Receipt) : why);
    }
    const pass = Number(/__teardown__(\d+)__\d+$/.exec(String(name))?.[1]);
    if (state !== 'TearDown' || action !== 'StartExecution' || !(pass > 1)) return;
    const { seconds } = JSON.parse(String(text)) as { readonly seconds: number };
    const most = formatSeconds(Math.ceil((TEARDOWN_PASSES + 1 - pass) * seconds));
    const progress = `cleanup pass ${pass} of ${TEARDOWN_PASSES}, retrying for up to ${most}`;
    print(toPrintable(`${progress}; still left: ${left.get(execution) ?? 'unknown'}`));
  };
}
