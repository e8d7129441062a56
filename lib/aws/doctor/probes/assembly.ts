/**
 * Checks a synthesized deployment before the first deploy: AWS validates its state machines, policies and templates.
 * These checks create an object in the assets bucket and an empty stack of a unique name, and delete both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure, FsxbenchError } from '../../../shapes/errors';
import type { StackPart } from '../../../shapes/machines';
import { readPages, mapInBatches } from '../../pages';
import { type Drafts, makeDrafts } from '../assembly';
import { getErrorName } from '../calls';
import {
  judgeProbeError,
  toFail,
  type Finding,
  toPass,
  type ProbeContext,
  type Probe,
  toUntested,
} from '../probe-context';

const CONCURRENCY = 4;
/** Findings that a message lists; it counts the rest. */
const MAX_SHOWN = 3;
/** Pause between polls of a change set, and their limit. AWS needs seconds for a hundred resources. */
const POLL_MS = 2000;
const MAX_POLLS = 90;
const REFUSED = /AccessDenied|UnauthorizedOperation|not authorized/i;

export const ASSEMBLY_PROBES = {
  'machines-valid': async (context) => {
    const { sfn } = context.calls;
    const all = getDrafts(context).machines;
    const found = await mapInBatches(all, CONCURRENCY, async ({ name, text }) => {
      const { result, diagnostics = [] } = await sfn.validateStateMachineDefinition({ definition: text });
      if (ensure(result, 'the result') === 'OK') return [];
      const lines = diagnostics.map(({ code, message, location }) =>
        [name, location, code, message].filter((one) => one !== undefined).join(' '),
      );
      return lines.length === 0 ? [`${name}: ${String(result)}`] : lines;
    });
    return judgeProblems(found.flat(), `${all.length} state machines are valid`);
  },

  'policies-valid': async (context) => {
    const all = getDrafts(context).policies;
    const found = (await mapInBatches(all, CONCURRENCY, (one) => checkPolicy(one, context))).flat();
    const errors = found.filter(({ isError }) => isError).map(({ text }) => text);
    const hints = found.length === 0 ? '' : `; warnings: ${joinSome(found.map(({ text }) => text))}`;
    return judgeProblems(errors, `${all.length} policies have no errors${hints}`);
  },

  /** Checks one by one. Templates above 51,200 bytes must be in S3; every uploaded version is deleted again. */
  'templates-valid': async (context) => {
    const { place, calls } = context;
    const { templates } = getDrafts(context);
    // Bucket name of the CDK's bootstrap (CDK guide, Bootstrapping: names with the default qualifier).
    const Bucket = `cdk-hnb659fds-assets-${place.account}-${place.region}`;
    const found: Finding[] = [];
    for (const part of ['safety', 'bench'] as const) {
      const Key = `fsxbench-doctor/${place.stack(part)}.json`;
      try {
        const { VersionId } = await calls.s3.putObject({ Bucket, Key, Body: templates[part] });
        const url = `https://${Bucket}.s3.${place.region}.amazonaws.com/${Key}`;
        const one = await checkTemplate(context, part, url).catch(toFinding);
        found.push({ ...one, saw: `${place.stack(part)}: ${one.saw}` });
        await calls.s3.deleteObject({ Bucket, Key, ...(VersionId === undefined ? {} : { VersionId }) });
      } catch (error) {
        if (getErrorName(error) !== 'NoSuchBucket') throw error;
        return toUntested(
          `the bucket ${Bucket} is missing. Run npx cdk bootstrap aws://${place.account}/${place.region}`,
        );
      }
    }
    const worst = (['does not hold', 'not tried'] as const).find((state) => found.some((one) => one.state === state));
    return { state: worst ?? 'holds', saw: found.map(({ saw }) => saw).join('; ') };
  },
} satisfies Readonly<Record<string, Probe>>;

function getDrafts({ assembly, place }: ProbeContext): Drafts {
  return makeDrafts(ensure(assembly, 'the folder of cdk synth'), place);
}

function judgeProblems(problems: readonly string[], sound: string): Finding {
  return problems.length === 0 ? toPass(sound) : toFail(joinSome(problems));
}

