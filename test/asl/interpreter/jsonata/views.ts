import type { View } from '../../../../lib/asl/interpreter/jsonata/view';

/** A view for expressions without a machine: an input, variables, fixed time and random numbers. */
export function makeView(input: unknown, variables: Readonly<Record<string, unknown>> = {}): View {
  return {
    states: { input, context: { State: { Name: 'here' } } },
    variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    millis: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    random: () => 0.25,
    uuid: () => 'a-uuid',
  };
}
