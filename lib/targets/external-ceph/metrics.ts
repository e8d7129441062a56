/**
 * What clusters of Ceph are asked where a spec names no metrics. Names and queries:
 * https://docs.ceph.com/en/latest/monitoring/ ("Performance metrics", "CephFS metrics"), with `rate` for `irate`, as
 * the mean over a trial is meant. They count all clients of the cluster, not only the hosts of a trial.
 */
import type { QueriedMetric } from '../../shapes/telemetry';
import { usualMetric } from '../prometheus/setting';

const higher = { better: 'higher' } as const;

/** Of files and blocks: what OSDs did for clients. */
export const CEPH_METRICS: readonly QueriedMetric[] = [
  usualMetric({
    ...higher,
    name: 'server_read',
    query: 'sum(rate(ceph_osd_op_r_out_bytes[1m]))',
    unit: 'bytes/s',
    words: 'bytes read from its servers',
  }),
  usualMetric({
    ...higher,
    name: 'server_write',
    query: 'sum(rate(ceph_osd_op_w_in_bytes[1m]))',
    unit: 'bytes/s',
    words: 'bytes written to its servers',
  }),
  usualMetric({
    ...higher,
    name: 'server_read_ops',
    query: 'sum(rate(ceph_osd_op_r[1m]))',
    unit: 'ops/s',
    words: 'reads that its servers counted',
  }),
  usualMetric({
    ...higher,
    name: 'server_write_ops',
    query: 'sum(rate(ceph_osd_op_w[1m]))',
    unit: 'ops/s',
    words: 'writes that its servers counted',
  }),
];

/** Of files alone: what metadata servers were asked. */
export const CEPHFS_METRICS: readonly QueriedMetric[] = [
  ...CEPH_METRICS,
  usualMetric({
    ...higher,
    name: 'server_metadata_ops',
    query: 'sum(rate(ceph_mds_request[1m]))',
    unit: 'ops/s',
    words: 'metadata operations that its servers counted',
  }),
];
