/**
 * The first call of a Lambda function that needs only S3, up to its first request.
 * Usage: node bench/cold-start.mjs FOLDER-OF-BUNDLES FUNCTION
 */
import { Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, name] = process.argv.slice(2);
const common = { executionId: 'bench-1', experiment: 'bench', ended: null };
const trial = { trial: 't0001', rig: 'r1', steps: [{ name: 'measure', measures: true }] };
const EVENTS = {
  'close-fence': { executionId: 'bench-1', by: 'bench' },
  'may-run': { ...common, rig: 'r1', trial: 't0001' },
  'parse-trial': { ...common, trial: { trial, workload: 'fio' } },
  analyse: common,
  'compose-mail': { ...common, why: 'ended' },
};

Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'bench',
  FSXBENCH_BUCKET: 'bench',
  FSXBENCH_MACHINES: 'arn:aws:states:us-east-1:000000000000:stateMachine:bench-',
  FSXBENCH_STACK: 'bench',
});
Socket.prototype.connect = () => process.exit(0);
const { handler } = await import(pathToFileURL(join(folder, name, 'index.mjs')).href);
await handler(EVENTS[name]);
throw new Error(`${name} sent no request`);
