import { checkVelocity, maxConcurrency, maxErrors } from '../../../../lib/twin/cloud/ssm/velocity';
import { thrownBy } from '../world';

describe('maxConcurrency', () => {
  it.each([
    ['50', 200, 50],
    ['100%', 200, 200],
    ['10%', 55, 5],
    ['1%', 3, 1],
    ['7', 3, 7],
  ])('%s of %d hosts is %d', (text, hosts, expected) => {
    expect(maxConcurrency(text, hosts)).toBe(expected);
  });
});

describe('maxErrors', () => {
  it.each([
    ['0', 200, 0],
    ['100%', 200, 200],
    ['0%', 200, 0],
    ['10%', 9, 0],
    ['3', 200, 3],
  ])('%s of %d hosts is %d', (text, hosts, expected) => {
    expect(maxErrors(text, hosts)).toBe(expected);
  });
});

describe('checkVelocity', () => {
  it.each([
    ['0', '0'],
    ['100 %', '0'],
    ['101%', '0'],
    ['-1', '0'],
    ['50', 'all'],
    ['50', '101%'],
  ])('refuses MaxConcurrency %s with MaxErrors %s', (concurrency, errors) => {
    expect(thrownBy(() => checkVelocity(concurrency, errors))).toMatchObject({ name: 'ValidationException' });
  });

  it('takes the defaults', () => {
    expect(() => checkVelocity('50', '0')).not.toThrow();
  });
});
