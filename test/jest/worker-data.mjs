/**
 * Loaded into each process that runs tests. jest-light-runner 0.8.2 sends the settings of Jest to all processes with a
 * test, at the first request only. A process that has not requested them yet drops the message, requests in vain, and
 * hangs. This module keeps the message and delivers it on request.
 */
const REQUEST = 'jest-light-runner-get-worker-data';
const ANSWER = 'jest-light-runner-worker-data';

const { emit, send } = process;
let kept;

process.emit = function (event, ...values) {
  if (event === 'message' && values[0]?.type === ANSWER) kept = values[0];
  return emit.call(this, event, ...values);
};

if (send !== undefined)
  process.send = function (message, ...rest) {
    if (message !== REQUEST || kept === undefined) return send.call(this, message, ...rest);
    setImmediate(() => process.emit('message', kept));
    return true;
  };
