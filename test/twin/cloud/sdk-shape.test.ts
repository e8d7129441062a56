import { CreateLaunchTemplateCommand } from '@aws-sdk/client-ec2';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SendCommandCommand } from '@aws-sdk/client-ssm';
import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { ArgumentError, makeAction } from '../../../lib/twin/cloud/sdk-shape';
import { CALLER, catchError } from './services';

const run = (input: unknown) => input as object;
const ACTIONS = {
  send: makeAction(SendCommandCommand, run, 'DocumentName Targets Parameters TimeoutSeconds Comment!'),
  template: makeAction(
    CreateLaunchTemplateCommand,
    run,
    'LaunchTemplateName LaunchTemplateData(EbsOptimized Placement(Tenancy) TagSpecifications)',
  ),
  put: makeAction(PutObjectCommand, run, 'Bucket Key Body'),
  metrics: makeAction(GetMetricDataCommand, run, 'MetricDataQueries StartTime EndTime'),
};
const call = (name: keyof typeof ACTIONS, input: object): unknown => ACTIONS[name](input as never, CALLER);
const SENT = { DocumentName: 'a', Comment: '' };
const makeTemplateInput = (data: unknown): object => ({ LaunchTemplateName: 'a', LaunchTemplateData: data });

describe('makeAction', () => {
  it.each([
    ['send', { ...SENT, TimeoutSeconds: 30, Targets: [{ Key: 'k' }], Parameters: { Any: ['x'], Other: [] } }],
    ['template', makeTemplateInput({ EbsOptimized: true, TagSpecifications: [{ Tags: [{ Key: 'k', Value: 'v' }] }] })],
    ['put', { Bucket: 'b', Key: 'k', Body: new Uint8Array(1) }],
    ['put', { Bucket: 'b', Key: 'k', Body: 'text' }],
    ['metrics', { MetricDataQueries: [], StartTime: new Date(0), EndTime: new Date(1) }],
  ] as const)('accepts valid arguments of %s: %j', (name, input) => {
    expect(call(name, input)).toBe(input);
  });

  it.each([
    ['send', { ...SENT, Nonsense: 'x' }, "The field 'Nonsense' is not supported"],
    ['send', { ...SENT, DocumentHash: 'x' }, "The field 'DocumentHash' is not supported"],
    ['send', { ...SENT, Targets: [{ Key: 'k', Colour: 'red' }] }, "The field 'Targets[0].Colour' is not supported"],
    ['send', { Comment: '' }, "The field 'DocumentName' is required but was missing"],
    ['send', { DocumentName: 'a' }, "The field 'Comment' is required but was missing"],
    ['send', { ...SENT, DocumentName: 5 }, "The value for the field 'DocumentName' must be a STRING"],
    ['send', { ...SENT, DocumentName: null }, "The value for the field 'DocumentName' must be a STRING"],
    ['send', { ...SENT, TimeoutSeconds: '5' }, "The value for the field 'TimeoutSeconds' must be a NUMBER"],
    ['send', { ...SENT, TimeoutSeconds: Number.NaN }, "The value for the field 'TimeoutSeconds' must be a NUMBER"],
    ['send', { ...SENT, Targets: { Key: 'k' } }, "The value for the field 'Targets' must be an ARRAY"],
    ['send', { ...SENT, Targets: ['k'] }, "The value for the field 'Targets[0]' must be an OBJECT"],
    ['send', { ...SENT, Parameters: { Any: 'x' } }, "The value for the field 'Parameters.Any' must be an ARRAY"],
    ['template', makeTemplateInput({ EbsOptimized: 'true' }), "'LaunchTemplateData.EbsOptimized' must be a BOOLEAN"],
    ['template', makeTemplateInput({ Placement: { HostId: 'h' } }), "Data.Placement.HostId' is not supported"],
    ['template', makeTemplateInput({ KernelId: 'k' }), "The field 'LaunchTemplateData.KernelId' is not supported"],
    ['put', { Bucket: 'b', Key: 'k', Body: 5 }, "The value for the field 'Body' must be a BLOB"],
    ['metrics', { MetricDataQueries: [], StartTime: 'now', EndTime: new Date(1) }, "'StartTime' must be a TIMESTAMP"],
  ] as const)('throws ArgumentError for %s %j: %s', (name, input, message) => {
    expect(() => call(name, input)).toThrow(ArgumentError);
    expect(() => call(name, input)).toThrow(message);
  });

  it('reports all invalid arguments in one error', () => {
    const thrown = catchError(() => call('send', { Comment: 'x', TimeoutSeconds: 'x', Oops: 1 }));
    expect(thrown).toMatchObject({ name: 'ArgumentError', action: 'ssm:SendCommand' });
    expect((thrown as ArgumentError).problems).toHaveLength(3);
  });
});
