import { TAG } from '../../../lib/shapes/layout';
import { checkExecution, formatComplaint } from '../../../lib/twin/checkers/check';
import { call, calls, clean, fleet, ID, row } from './clean-execution';

it('has nothing to say of a clean execution', () => {
  expect(checkExecution(clean())).toEqual([]);
});

it('asks every checker', () => {
  const complaints = checkExecution(
    clean({
      resources: [{ kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG.execution]: ID } }],
      rows: [row('t0001')],
      calls: [
        ...calls(),
        call(200, `${ID}__r1`, 'ec2:CreateVolume'),
        { ...fleet(300), output: { FleetId: 'another' } },
      ],
    }),
  );
  expect([...new Set(complaints.map(({ checker }) => checker))].sort()).toEqual([
    'fence-held',
    'nothing-left',
    'receipt-true',
    'rows-complete',
    'tags-complete',
    'tokens-unique',
  ]);
});

it('says each on one line', () => {
  const line = formatComplaint({ checker: 'nothing-left', code: 'FolderLeft', text: 'folder /h/i-1 exists' });
  expect(line).toBe('nothing-left: FolderLeft: folder /h/i-1 exists');
});
