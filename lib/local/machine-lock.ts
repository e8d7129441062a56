/**
 * The lock of this machine: two executions at once would measure each other, whoever started them and wherever. It is
 * an address that only one process can listen on (an abstract Unix socket, unix(7)): the kernel frees it with the
 * process, however that ends, so that no lock can be left over.
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
  /** Who holds it, as told to whoever asks for it: its folder is added, its process and user, and the moment. */
  readonly holder: { readonly cwd: string; readonly experiment: string; readonly executionId: string };
  /** Waits for its turn in place of being refused. */
  readonly wait: boolean;
  /** Told for whom it waits, once for each. */
  readonly waiting: (line: string) => void;
}

/** A holder that says nothing for so long was stopped, or is no execution. Milliseconds. */
const ANSWER_MS = 2000;
/** Between two tries for a lock that was held a moment ago by somebody who is gone. Milliseconds. */
const RETRY_MS = 50;
/** What a holder says of itself is short; who says more is none. */
const MAX_CHARACTERS = 6000;

/** Places of a queue that are looked at; more executions than that wait for nobody here. */
const QUEUE_MAX = 32;

/**
 * Takes the lock of this machine. Who waits has a place in a queue, an address like the lock itself, which is place 0:
 * he waits for the one before him to go, and takes that place before he leaves his own. Newcomers go behind the last.
 * @returns what gives it back; the end of the process does so, too
 * @throws UserError `MachineBusy` where another execution holds it and nobody wants to wait
 */
export async function lockMachine({ name, holder, wait, waiting }: LockOptions): Promise<() => void> {
  const card = holderText(holder);
  let place = await findFreePlace(name);
  let own: Server | null = null;
  let told = '';
  for (;;) {
    const before = place === 0 ? 'gone' : await askHolder(address(name, place - 1));
    if (before !== 'gone' && !wait) {
      before.socket.destroy();
      throw new UserError('MachineBusy', busyText(before.card), EXIT.refused);
    }
    if (own === null) own = await listen(address(name, place), card);
    else if (before === 'gone') {
      const next = await listen(address(name, place - 1), card);
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
      // Another newcomer was faster, or the one before has gone a moment ago.
      if (own === null) place = await findFreePlace(name);
      await pause(RETRY_MS);
      continue;
    }
    const line = `waiting for ${before.card}`;
    if (line !== told) waiting(line);
    told = line;
    await waitForClose(before.socket);
  }
}

/** The first place behind all that are taken. */
async function findFreePlace(name: string): Promise<number> {
  const places = Array.from({ length: QUEUE_MAX }, (_, place) => place);
  const taken = await Promise.all(
    places.map(async (place) => {
      const socket = connect(address(name, place)).on('error', () => undefined);
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
function holderText({ experiment, executionId, cwd }: LockOptions['holder']): string {
  const since = new Date().toISOString().slice(11, 19);
  return `${experiment} ${executionId} of ${userName()} (process ${process.pid}, in ${cwd}, since ${since} UTC)`;
}

/** A number where the user has no name, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function busyText(card: string): string {
  return (
    `this machine is busy with ${card}; two executions at once would measure each other. ` +
    'Nothing was started. Wait for its end, or say --wait'
  );
}

/** A leading NUL makes it a name that is in no folder. */
const address = (name: string, place: number): string => `\0fsxbench-${name}${place === 0 ? '' : `.${place}`}`;

/** Null where somebody else listens. */
async function listen(at: string, card: string): Promise<Server | null> {
  const server = createServer((socket) => {
    // Whoever asks stays connected: the end of this process tells him that it is his turn.
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

/** Closing it ends the connections of those who wait, which a server alone does not do. */
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
  /** What the holder says of itself. */
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
  await Promise.race([read, pause(ANSWER_MS, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  const [card = '', rest] = text.slice(0, MAX_CHARACTERS).split('\n');
  if (rest === undefined) return 'an execution that does not answer (stopped by Ctrl-Z?)';
  // Another user has written it: control characters in it would move the cursor.
  return card.replace(/\p{Cc}/gu, '?');
}

async function waitForClose(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
}
