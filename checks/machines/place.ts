/** Where in a machine file a state stands. */

/** 1-based line of the definition of a state; 1 for the machine itself and for what is not found. */
export function lineOfState(text: string, state: string): number {
  if (state === '') return 1;
  const key = `${JSON.stringify(state)}: {`;
  const index = text.split('\n').findIndex((line) => line.trim() === key);
  return index === -1 ? 1 : index + 1;
}
