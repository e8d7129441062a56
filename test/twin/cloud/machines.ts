/** Small state machines for tests. */
import { loadMachine } from '../../../lib/asl/interpreter/loader';
import type { Machine } from '../../../lib/asl/interpreter/machine';

/** A machine of these states; it starts with the first. */
export function makeMachine(states: Readonly<Record<string, unknown>>, more: object = {}): Machine {
  const [StartAt = ''] = Object.keys(states);
  const definition = { QueryLanguage: 'JSONata', StartAt, States: states, ...more };
  return loadMachine('test', JSON.stringify(definition), {});
}

/** One Task that calls `Resource` and ends. */
export function makeCallMachine(Resource: string, Arguments: unknown, more: object = {}): Machine {
  return makeMachine({ Call: { Type: 'Task', Resource, Arguments, End: true, ...more } });
}

/** Waits for some seconds, then returns its input. */
export function makeWaitMachine(Seconds: number): Machine {
  return makeMachine({ Wait: { Type: 'Wait', Seconds, End: true } });
}

export const PASS = makeMachine({ Pass: { Type: 'Pass', End: true } });

export const FAIL = makeMachine({ Fail: { Type: 'Fail', Error: 'Rig.Broken', Cause: 'no disk' } });

/** A distributed Map over its input; each item waits for some seconds. */
export function makeMapMachine(Seconds: number, more: object = {}): Machine {
  return makeMachine({
    Items: {
      Type: 'Map',
      Label: 'Items',
      Items: '{% $states.input.items %}',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'Wait',
        States: { Wait: { Type: 'Wait', Seconds, End: true } },
      },
      End: true,
      ...more,
    },
  });
}
