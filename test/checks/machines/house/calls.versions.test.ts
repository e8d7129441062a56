import { versionFindings } from '../../../../checks/machines/house/calls';
import { readMachines } from '../../../../checks/machines/lint';
import { readSubject } from '../../../../checks/machines/subject';
import { loadMachine } from '../../../../lib/asl/interpreter/loader';
import { MACHINES } from '../../../../lib/shapes/machines';

const TEXTS = readMachines(process.cwd());

/** Findings about a machine, with a text in its file replaced. */
function listVersionFindings(name: string, [from, to]: readonly [string, string] = ['', '']): string[] {
  const text = TEXTS.get(name) ?? '';
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  const machine = loadMachine(name, text.replaceAll(from, to), {}, { unfilled: 'keep' });
  return versionFindings(readSubject(machine)).map(({ state, message }) => `${state}: ${message}`);
}

it.each([...MACHINES.bench, ...MACHINES.safety])('accepts the checks of the contract version in %s', (name) => {
  expect(listVersionFindings(name)).toEqual([]);
});

describe.each(MACHINES.bench.filter((name) => name !== 'experiment'))('contract version check of %s', (name) => {
  const refuses = expect.stringContaining('has to begin with a Choice of');

  it.each([
    ['compares no version', "$states.input.version = '${ContractVersion}'", 'true'],
    ['raises another error', '"Error": "OtherVersion"', '"Error": "Other"'],
  ])('reports a check that %s', (_, from, to) => {
    expect(listVersionFindings(name, [from, to])).toEqual([refuses]);
  });
});

it.each([
  ['experiment', ['Admit']],
  ['rig', ['ChangeOne', 'HostsOnline', 'LaunchRole', 'MakeStorage', 'MeasureBatch']],
  ['trial-batch', ['CountHosts', 'SendToHosts']],
  ['host-command', ['Judge']],
  ['target-request', ['Look', 'LookAtPause', 'Send']],
] as const)('reports states of %s that pass on no contract version', (name, states) => {
  const silent = listVersionFindings(name, ['"version": "${ContractVersion}"', '"other": "1"']).map(
    (one) => one.split(':')[0],
  );
  expect(silent).toEqual(expect.arrayContaining([...states]));
});

it('reports a teardown machine that compares the contract version, since teardown must never refuse', () => {
  expect(listVersionFindings('teardown', ['${ListResourcesFunctionArn}', '${ContractVersion}'])).toEqual([
    ': teardown machines compare no versions',
  ]);
});
