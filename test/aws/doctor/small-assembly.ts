/** A synthesized deployment with one state machine, one role and their references. */
import type { Assembly } from '../../../lib/aws/doctor/assembly';

const BUCKET = 'FsxbenchSafety:Results';

export const SMALL_ASSEMBLY: Assembly = {
  templates: {
    safety: JSON.stringify({
      Resources: { Results: { Type: 'AWS::S3::Bucket' } },
      Outputs: { Name: { Value: { 'Fn::GetAtt': ['Results', 'Arn'] }, Export: { Name: BUCKET } } },
    }),
    bench: JSON.stringify({
      Resources: {
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: {
            AssumeRolePolicyDocument: { Principal: { Service: 'states.amazonaws.com' } },
            Policies: [
              {
                PolicyName: 'calls',
                PolicyDocument: {
                  Resource: { 'Fn::Join': ['', [{ 'Fn::ImportValue': BUCKET }, '/fences/*']] },
                  Condition: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
                },
              },
            ],
          },
        },
        Launch: {
          Type: 'AWS::StepFunctions::StateMachine',
          Properties: {
            StateMachineName: 'fsxbench-launch',
            DefinitionS3Location: { Key: 'abc.json' },
            DefinitionSubstitutions: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
          },
        },
      },
    }),
  },
  readAsset: (key) => (key === 'abc.json' ? '{"States":{"Look":{"Resource":"${Role}"}}}' : ''),
};
