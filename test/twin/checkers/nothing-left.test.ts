import { TAG } from '../../../lib/shapes/layout';
import { exists, nothingLeft } from '../../../lib/twin/checkers/nothing-left';
import { clean, codes, ID } from './clean-execution';

const NONE = { processes: [], folders: [], volumes: [] };
const OURS = { [TAG.execution]: ID, [TAG.rig]: `${ID}__r1` };
const THEIRS = { [TAG.execution]: `${ID}0`, [TAG.rig]: `${ID}0__r1` };

it('is content where all is gone', () => {
  expect(codes(nothingLeft)).toEqual([]);
});

it.each(['running', 'pending', 'shutting-down', 'stopped', 'AVAILABLE', 'FAILED', 'a state to come'])(
  'complains about a resource that is %s',
  (state) => {
    const resources = [{ kind: 'ec2:instance', id: 'i-1', state, tags: OURS }];
    expect(nothingLeft(clean({ resources }))).toEqual([
      { code: 'ResourceLeft', text: `ec2:instance i-1 is ${state}`, id: 'i-1' },
    ]);
    expect(exists(resources[0] ?? { kind: '', id: '', state: 'terminated', tags: {} })).toBe(true);
  },
);

it('finds what lost its tag of the execution by the tag of its rig', () => {
  const resources = [{ kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG.rig]: `${ID}__r1` } }];
  expect(codes(nothingLeft, { resources })).toEqual(['ResourceLeft']);
});

it('complains about processes, folders and directories', () => {
  const machine = {
    processes: [
      { pid: 7, instanceId: 'i-1' },
      { pid: 8, instanceId: 'i-2' },
    ],
    folders: [{ path: '/h/i-2', instanceId: 'i-2', tags: OURS }],
    volumes: [{ path: '/data', rigTag: `${ID}__r1` }],
  };
  const complaints = nothingLeft(clean({ machine }));
  expect(complaints.map(({ text }) => text)).toEqual([
    'process 7 of host i-1 lives',
    'process 8 of host i-2 lives',
    'folder /h/i-2 exists',
    `directory /data of rig ${ID}__r1 exists`,
  ]);
});

it('complains about the folder of a known host that says nothing about itself', () => {
  const machine = { ...NONE, folders: [{ path: '/h/i-1', instanceId: 'i-1', tags: {} }] };
  expect(codes(nothingLeft, { machine })).toEqual(['FolderLeft']);
});

it("does not mind what is another execution's", () => {
  const machine = {
    processes: [{ pid: 7, instanceId: 'i-9' }],
    folders: [{ path: '/h/i-9', instanceId: 'i-9', tags: THEIRS }],
    volumes: [{ path: '/data', rigTag: `${ID}0__r1` }],
  };
  const resources = [{ kind: 'ec2:instance', id: 'i-9', state: 'running', tags: THEIRS }];
  expect(nothingLeft(clean({ machine, resources }))).toEqual([]);
});
