import { makeEnvironment, getMarks, toEnvironment } from '../../lib/local/spawn-process';
import { getHostFolder } from '../../lib/local/host-folder';

const FOLDER = getHostFolder('/h', 'i-1');

it('passes PATH, HOME and host settings, and excludes other variables of the parent process', () => {
  const outer = { PATH: '/bin', HOME: '/root', AWS_SECRET_ACCESS_KEY: 'secret', BASH_ENV: '/tmp/x', LANG: 'de_DE' };
  expect(makeEnvironment(FOLDER, { FSXBENCH_CWD: '/w' }, outer)).toEqual({
    FSXBENCH_HOST_ID: 'i-1',
    FSXBENCH_ROOT: '/h/i-1',
    FSXBENCH_LOCAL: '1',
    FSXBENCH_CWD: '/w',
    PATH: '/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    TMPDIR: '/h/i-1/temp',
  });
  expect(makeEnvironment(FOLDER, {}, {})).toMatchObject({
    PATH: expect.stringContaining('/usr/bin'),
    HOME: '/h/i-1/work',
  });
});

it('contains the marks by which processes of a host are found', () => {
  const settings = Object.entries(makeEnvironment(FOLDER, {}, {})).map(([name, value]) => `${name}=${value}`);
  expect(settings).toEqual(expect.arrayContaining(getMarks(FOLDER)));
});

it('converts parameters of the SSM document to variables, and refuses unknown names and NUL', () => {
  expect(toEnvironment({ ScriptSha256: 'a', HostsKey: 'b', StartAt: '' })).toEqual({
    FSXBENCH_SCRIPT_SHA256: 'a',
    FSXBENCH_HOSTS_KEY: 'b',
    FSXBENCH_START_AT: '',
  });
  // What is for managed hosts alone: with it a script would not know where its results go.
  expect(toEnvironment({ Attempt: 'p', WrapperKey: 'none' })).toEqual({
    FSXBENCH_ATTEMPT: 'p',
  });
  expect(() => toEnvironment({ PATH: '/x' })).toThrow("no parameter 'PATH', only ScriptKey");
  expect(() => toEnvironment({ constructor: 'x' })).toThrow('no parameter');
  expect(() => toEnvironment({ Attempt: 'a\0b' })).toThrow('NUL');
});
