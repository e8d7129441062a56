import type { ServiceModel } from '../../../checks/models/botocore';

/** A small model with each kind of rule. */
export const MODEL: ServiceModel = {
  operations: {
    CreateVolume: { input: { shape: 'CreateVolumeRequest' }, output: { shape: 'Volume' } },
    DeleteVolume: { input: { shape: 'DeleteVolumeRequest' } },
  },
  shapes: {
    CreateVolumeRequest: {
      type: 'structure',
      required: ['Name', 'Token'],
      members: {
        Name: { shape: 'Name' },
        Size: { shape: 'Size' },
        Type: { shape: 'Type' },
        Zones: { shape: 'Zones' },
        Tags: { shape: 'Tags' },
        Token: { shape: 'Name', idempotencyToken: true },
        Until: { shape: 'Until' },
      },
    },
    DeleteVolumeRequest: { type: 'structure', members: {} },
    Volume: { type: 'structure', members: { Name: { shape: 'Name' } } },
    Name: { type: 'string', min: 1, max: 5, pattern: '[a-z]+' },
    Size: { type: 'integer', min: 10, max: 20 },
    Type: { type: 'string', enum: ['gp3', 'io2'] },
    Zones: { type: 'list', max: 2, member: { shape: 'Name' } },
    Tags: { type: 'map', max: 1, key: { shape: 'Name' }, value: { shape: 'Size' } },
    Until: { type: 'timestamp' },
  },
};
