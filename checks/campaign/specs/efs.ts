/** Random EFS file systems; some change in stages. */
import fc from 'fast-check';
import { likely, nameValues, type Settings, settings } from './draw';

const kind = fc.constant('efs');
const shared = {
  zone: fc.constantFrom('regional', 'one-zone'),
  performanceMode: likely(fc.constant('generalPurpose'), fc.constantFrom('maxIO', 'fast')),
  encrypted: fc.boolean(),
};
const storedGiB = likely(fc.constantFrom(0, 100), fc.constantFrom(-1, 'much'));

const elastic = settings(
  { kind, throughputMode: likely(fc.constantFrom('elastic', 'bursting'), fc.constant('sometimes')), storedGiB },
  shared,
);
const provisioned = settings(
  {
    kind,
    throughputMode: fc.constant('provisioned'),
    provisionedMiBps: likely(fc.constantFrom(20, 100), fc.constantFrom(0, 4000)),
    storedGiB,
  },
  shared,
);
/** A decrease needs a day since the previous change: some of these need new file systems. */
const staged = fc
  .tuple(
    settings({ kind, throughputMode: fc.constant('provisioned'), storedGiB }, shared),
    fc.uniqueArray(fc.constantFrom(20, 40, 80), { minLength: 2, maxLength: 3 }),
  )
  .map(([made, rates]) => ({
    ...made,
    stages: nameValues(
      's',
      rates.map((provisionedMiBps) => ({ provisionedMiBps })),
    ),
  }));

export const efs: fc.Arbitrary<Settings> = fc.oneof(
  { weight: 2, arbitrary: elastic },
  { weight: 2, arbitrary: provisioned },
  { weight: 1, arbitrary: staged },
);
