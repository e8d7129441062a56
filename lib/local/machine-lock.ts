/**
 * The lock of this machine: two concurrent executions would disturb each other's measurements. It is an address on
 * which only one process can listen (an abstract Unix socket, unix(7)). The kernel frees it when the process ends in
 * any way, so no stale lock can remain.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { getErrorCode } from '../twin/hosts/driver';
import { EXIT, UserError } from '../shapes/user-error';

export interface LockOptions {
  /** Name of the lock: `Cli.lock`. */
  readonly name: string;
  /** Shown to waiting processes, with folder, process, user and time. */
  readonly holder: { readonly cwd: string; readonly experiment: string; readonly executionId: string };
  /** Waits for the lock instead of failing. */
  readonly wait: boolean;
  /** Called with a line about each holder that it waits for. */
  readonly waiting: (line: string) => void;
}

/** Time limit for a holder's answer, milliseconds: without one the holder is suspended, or is no execution. */
const ANSWER_TIMEOUT_MS = 2000;
/** Pause before retrying a lock that a holder has just released, milliseconds. */
const RETRY_MS = 50;
/** A longer answer is not from an execution. */
const MAX_CHARACTERS = 6000;

/** Queue places to check; further executions are refused. */
const QUEUE_MAX = 32;

/**
 * Takes the lock of this machine. A waiting process has a place in a queue, an address like the lock itself, which is
 * place 0. A process waits until the one in front leaves, and takes that place before leaving its own. New processes
 * queue at the end.
 * @returns a function that releases the lock, as the end of the process does
 * @throws UserError `MachineBusy` if another execution holds it and `wait` is false
 */
export async function lockMachine({ name, holder, wait, waiting }: LockOptions): Promise<() => void> {
  const card = describeHolder(holder);
  let place = await findFreePlace(name);
  let own: Server | null = null;
  let lastLine = '';
  for (;;) {
    const before = place === 0 ? 'gone' : await askHolder(toSocketAddress(name, place - 1));
    if (before !== 'gone' && !wait) {
      before.socket.destroy();
      throw new UserError('MachineBusy', formatBusy(before.card), EXIT.refused);
    }
    if (own === null) own = await listen(toSocketAddress(name, place), card);
    else if (before === 'gone') {
      const next = await listen(toSocketAddress(name, place - 1), card);
      if (next !== null) {
        own.close();
        [own, place] = [next, place - 1];
      }
    }
    if (own !== null && place === 0) {
      const held = own;
      return () => void held.close();
    }
    if (own === null || before === 'gone') {
      if (before !== 'gone') before.socket.destroy();
      // Retry: another new process took the place first, or the one in front has just left.
      if (own === null) place = await findFreePlace(name);
      await pause(RETRY_MS);
      continue;
    }
    const line = `waiting for ${before.card}`;
    if (line !== lastLine) waiting(line);
    lastLine = line;
    await waitForClose(before.socket);
  }
}

/** The first free place behind all taken ones. */
async function findFreePlace(name: string): Promise<number> {
  const places = Array.from({ length: QUEUE_MAX }, (_, place) => place);
  const taken = await Promise.all(
    places.map(async (place) => {
      const socket = connect(toSocketAddress(name, place)).on('error', () => undefined);
      const isTaken = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.resume().end().unref();
      return isTaken;
    }),
  );
  return taken.lastIndexOf(true) + 1;
}

/** `local-disk 20260131-235959 of root (process 12, in /work, since 23:59:59 UTC)` */
function describeHolder({ experiment, executionId, cwd }: LockOptions['holder']): string {
  const since = new Date().toISOString().slice(11, 19);
  return `${experiment} ${executionId} of ${userName()} (process ${process.pid}, in ${cwd}, since ${since} UTC)`;
}

/** The user id if the user has no name, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function formatBusy(card: string): string {
  return (
    `this machine is busy with ${card}; two concurrent executions would disturb each other's measurements. ` +
    'Nothing was started. Wait until it ends, or use --wait'
  );
}

/** A leading NUL makes it an abstract address, which is no file. */
const toSocketAddress = (name: string, place: number): string => `\0fsxbench-${name}${place === 0 ? '' : `.${place}`}`;

/** Null if another process listens. */
async function listen(at: string, card: string): Promise<Server | null> {
  const server = createServer((socket) => {
    // Waiting processes stay connected: the end of the connection is their signal.
    socket.on('error', () => socket.destroy());
    socket.write(`${card}\n`);
    socket.resume();
    socket.unref();
  });
  server.unref();
  server.listen(at);
  try {
    await once(server, 'listening');
    return trackSockets(server);
  } catch (error) {
    if (getErrorCode(error) === 'EADDRINUSE') return null;
    throw error;
  }
}

/** Closing also ends the connections of waiting processes, which closing a server alone does not. */
function trackSockets(server: Server): Server {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    close(done);
    for (const socket of sockets) socket.destroy();
    return server;
  };
  return server;
}

interface Holder {
  readonly socket: Socket;
  /** The holder's description of itself. */
  readonly card: string;
}

async function askHolder(at: string): Promise<Holder | 'gone'> {
  const socket = connect(at);
  try {
    await once(socket, 'connect');
  } catch {
    return 'gone';
  }
  socket.on('error', () => socket.destroy());
  return { socket, card: await readHolder(socket) };
}

async function readHolder(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  const read = new Promise<void>((resolve) => {
    socket.on('data', (piece: string) => {
      if (text.length < MAX_CHARACTERS) text += piece;
      if (text.includes('\n')) resolve();
    });
    socket.once('close', () => resolve());
  });
  const timer = new AbortController();
  await Promise.race([read, pause(ANSWER_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  const [card = '', rest] = text.slice(0, MAX_CHARACTERS).split('\n');
  if (rest === undefined) return 'an execution that does not answer (stopped by Ctrl-Z?)';
  // Another user wrote it: control characters in it could move the cursor.
  return card.replace(/\p{Cc}/gu, '?');
}

async function waitForClose(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
}
