import { versionFindings } from '../../../../checks/machines/house/calls';
import { readMachines } from '../../../../checks/machines/lint';
import { readSubject } from '../../../../checks/machines/subject';
import { loadMachine } from '../../../../lib/asl/interpreter/loader';
import { MACHINES } from '../../../../lib/shapes/machines';

const TEXTS = readMachines(process.cwd());

/** Findings about a machine, with a text in its file replaced. */
function found(name: string, [from, to]: readonly [string, string] = ['', '']): string[] {
  const text = TEXTS.get(name) ?? '';
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  const machine = loadMachine(name, text.replaceAll(from, to), {}, { unfilled: 'keep' });
  return versionFindings(readSubject(machine)).map(({ state, message }) => `${state}: ${message}`);
}

it.each([...MACHINES.bench, ...MACHINES.safety])('%s is as it should be', (name) => {
  expect(found(name)).toEqual([]);
});

describe.each(MACHINES.bench.filter((name) => name !== 'experiment'))('%s', (name) => {
  const refuses = expect.stringContaining('has to begin with a Choice of');

  it.each([
    ['looks at nothing', "$states.input.version = '${ContractVersion}'", 'true'],
    ['has no name for it', '"Error": "OtherVersion"', '"Error": "Other"'],
  ])('that %s is found', (_, from, to) => {
    expect(found(name, [from, to])).toEqual([refuses]);
  });
});

it.each([
  ['experiment', ['Admit']],
  ['rig', ['ChangeOne', 'HostsOnline', 'LaunchRole', 'MakeStorage', 'MeasureBatch']],
  ['trial-batch', ['CountHosts', 'SendToHosts']],
  ['host-command', ['Judge']],
  ['target-request', ['Look', 'LookAtPause', 'Send']],
] as const)('calls of %s that do not say it are found', (name, states) => {
  const silent = found(name, ['"version": "${ContractVersion}"', '"other": "1"']).map((one) => one.split(':')[0]);
  expect(silent).toEqual(expect.arrayContaining([...states]));
});

it('finds a teardown that says one: it must never be refused', () => {
  expect(found('teardown', ['${ListResourcesFunctionArn}', '${ContractVersion}'])).toEqual([
    ': teardown machines compare no versions',
  ]);
});