function joinSome(all: readonly string[]): string {
  const more = all.length - MAX_SHOWN;
  return `${all.slice(0, MAX_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

async function checkPolicy({ name, text, isTrust }: Drafts['policies'][number], { calls }: ProbeContext) {
  const kind = isTrust
    ? ({ policyType: 'RESOURCE_POLICY', validatePolicyResourceType: 'AWS::IAM::AssumeRolePolicyDocument' } as const)
    : ({ policyType: 'IDENTITY_POLICY' } as const);
  const pages = await readPages((nextToken) =>
    calls.analyzer.validatePolicy({
      policyDocument: text,
      ...kind,
      ...(nextToken === undefined ? {} : { nextToken }),
    }),
  );
  return pages
    .flatMap(({ findings }) => ensure(findings, 'the findings of a policy'))
    .map(({ findingType, issueCode = '', findingDetails = '' }) => ({
      isError: findingType === 'ERROR',
      text: `${name}: ${issueCode} ${findingDetails}`,
    }));
}

/** A deployed stack cannot be created again, so its template is not tried. */
async function checkTemplate(context: ProbeContext, part: StackPart, TemplateURL: string): Promise<Finding> {
  const { deployment, place, calls } = context;
  const tried =
    deployment[part] === null
      ? await tryChangeSet(context, `${place.stack(part)}Doctor`, TemplateURL)
      : toPass('already deployed');
  if (tried.state === 'holds') await calls.cloudformation.validateTemplate({ TemplateURL });
  return tried;
}

/** `ValidationError` is CloudFormation's error for an invalid template (API reference, common errors). */
function toFinding(error: unknown): Finding {
  const wrong = getErrorName(error) === 'ValidationError' && !REFUSED.test((error as Error).message);
  return wrong ? toFail((error as Error).message) : judgeProbeError(error);
}

/**
 * Makes a change set of a new stack with a unique name, and never executes it: no existing stack changes. If this
 * process dies meanwhile, an empty stack remains, at no cost; the next run reuses and deletes it.
 */
async function tryChangeSet(context: ProbeContext, StackName: string, TemplateURL: string): Promise<Finding> {
  const { calls, now } = context;
  const { Id, StackId } = await calls.cloudformation.createChangeSet({
    StackName,
    ChangeSetName: `doctor-${now()}`,
    ChangeSetType: 'CREATE',
    TemplateURL,
    Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
  });
  const found = await followChangeSet(String(Id), context).catch(toFinding);
  try {
    await removeEmptyStack(String(StackId), context);
    return found;
  } catch (error) {
    const left = `the empty stack ${StackName} remains (${(error as Error).message})`;
    return {
      ...found,
      saw: `${found.saw}; ${left}. Delete it: aws cloudformation delete-stack --stack-name ${StackName}`,
    };
  }
}

async function followChangeSet(ChangeSetName: string, { calls }: ProbeContext): Promise<Finding> {
  for (let looks = 0; looks < MAX_POLLS; looks += 1) {
    const { Status, StatusReason = '' } = await calls.cloudformation.describeChangeSet({ ChangeSetName });
    if (Status === 'CREATE_COMPLETE') return toPass('its change set can be executed');
    if (Status === 'FAILED') return (REFUSED.test(StatusReason) ? toUntested : toFail)(StatusReason);
    await sleep(POLL_MS);
  }
  return toUntested(`the change set was not ready after ${(MAX_POLLS * POLL_MS) / 1000} s`);
}

/** @param StackId of the change set. @throws FsxbenchError if the stack is not empty; it stays unchanged */
async function removeEmptyStack(StackId: string, { calls }: ProbeContext): Promise<void> {
  const { Stacks = [] } = await calls.cloudformation.describeStacks({ StackName: StackId });
  const status = Stacks[0]?.StackStatus ?? 'unknown';
  if (status !== 'REVIEW_IN_PROGRESS') throw new FsxbenchError('Unexpected', `its status is ${status}`);
  await calls.cloudformation.deleteStack({ StackName: StackId });
}
