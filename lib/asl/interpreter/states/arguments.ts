/** Arguments of Task, Parallel and Map, with the payload limit. */
import type { Frame } from '../frame';
import type { Template } from '../jsonata/template';
import type { View } from '../jsonata/view';

/** Value of Arguments, or the state's input if it has no Arguments. @throws Failure if the value is too large. */
export async function evaluateArguments(frame: Frame, template: Template | undefined, view: View): Promise<unknown> {
  return template === undefined ? frame.input : frame.checkSize(await frame.evaluate(template, view));
}
