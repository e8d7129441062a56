import { runPieces } from './pieces';

const run = (text: string, env = {}) => runPieces(['clock'], text, env).stdout.trim();

describe('clock.sh', () => {
  it('tells the time in epoch seconds, whatever the language of the host', () => {
    const before = Date.now() / 1000;
    const told = run('now', { LC_ALL: 'de_DE.UTF-8' });
    expect(told).toMatch(/^\d+\.\d{6}$/);
    expect(Number(told)).toBeGreaterThanOrEqual(before - 0.01);
    expect(Number(told)).toBeLessThanOrEqual(Date.now() / 1000 + 0.01);
  });

  it.each([
    ['1795236002', '1795236002000000'],
    ['1795236002.5', '1795236002500000'],
    ['1795236002.0000019', '1795236002000001'],
    ['0.08', '80000'],
    ['.5', '500000'],
  ])('reads %s s as %s microseconds', (text, expected) => expect(run(`microseconds ${text}`)).toBe(expected));

  it('gives microseconds back as seconds', () => expect(run('seconds 1500001')).toBe('1.500001'));

  it('waits for an instant to come, and no longer than until then', () => {
    const at = (Date.now() / 1000 + 1).toFixed(4);
    expect(Number(run(`sleep_until ${at} >/dev/null; now`))).toBeGreaterThanOrEqual(Number(at));
    const noted = 'sleep() { SLEPT=$1; }; at=1000000000.25; now() { echo 1000000000; }';
    expect(run(`${noted}; sleep_until "$at"; echo "$SLEPT"`)).toBe('0\n0.250000');
  });

  it('does not wait for none, or for one that is over, and says by how much', () => {
    expect(run("sleep_until ''")).toBe('0');
    expect(run('now() { echo 1000000003.5; }; sleep_until 1000000000')).toBe('3.500000');
  });
});
