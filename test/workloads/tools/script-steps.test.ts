import { joinScript } from '../../../lib/workloads/shell';
import { createScriptSteps, SHELL_SCRIPTS } from '../../../lib/workloads/tools/script-steps';

const TEXTS = Object.fromEntries(
  [...SHELL_SCRIPTS, 'shell/settle.sh', 'shell/surroundings.sh', 'shell/evidence.sh', 'layout.sh', 'measure.sh'].map(
    (name) => [name, 'true'],
  ),
);
const step = (name: string) => ({
  comment: [`Does ${name}.`],
  variables: { OF: name },
  files: [`${name}.sh`],
  expectedSeconds: 1,
  timeoutSeconds: 9,
});

it('creates a layout step, and a measure step with a barrier, which all hosts start together', () => {
  const steps = createScriptSteps({ role: 'client', layout: step('layout'), measure: step('measure') }, TEXTS);
  const files = (index: number) => joinScript(steps[index]?.script ?? { head: '', body: '' }).match(/(?<=--- ).*/g);
  expect(files(0)).toEqual([...SHELL_SCRIPTS, 'shell/settle.sh', 'layout.sh']);
  expect(files(1)).toEqual([...SHELL_SCRIPTS, 'shell/surroundings.sh', 'shell/evidence.sh', 'measure.sh']);
  expect(steps.map(({ script: _, ...rest }) => rest)).toEqual([
    { name: 'layout', roles: ['client'], barrier: false, expectedSeconds: 1, timeoutSeconds: 9 },
    { name: 'measure', roles: ['client'], barrier: true, measures: true, expectedSeconds: 1, timeoutSeconds: 9 },
  ]);
});
