import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';
import { runPieces } from './pieces';

/** REPLY after these calls. */
const run = (text: string, env = {}) => runPieces(['clock'], `${text}; echo "$REPLY"`, env).stdout.trim();
/** Bash's own clock stands still. */
const stopClock = (time: string) => `unset EPOCHREALTIME; EPOCHREALTIME=${time}; `;

describe('clock.sh', () => {
  it('has the time in epoch seconds with a decimal point in any locale', () => {
    const before = Date.now() / 1000;
    const printed = run('REPLY=$EPOCHREALTIME', { LC_ALL: 'de_DE.UTF-8' });
    expect(printed).toMatch(/^\d+\.\d{6}$/);
    expect(Number(printed)).toBeGreaterThanOrEqual(before - 0.01);
    expect(Number(printed)).toBeLessThanOrEqual(Date.now() / 1000 + 0.01);
  });

  it.each([
    ['microseconds 1795236002', '1795236002000000'],
    ['microseconds 1795236002.5', '1795236002500000'],
    ['microseconds 1795236002.0000019', '1795236002000001'],
    ['microseconds 0.08', '80000'],
    ['microseconds .5', '500000'],
    ['seconds 1500001', '1.500001'],
    ['later 1795236002.75 1.5', '1795236004.250000'],
    ['microseconds_between 1795236002.5 1795236001', '-1500000'],
    ['seconds_late 1795236002 1795236003.25', '1.250000'],
    ['seconds_late 1795236003.25 1795236002', '0.000000'],
    [`${stopClock('1795236002.500000')} seconds_since 1795236000000001`, '2.499999'],
    // They return the delay at once.
    ["sleep_until ''", '0'],
    [`${stopClock('1000000003.500000')} sleep_until 1000000000`, '3.500000'],
  ])('computes times and durations: %s = %s', (text, expected) => expect(run(text)).toBe(expected));

  it('sleeps until the given time, and not longer', () => {
    const at = (Date.now() / 1000 + 1).toFixed(4);
    expect(Number(run(`sleep_until ${at}; REPLY=$EPOCHREALTIME`))).toBeGreaterThanOrEqual(Number(at));
    const noted = `${stopClock('1000000000.000000')} sleep() { SLEPT=$1; }`;
    expect(run(`${noted}; sleep_until 1000000000.25; REPLY+=" $SLEPT"`)).toBe('0 0.250000');
  });
});

describe('evidence_clock', () => {
  /** The clock of a host whose `chronyc` is this script. */
  const read = (script: string): unknown => {
    const folder = temporaryFolder('fsxbench-clock-');
    addCommand(folder, 'chronyc', script);
    return JSON.parse(`{"clock":${run('evidence_clock', { PATH: putFirst(folder) })}}`);
  };

  /** What `chronyc tracking` prints, with other lines. */
  const tracking = (lines: Readonly<Record<string, string | null>>): string => {
    const all = {
      'Reference ID': 'A9FEA97B (169.254.169.123)',
      Stratum: '4',
      'Ref time (UTC)': 'Sat Nov 28 10:11:12 2026',
      'System time': '0.000012345 seconds slow of NTP time',
      'Last offset': '-0.000001632 seconds',
      'Root delay': '0.000301 seconds',
      'Root dispersion': '0.000102 seconds',
      'Leap status': 'Normal',
      ...lines,
    };
    const shown = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [`${name.padEnd(16)}: ${value}`],
    );
    return `cat <<'END'\n${shown.join('\n')}\nEND`;
  };

  it.each<[string, Record<string, string | null>, number | null, number | null]>([
    ['behind NTP time', {}, -0.000_012_345, 0.000_254],
    ['ahead of NTP time', { 'System time': '3.500000000 seconds fast of NTP time' }, 3.5, 0.000_254],
    [
      'far from its server',
      { 'Root delay': '0.373169 seconds', 'Root dispersion': '0.02478 seconds' },
      -0.000_012_345,
      0.211_366,
    ],
    ['with an announced leap second', { 'Leap status': 'Insert second' }, -0.000_012_345, 0.000_254],
    ['without a root delay', { 'Root delay': null }, -0.000_012_345, null],
    ['not synchronised', { 'Leap status': 'Not synchronised' }, null, null],
    ['without a reference', { 'Reference ID': '00000000 ()', Stratum: '0' }, null, null],
    ['with stratum 0', { Stratum: '0' }, null, null],
    ['with itself as reference', { 'Reference ID': '7F7F0101 ()', Stratum: '10' }, null, null],
    [
      'with itself as reference, as an older chrony prints it',
      { 'Reference ID': '127.127.1.1 ()', Stratum: '10' },
      null,
      null,
    ],
    ['without a leap status', { 'Leap status': null }, null, null],
    ['with an invalid system time', { 'System time': 'soon' }, null, null],
  ])('returns an offset and bound only for a synchronised clock: %s', (_what, lines, clock, clockBound) => {
    expect(read(tracking(lines))).toEqual({ clock, clockBound });
  });

  it('returns null when chrony does not answer', () => {
    expect(read('echo 506 Cannot talk to daemon; exit 1')).toEqual({ clock: null, clockBound: null });
    expect(read('sleep 30')).toEqual({ clock: null, clockBound: null });
  });
});
