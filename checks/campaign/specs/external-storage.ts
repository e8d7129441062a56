/** Random external storage; some changes by external actions, in stages. */
import fc from 'fast-check';
import { likely, nameValues, type Settings, settings } from './draw';

const priced = { usdPerHour: likely(fc.constantFrom(0, 0.5), fc.constantFrom(-1, 'dear')) };

const externalNfs = settings(
  {
    kind: fc.constant('external-nfs'),
    address: likely(fc.constantFrom('10.20.0.15', 'nas.example.com'), fc.constantFrom('127.0.0.1', '10.20', 'a b')),
    export: fc.constantFrom('/', '/export/bench'),
    folder: fc.constantFrom('.', 'bench'),
  },
  { provisioned: fc.record({ bandwidth: fc.constantFrom('200 MB/s', '2 GB/s') }), ...priced },
);

const ceph = {
  kind: fc.constant('external-ceph'),
  monitors: likely(fc.constantFrom(['10.20.0.11'], ['mon1', 'mon2']), fc.constantFrom([], ['127.0.0.1'], 'mon1')),
};
const cephFs = settings(
  { ...ceph, folder: fc.constantFrom('.', 'bench') },
  { fsname: likely(fc.constant('cephfs'), fc.constant('a b')), usdPerHour: fc.constant(0.5) },
);
const rbd = settings({
  ...ceph,
  protocol: fc.constant('rbd'),
  pool: fc.constant('bench'),
  sizeGiB: likely(fc.constantFrom(64, 200), fc.constantFrom(0, '1 TiB')),
});

/** Existing storage is rare here: it has few rules. */
export const externalStorage: fc.Arbitrary<Settings> = fc.oneof(externalNfs, cephFs, rbd);

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const reach = fc.oneof(
  settings(
    { confirm: likely(fc.constantFrom('Add the third shelf.', 'Go on; "now" <b>'), fc.constant('')) },
    { within: likely(fc.constantFrom('30m', '4h'), fc.constantFrom('0s', '9d')) },
  ),
  settings({ hook: likely(fc.constant(HOOK), fc.constant('arn:aws:lambda:us-east-1:123456789012:function:grow')) }),
);

/** A folder of external hosts, unchanged or in stages of external actions. */
export const directory: fc.Arbitrary<Settings> = fc
  .tuple(
    settings(
      { kind: fc.constant('directory'), path: likely(fc.constantFrom('/mnt/bench', '/srv/a'), fc.constant('bench')) },
      { provisioned: fc.record({ iops: fc.constant('20000 ops/s') }) },
    ),
    fc.option(fc.tuple(likely(reach, fc.constant(undefined)), reach), { freq: 1 }),
    settings({}, priced),
  )
  .map(([made, stages, price]) =>
    stages === null
      ? { ...made, ...price }
      : {
          ...made,
          stages: nameValues('s', [
            { usdPerHour: 3 },
            ...stages.map((one, index) => ({ usdPerHour: 4 + index, ...(one === undefined ? {} : { reach: one }) })),
          ]),
        },
  );
