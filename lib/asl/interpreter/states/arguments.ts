/** Arguments of Task, Parallel and Map, held against the payload limit. */
import type { Frame } from '../frame';
import type { Template } from '../jsonata/template';
import type { View } from '../jsonata/view';

/**
 * Value of Arguments, or of the state's input where there are none; measured.
 * @throws Failure where it is too large.
 */
export async function evaluateArguments(frame: Frame, template: Template | undefined, view: View): Promise<unknown> {
  return template === undefined ? frame.input : frame.checkSize(await frame.evaluate(template, view));
}
