# Commits of a database engine, in Python 3.6 or later: SQLite itself, or the writes and flushes of another engine.
#   COMMITS_STEP     layout: creates the log or the database; measure: commits
#   COMMITS_FOLDER   folder on the storage under test
#   COMMITS_ENGINE   name of the engine, for the result
#   COMMITS_SHAPE    recycled, growing, page, direct, both, pages-N, or sqlite-MODE with a journal mode of SQLite
#   COMMITS_CLIENTS, COMMITS_BYTES  committing clients; bytes of a log record or row
#   COMMITS_GATHER   seconds for which a flush waits for commits of other clients
#   COMMITS_RUNTIME  seconds; COMMITS_START  the agreed start time; COMMITS_OUT  result file
#   COMMITS_DEVICE   `major:minor` of the whole disk with the folder; empty if unknown
#
# Clients of a log share it: one flush covers all commits that were written before it began (group commit).
# fdatasync is the call of all these engines on Linux; LMDB and bbolt flush data pages, then a meta page.
import json, mmap, os, sys, threading, time

env, clock = os.environ, time.perf_counter
shape, folder = env['COMMITS_SHAPE'], env['COMMITS_FOLDER']
clients, size = int(env['COMMITS_CLIENTS']), int(env['COMMITS_BYTES'])
LOG, PAGE, POSTGRES_PAGE = 16 << 20, 4096, 8192
# Engines start a new log, or rewrite it, from about this size on.
MOST = 64 << 20
WARM_UP = 10
log_file, database_file = os.path.join(folder, 'log'), os.path.join(folder, 'c.db')


def sync_folder():
    fd = os.open(folder, os.O_RDONLY)
    os.fsync(fd)
    os.close(fd)


def create(path, length=0):
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    for _ in range(length >> 20):
        os.write(fd, bytes(1 << 20))
    os.fsync(fd)
    os.close(fd)
    sync_folder()


def open_recycled(flags=0):
    """Overwrites a log of full size: write(n) writes n commits at once."""
    fd, at = os.open(log_file, os.O_RDWR | flags), [0]

    def write(count):
        if at[0] + size * count > LOG:
            at[0] = 0
        os.pwrite(fd, bytes(size * count), at[0])
        at[0] += size * count
    return write, lambda: os.fdatasync(fd)


def open_growing(path=log_file):
    at, fd = [0], [os.open(path, os.O_RDWR | os.O_CREAT, 0o600)]

    def write(count):
        os.pwrite(fd[0], bytes(size * count), at[0])
        at[0] += size * count

    def renew():
        if at[0] > MOST:
            os.close(fd[0])
            create(path)
            fd[0], at[0] = os.open(path, os.O_RDWR), 0
    return write, lambda: os.fdatasync(fd[0]), renew


