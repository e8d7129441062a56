import fc from 'fast-check';
import { Context, isArnLike, isLike } from '../../../../checks/policy/evaluate/match';
import { evaluate } from '../../../../checks/policy/evaluate/evaluate';
import { readPolicy } from '../../../../checks/policy/evaluate/policy';
import cases from './evaluate.cases.json';

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

const policy = (...statements: object[]): ReturnType<typeof readPolicy> =>
  readPolicy({ Version: '2012-10-17', Statement: statements });

/** Whether `s3:GetObject` of one object is allowed, under the conditions of one Allow. */
function allowed(condition: object, context: Given): boolean {
  const given = policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*', Condition: condition });
  return asked(given, context);
}

function asked(statements: ReturnType<typeof policy>, context: Given = {}): boolean {
  const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/a/b.txt', context: new Context(context) };
  return evaluate(statements, request).allowed;
}

describe('a request', () => {
  it.each(cases.requests as [string, object[], boolean][])('%s', (_, statements, expected) =>
    expect(asked(policy(...statements))).toBe(expected),
  );

  it('is denied by a Deny, whatever allows it, wherever it stands', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const deny = { Effect: 'Deny', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket/*' };
    expect(asked(policy(allow, deny))).toBe(false);
    expect(asked(policy(deny, allow))).toBe(false);
    expect(asked(policy(allow, { ...deny, Resource: 'arn:aws:s3:::other/*' }))).toBe(true);
  });

  it('names the statements that decided', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const [first, second] = policy(allow, { ...allow, Effect: 'Deny', Action: 's3:*' });
    const request = { action: 's3:GetObject', resource: '*', context: new Context() };
    expect(evaluate([first!, second!], request).by).toEqual([second]);
    expect(evaluate([first!], request).by).toEqual([first]);
  });

  it('has the principal that a policy at a resource speaks of', () => {
    const trust = policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } });
    const by = (principal: string): boolean =>
      evaluate(trust, { action: 'sts:AssumeRole', resource: 'any', context: new Context(), principal }).allowed;
    expect(by('Service:ec2.amazonaws.com')).toBe(true);
    expect(by('Service:lambda.amazonaws.com')).toBe(false);
  });
});

/** Worked by hand from the IAM guide: operator, key's values in the policy, the request's value, the truth. */
const TRUTHS = cases.truths as [string, string | string[], string | string[] | null, boolean][];

describe('a condition', () => {
  it.each(TRUTHS)('%s %j on %j is %s', (operator, wanted, found, truth) => {
    expect(allowed({ [operator]: { 'aws:Key': wanted } }, { 'aws:Key': found ?? undefined })).toBe(truth);
  });

  it('has names of keys without regard to case', () => {
    expect(allowed({ StringEquals: { 'AWS:requesttag/Team': 'a' } }, { 'aws:RequestTag/team': 'a' })).toBe(true);
  });

  it('holds only with all others of its statement', () => {
    const both = { StringEquals: { 'a:x': '1', 'a:y': '2' }, Null: { 'a:z': 'true' } };
    expect(allowed(both, { 'a:x': '1', 'a:y': '2' })).toBe(true);
    expect(allowed(both, { 'a:x': '1' })).toBe(false);
    expect(allowed(both, { 'a:x': '1', 'a:y': '2', 'a:z': '3' })).toBe(false);
  });

  it('fills variables from the request, and matches nothing where there is none', () => {
    const own = policy({ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::bucket/${aws:PrincipalTag/team}/*' });
    expect(asked(own, { 'aws:PrincipalTag/team': 'a' })).toBe(true);
    expect(asked(own, { 'aws:PrincipalTag/team': 'b' })).toBe(false);
    expect(asked(own)).toBe(false);
    expect(() => asked(own, { 'aws:PrincipalTag/team': '*' })).toThrow('PrincipalTag');
  });
});

describe('what is not understood is refused', () => {
  const right = { Effect: 'Allow', Action: 's3:*', Resource: '*' };
  it.each(cases.refused as [string, object, string][])('%s', (_, statement, said) =>
    expect(() => policy(statement)).toThrow(said),
  );

  it('another version', () => {
    expect(() => readPolicy({ Version: '2008-10-17', Statement: [right] })).toThrow('2008-10-17');
  });

  it('a variable with a default', () => {
    const given = policy({ ...right, Resource: "arn:aws:s3:::b/${aws:username, 'x'}" });
    expect(() => asked(given)).toThrow('aws:username');
  });
});

/** The plainest matcher that there is, character by character. */
function plainly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const [first = ''] = pattern;
  if (first === '*') return plainly(pattern.slice(1), text) || (text !== '' && plainly(pattern, text.slice(1)));
  return text !== '' && (first === '?' || first === text[0]) && plainly(pattern.slice(1), text.slice(1));
}

describe('laws', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', ':', '$', '\n'), maxLength: 7 });
  const wild = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '/', '('), maxLength: 7 });
  const values = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { maxLength: 3 });
  const operators = ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike', 'ForAllValues:StringLike'];
  const statement = fc.record({
    Effect: fc.constantFrom('Allow', 'Deny'),
    Action: fc.constantFrom('s3:GetObject', 's3:*', 's3:Put*', '*'),
    Resource: fc.constantFrom('*', 'arn:aws:s3:::bucket/*', 'arn:aws:s3:::other'),
    Condition: fc
      .record({})
      .chain(() =>
        fc.dictionary(
          fc.constantFrom(...operators),
          fc.record({ 'a:key': fc.array(fc.constantFrom('a', 'b', 'a*'), { minLength: 1, maxLength: 2 }) }),
          { maxKeys: 2 },
        ),
      ),
  });
  const statements = fc.array(statement, { maxLength: 4 });

  it('patterns match as the plainest matcher does', () => {
    fc.assert(fc.property(wild, letters, (pattern, text) => isLike(pattern, text) === plainly(pattern, text)));
  });

  it('patterns of ARNs never reach over the first five colons', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 5, maxLength: 5 }),
        fc.array(part, { minLength: 5, maxLength: 5 }),
        (a, b) => {
          const found = b.map((one) => one.replaceAll('*', 'x'));
          const truth = a.every((one, index) => plainly(one, found[index]!));
          return isArnLike(['arn', ...a].join(':'), ['arn', ...found].join(':')) === truth;
        },
      ),
    );
  });

  it('order does not matter, a Deny of all denies, an Allow more never denies', () => {
    const all = { Action: '*', Resource: '*' };
    fc.assert(
      fc.property(statements, fc.option(values, { nil: undefined }), (given, found) => {
        const context = { 'a:key': found };
        const truth = asked(policy(...given), context);
        expect(asked(policy(...given.toReversed()), context)).toBe(truth);
        expect(asked(policy(...given, { ...all, Effect: 'Deny' }), context)).toBe(false);
        expect(asked(policy(...given, { ...all, Effect: 'Allow' }), context) || !truth).toBe(true);
      }),
    );
  });

  it('a negated operator is the opposite of its positive one, for keys of one value', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'a*'), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.constantFrom('Equals', 'Like'), some, fc.constantFrom('a', 'b', 'ab'), (name, wanted, found) => {
        const context = { 'a:key': found };
        const is = allowed({ [`String${name}`]: { 'a:key': wanted } }, context);
        expect(allowed({ [`StringNot${name}`]: { 'a:key': wanted } }, context)).toBe(!is);
        expect(allowed({ [`String${name}IfExists`]: { 'a:key': wanted } }, context)).toBe(is);
      }),
    );
  });
});
