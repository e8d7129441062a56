/** Machine files for many executions of one process. */
import { readMachineText } from '../../lib/machine-files/source';

/** @param root of the checkout @returns the JSON of a machine by its name; each is read once */
export function makeMachineReader(root: string): (name: string) => string {
  const texts = new Map<string, string>();
  return (name) => {
    const text = texts.get(name) ?? readMachineText(root, name);
    texts.set(name, text);
    return text;
  };
}
