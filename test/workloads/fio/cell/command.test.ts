import { formatCommand, buildFioArguments } from '../../../../lib/workloads/fio/cell/command';
import { dataParams, parseParams } from '../recorded-outputs';
import cases from './command.cases.json';

describe('buildFioArguments', () => {
  it('builds all arguments of a random read, with sizes in bytes and times with units', () => {
    expect(buildFioArguments(dataParams({ iodepth: 16, numjobs: 1, ramp_time: '1s', runtime: '4s' }))).toEqual(
      cases.randomRead,
    );
  });

  it('adds rwmixread, randseed and end_fsync, and omits ramp_time when it is 0', () => {
    const mix = buildFioArguments(
      dataParams({ rw: 'randrw', rwmixread: 70, randseed: 5, ramp_time: 0, runtime: '1.5s' }),
    );
    expect(mix).toEqual(
      expect.arrayContaining(['--rwmixread=70', '--randseed=5', '--runtime=1500ms', '--end_fsync=1']),
    );
    expect(mix.join(' ')).not.toContain('ramp_time');
    expect(buildFioArguments(dataParams({ rw: 'read' }))).not.toContain('--end_fsync=1');
  });

  it.each([
    ['filecreate', '--rw=write'],
    ['filestat', '--rw=randread'],
    ['filedelete', '--rw=write'],
  ])('translates ioengine %s to %s, and omits size, iodepth and latency options', (engine, direction) => {
    const list = buildFioArguments(parseParams({ kind: 'fio', ioengine: engine, nrfiles: 500, numjobs: 2 }));
    expect(list).toEqual(expect.arrayContaining([`--ioengine=${engine}`, direction, '--nrfiles=500', '--numjobs=2']));
    // They have no total latency, and move no bytes.
    expect(list).toContain('--write_iops_log=raw/series');
    expect(list.join(' ')).not.toMatch(/time_based|iodepth|--size|lat_percentiles|write_bw_log/);
  });
});

describe('formatCommand', () => {
  it('prints fio and its quoted arguments in one line, with FOLDER as directory', () => {
    const line = formatCommand(dataParams());
    expect(line).toMatch(/^fio --name=.* '--filename_format=f\.\$jobnum' .*--direct=1 --directory=FOLDER$/);
    expect(line).not.toContain('\n');
    expect(line).toContain(' --write_bw_log=series ');
    expect(formatCommand(dataParams({ direct: false }))).toContain('--direct=0');
  });
});