def open_page():
    """PostgreSQL writes whole pages of its log again until they are full."""
    fd, at = os.open(log_file, os.O_RDWR), [0]

    def write(count):
        first = at[0] // POSTGRES_PAGE * POSTGRES_PAGE
        at[0] += size * count
        last = -(-at[0] // POSTGRES_PAGE) * POSTGRES_PAGE
        os.pwrite(fd, bytes(last - first), first)
        if last + POSTGRES_PAGE + size * clients > LOG:
            at[0] = 0
    return write, lambda: os.fdatasync(fd)


def open_direct():
    """InnoDB writes its redo log in blocks with O_DIRECT, and fills a block with some commits."""
    try:
        fd = os.open(log_file, os.O_RDWR | os.O_DIRECT)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror + ': InnoDB opens its redo log with O_DIRECT', log_file)
    block, done = mmap.mmap(-1, PAGE), [0]

    def write(_):
        os.pwrite(fd, block, done[0] // 8 * PAGE % LOG)
        done[0] += 1
    return write, lambda: os.fdatasync(fd)


def open_both():
    """MariaDB commits to the redo log of InnoDB, then to the binary log, which grows."""
    write, flush = open_direct()
    append, flush_appended, renew = open_growing(os.path.join(folder, 'binlog'))

    def flush_both():
        flush()
        append(1)
        flush_appended()
    return write, flush_both, renew


def open_pages(count):
    """LMDB and bbolt write pages, then one of two meta pages."""
    fd, done = os.open(log_file, os.O_RDWR), [0]

    def write(_):
        for page in range(count):
            os.pwrite(fd, bytes(PAGE), (2 + (done[0] * count + page * 7) % 4000) * PAGE)
        done[0] += 1

    def flush():
        os.fdatasync(fd)
        os.pwrite(fd, bytes(PAGE), done[0] % 2 * PAGE)
        os.fdatasync(fd)
    return write, flush


OPEN = {'recycled': open_recycled, 'growing': open_growing, 'page': open_page, 'direct': open_direct,
        'both': open_both, 'pages-3': lambda: open_pages(3), 'pages-4': lambda: open_pages(4)}


class Latencies:
    """Counts by latency, nanoseconds: bins are at most 1/64 of their values wide."""

    def __init__(self):
        self.bins, self.commits, self.total, self.longest, self.began, self.ended = {}, 0, 0, 0, 0, 0

    def add(self, begin, end):
        ns = int((end - begin) * 1e9)
        shift = max(0, ns.bit_length() - 7)
        value = ns if shift == 0 else (ns >> shift << shift) + (1 << shift >> 1)
        self.bins[value] = self.bins.get(value, 0) + 1
        self.commits += 1
        self.total += ns
        self.longest = max(self.longest, ns)
        self.ended = end

    def merge(self, other):
        for value, count in other.bins.items():
            self.bins[value] = self.bins.get(value, 0) + count
        self.commits += other.commits
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.ended = max(self.ended, other.ended)

    def run(self, commit, until):
        while True:
            begin = clock()
            if begin >= until:
                return
            commit()
            self.add(begin, clock())


class Log:
    """Group commit: the first waiting client writes and flushes for all."""

    def __init__(self, write, flush, renew=lambda: None):
        self.write, self.flush, self.renew = write, flush, renew
        self.gather = float(env['COMMITS_GATHER']) if clients > 1 else 0
        self.changed = threading.Condition()
        self.written = self.done = self.flushes = 0
        self.busy, self.problem = False, None

    def commit(self):
        with self.changed:
            self.written += 1
            own = self.written
            while self.done < own and self.problem is None:
                if self.busy:
                    self.changed.wait()
                    continue
                self.busy = True
                self.changed.release()
                try:
                    if self.gather:
                        time.sleep(self.gather)
                    upto = self.written
                    self.write(upto - self.done)
                    self.flush()
                    self.renew()
                    problem = None
                except Exception as found:
                    problem = found
                finally:
                    self.changed.acquire()
                self.busy = False
                self.problem, self.done, self.flushes = problem, upto, self.flushes + 1
                self.changed.notify_all()
            if self.problem is not None:
                raise self.problem


def connect():
    try:
        import sqlite3
    except ImportError:
        sys.exit('Python has no module sqlite3 here: install the full package python3')
    connection = sqlite3.connect(database_file, isolation_level=None, timeout=60)
    found = connection.execute('pragma journal_mode=' + shape[len('sqlite-'):]).fetchone()[0]
    if 'sqlite-' + found != shape:
        sys.exit('SQLite has journal mode %s here, and refuses %s' % (found, shape[len('sqlite-'):]))
    connection.execute('pragma synchronous=full')
    return connection


class Table:
    """Rows of one client of SQLite."""

    def __init__(self, connection):
        self.connection, self.row, self.rows = connection, b'x' * size, 0
        self.version = connection.execute('select sqlite_version()').fetchone()[0]

    def commit(self):
        self.connection.execute('insert into t(v) values(?)', (self.row,))
        self.rows += 1
        if self.rows * (size + 16) * clients > MOST:
            self.connection.execute('delete from t')
            self.rows = 0


def warm_wal(table):
    """SQLite overwrites its log from the first checkpoint on, by default after 1,000 pages."""
    table.connection.execute('pragma synchronous=off')
    for _ in range(1200):
        table.commit()
    table.connection.execute('pragma synchronous=full')
    for path in (database_file, database_file + '-wal'):
        fd = os.open(path, os.O_RDWR)
        os.fsync(fd)
        os.close(fd)


class Device:
    """Write requests of the disk, and flushes of the disks below it, of which each gets every flush."""

    def __init__(self, number):
        self.top = os.path.realpath('/sys/dev/block/' + number) if number else ''
        self.known = os.path.isfile(self.top + '/stat')
        self.leaves = self.find_leaves(self.top) if self.known else []

    def find_leaves(self, path):
        path = os.path.dirname(path) if os.path.exists(path + '/partition') else path
        try:
            below = sorted(os.listdir(path + '/slaves'))
        except OSError:
            below = []
        lower = [os.path.realpath(path + '/slaves/' + name) for name in below]
        return [leaf for one in lower for leaf in self.find_leaves(one)] or [path]

    def read(self, path):
        with open(path) as file:
            return file.read().strip()

    def count(self):
        """Writes and flushes. No flushes where a driver has no request queue (`mq`), or before Linux 5.5."""
        if not self.known:
            return None
        stats = [self.read(leaf + '/stat').split() for leaf in self.leaves]
        counted = all(len(one) > 15 for one in stats) and all(os.path.isdir(leaf + '/mq') for leaf in self.leaves)
        return int(self.read(self.top + '/stat').split()[4]), [int(one[15]) for one in stats] if counted else None

    def describe(self, before):
        if before is None:
            return None
        after = self.count()
        flushes = None if after[1] is None else max(b - a for a, b in zip(before[1], after[1]))
        return {'name': os.path.basename(self.top), 'writeCache': self.read(self.leaves[0] + '/queue/write_cache'),
                'writes': after[0] - before[0], 'flushes': flushes}


def wait_for_start():
    """Returns clock and epoch time of the start, and seconds by which it was late."""
    at = float(env['COMMITS_START'])
    time.sleep(max(0, at - time.time()))
    now = time.time()
    return clock(), now, max(0, now - at)


def run_log():
    log, device = Log(*OPEN[shape]()), Device(env['COMMITS_DEVICE'])
    for _ in range(WARM_UP):
        log.commit()
    log.flushes, before = 0, device.count()
    begin, epoch, late = wait_for_start()
    every, problems = [Latencies() for _ in range(clients)], []

    def client(latencies):
        try:
            latencies.run(log.commit, begin + runtime)
        except Exception as problem:
            problems.append(problem)
    threads = [threading.Thread(target=client, args=(one,)) for one in every]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if problems:
        raise problems[0]
    return every, {'flushes': log.flushes, 'sqlite': None}, device.describe(before), (begin, epoch, late)


def run_sqlite_client(number, ready, go, out):
    try:
        table = Table(connect())
        if number == 0 and shape == 'sqlite-wal':
            warm_wal(table)
        for _ in range(WARM_UP if number == 0 else 0):
            table.commit()
        os.write(ready, b'.')
        os.close(ready)
        os.read(go, 1)
        latencies = Latencies()
        latencies.run(table.commit, clock() + runtime)
        found = {'latencies': latencies.__dict__, 'version': table.version}
    except BaseException as problem:
        found = {'problem': str(problem)}
    with os.fdopen(out, 'w') as pipe:
        json.dump(found, pipe)
    os._exit(0)


def run_sqlite():
    device = Device(env['COMMITS_DEVICE'])
    ready, ready_end = os.pipe()
    go, go_end = os.pipe()
    pipes = []
    for number in range(clients):
        source, out = os.pipe()
        if os.fork() == 0:
            os.close(go_end)
            os.close(ready)
            run_sqlite_client(number, ready_end, go, out)
        os.close(out)
        pipes.append(source)
    os.close(ready_end)
    # A client that fails closes its end, so the others end the loop.
    is_ready = all([os.read(ready, 1) for _ in range(clients)])
    before = device.count()
    begin, epoch, late = wait_for_start() if is_ready else (clock(), time.time(), 0)
    os.close(go_end)
    every, problems = [], []
    for source in pipes:
        with os.fdopen(source) as pipe:
            text = pipe.read()
        found = json.loads(text) if text else {'problem': 'a client was ended from outside'}
        if 'problem' in found:
            problems.append(found['problem'])
            continue
        one = Latencies()
        one.__dict__.update(found['latencies'])
        one.bins = {int(value): count for value, count in one.bins.items()}
        every.append(one)
    # After the last client has ended.
    if problems:
        sys.exit(problems[0])
    return every, {'flushes': None, 'sqlite': found['version']}, device.describe(before), (begin, epoch, late)


def measure():
    every, engine, device, (begin, epoch, late) = (run_sqlite if shape.startswith('sqlite-') else run_log)()
    sum_of = Latencies()
    for one in every:
        sum_of.merge(one)
    if sum_of.commits == 0:
        sys.exit('no commit ended')
    with open(env['COMMITS_OUT'], 'w') as file:
        json.dump({
            'tool': 'commits', 'version': 1, 'python': 'Python ' + sys.version.split()[0],
            'requested': {'engine': env['COMMITS_ENGINE'], 'clients': clients, 'bytes': size, 'runtime': runtime},
            'start': epoch, 'end': epoch + sum_of.ended - begin, 'commits': sum_of.commits,
            'meanUs': sum_of.total / 1e3 / sum_of.commits, 'longestUs': sum_of.longest / 1e3,
            'bins': sorted([value / 1e3, count] for value, count in sum_of.bins.items()), 'device': device,
            **engine,
        }, file)
        file.write('\n')
    print('late %.6f' % late, file=sys.stderr)


def lay_out():
    if shape.startswith('sqlite-'):
        connect().execute('create table t(id integer primary key, v blob)')
    else:
        create(log_file, 0 if shape == 'growing' else LOG)
    sync_folder()


try:
    if env['COMMITS_STEP'] == 'layout':
        lay_out()
    else:
        runtime = float(env['COMMITS_RUNTIME'])
        measure()
except OSError as problem:
    sys.exit('%s: %s' % (problem.strerror or problem, os.path.basename(str(problem.filename or ''))))
