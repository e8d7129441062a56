/**
 * Loaded into each process that runs tests. jest-light-runner 0.8.2 answers the first process that asks for the
 * settings of Jest by a message to all processes that have a test, and answers no second time. A process that has not
 * asked yet drops the message, asks in vain, and hangs. Here the message is kept, and delivered when it is asked for.
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
