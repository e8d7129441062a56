import fc from 'fast-check';
import { evaluate } from '../../../../checks/policy/evaluate/evaluate';
import { Context, isArnLike, isLike } from '../../../../checks/policy/evaluate/match';
import { readPolicy } from '../../../../checks/policy/evaluate/policy';
import cases from './evaluate.cases.json';

type ContextKeys = Readonly<Record<string, string | readonly string[] | undefined>>;
type Statements = ReturnType<typeof readPolicy>;

const policy = (...statements: object[]): Statements => readPolicy({ Version: '2012-10-17', Statement: statements });
const ALLOW = { Effect: 'Allow', Action: '*', Resource: '*' };

/** Whether `s3:GetObject` of one object is allowed. */
function isAllowed(statements: Statements, context: ContextKeys = {}): boolean {
  const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/a/b.txt', context: new Context(context) };
  return evaluate(statements, request).allowed;
}
const isMet = (condition: object, context: ContextKeys): boolean =>
  isAllowed(policy({ ...ALLOW, Condition: condition }), context);

describe('evaluate', () => {
  it.each(cases.requests as [string, object[], boolean][])('decides on a policy with %s', (_, statements, expected) => {
    expect(isAllowed(policy(...statements))).toBe(expected);
  });

  it('denies a request by a Deny in any position, and returns the statements that decided', () => {
    const deny = { Effect: 'Deny', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket/*' };
    expect(isAllowed(policy(ALLOW, deny))).toBe(false);
    expect(isAllowed(policy(deny, ALLOW))).toBe(false);
    expect(isAllowed(policy(ALLOW, { ...deny, Resource: 'arn:aws:s3:::other/*' }))).toBe(true);
    const [first, second] = policy(ALLOW, { ...ALLOW, Effect: 'Deny', Action: 's3:*' });
    const request = { action: 's3:GetObject', resource: '*', context: new Context() };
    expect(evaluate([first!, second!], request).by).toEqual([second]);
    expect(evaluate([first!], request).by).toEqual([first]);
  });

  it('compares the principal of a trust policy', () => {
    const trust = policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } });
    const by = (principal: string): boolean =>
      evaluate(trust, { action: 'sts:AssumeRole', resource: 'any', context: new Context(), principal }).allowed;
    expect([by('Service:ec2.amazonaws.com'), by('Service:lambda.amazonaws.com')]).toEqual([true, false]);
  });
});

/** Worked by hand from the IAM guide: operator, key's values in the policy, the request's value, the truth. */
const TRUTHS = cases.truths as [string, string | string[], string | string[] | null, boolean][];

describe('condition of a policy statement', () => {
  it.each(TRUTHS)('evaluates %s %j on %j to %s', (operator, wanted, found, truth) => {
    expect(isMet({ [operator]: { 'aws:Key': wanted } }, { 'aws:Key': found ?? undefined })).toBe(truth);
  });

  it('requires all conditions of a statement, and compares the names of keys without regard to case', () => {
    expect(isMet({ StringEquals: { 'AWS:requesttag/Team': 'a' } }, { 'aws:RequestTag/team': 'a' })).toBe(true);
    const both = { StringEquals: { 'a:x': '1', 'a:y': '2' }, Null: { 'a:z': 'true' } };
    expect(isMet(both, { 'a:x': '1', 'a:y': '2' })).toBe(true);
    expect(isMet(both, { 'a:x': '1' })).toBe(false);
    expect(isMet(both, { 'a:x': '1', 'a:y': '2', 'a:z': '3' })).toBe(false);
  });

  it('replaces variables by values of the request, and matches nothing when a value is missing', () => {
    const own = policy({ ...ALLOW, Resource: 'arn:aws:s3:::bucket/${aws:PrincipalTag/team}/*' });
    expect(isAllowed(own, { 'aws:PrincipalTag/team': 'a' })).toBe(true);
    expect(isAllowed(own, { 'aws:PrincipalTag/team': 'b' })).toBe(false);
    expect(isAllowed(own)).toBe(false);
    expect(() => isAllowed(own, { 'aws:PrincipalTag/team': '*' })).toThrow('PrincipalTag');
  });
});

describe('IAM policy evaluator', () => {
  it.each(cases.refused as [string, object, string][])('refuses %s', (_, statement, message) =>
    expect(() => policy(statement)).toThrow(message),
  );

  it('refuses another policy version, and a policy variable with a default', () => {
    expect(() => readPolicy({ Version: '2008-10-17', Statement: [ALLOW] })).toThrow('2008-10-17');
    const given = policy({ ...ALLOW, Resource: "arn:aws:s3:::b/${aws:username, 'x'}" });
    expect(() => isAllowed(given)).toThrow('aws:username');
  });
});

/** The plainest matcher that there is, character by character. */
function matchesPlainly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const [first = ''] = pattern;
  if (first === '*')
    return matchesPlainly(pattern.slice(1), text) || (text !== '' && matchesPlainly(pattern, text.slice(1)));
  return text !== '' && (first === '?' || first === text[0]) && matchesPlainly(pattern.slice(1), text.slice(1));
}

describe('IAM policy evaluator with random inputs', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', ':', '$', '\n'), maxLength: 7 });
  const wild = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '/', '('), maxLength: 7 });
  const wanted = fc.array(fc.constantFrom('a', 'b', 'a*'), { minLength: 1, maxLength: 2 });

  it('matches patterns like a naive matcher, and each of the first five parts of an ARN separately', () => {
    fc.assert(fc.property(wild, letters, (pattern, text) => isLike(pattern, text) === matchesPlainly(pattern, text)));
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 3 });
    const parts = fc.array(part, { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const found = b.map((one) => one.replaceAll('*', 'x'));
        const truth = a.every((one, index) => matchesPlainly(one, found[index]!));
        return isArnLike(['arn', ...a].join(':'), ['arn', ...found].join(':')) === truth;
      }),
    );
  });

  it('ignores the order of statements, and denies everything with a Deny of all actions', () => {
    const operators = ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike', 'ForAllValues:StringLike'];
    const statement = fc.record({
      Effect: fc.constantFrom('Allow', 'Deny'),
      Action: fc.constantFrom('s3:GetObject', 's3:*', 's3:Put*', '*'),
      Resource: fc.constantFrom('*', 'arn:aws:s3:::bucket/*', 'arn:aws:s3:::other'),
      Condition: fc.dictionary(fc.constantFrom(...operators), fc.record({ 'a:key': wanted }), { maxKeys: 2 }),
    });
    const values = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 4 }), fc.option(values, { nil: undefined }), (given, found) => {
        const context = { 'a:key': found };
        const truth = isAllowed(policy(...given), context);
        expect(isAllowed(policy(...given.toReversed()), context)).toBe(truth);
        expect(isAllowed(policy(...given, { ...ALLOW, Effect: 'Deny' }), context)).toBe(false);
        expect(isAllowed(policy(...given, ALLOW), context) || !truth).toBe(true);
      }),
    );
  });

  it('negates an operator with Not for a key with a single value', () => {
    const single = fc.constantFrom('a', 'b', 'ab');
    fc.assert(
      fc.property(fc.constantFrom('Equals', 'Like'), wanted, single, (name, values, found) => {
        const context = { 'a:key': found };
        const is = isMet({ [`String${name}`]: { 'a:key': values } }, context);
        expect(isMet({ [`StringNot${name}`]: { 'a:key': values } }, context)).toBe(!is);
        expect(isMet({ [`String${name}IfExists`]: { 'a:key': values } }, context)).toBe(is);
      }),
    );
  });
});
