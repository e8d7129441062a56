# The program that the processes of a host run, in Python 3.6 or later.
#   METADATA_PLACE       mount point of the target; each host has a folder there, or below `volume1` etc.
#   METADATA_RANKS       processes of all hosts together: number N is on host N modulo the number of hosts
#   METADATA_FILES       maximum files, or directories, per process
#   METADATA_RUNTIME     maximum seconds per operation; METADATA_PAUSE  seconds between two operations
#   METADATA_OPERATIONS  in this order: mkdir create stat read list rename remove rmdir
#   METADATA_OWN_DIRECTORY, METADATA_SHIFT  1, or empty
#   METADATA_START       the agreed start time; METADATA_OUT  result file
#
# Each operation begins at a time that all hosts know: the agreed start, plus a fixed time per earlier operation.
# In each pause, every process writes the number of its files to a file for the others.
import glob, json, os, subprocess, sys, time

env = os.environ
place, attempt, role = env['METADATA_PLACE'], env['FSXBENCH_ATTEMPT'], env['FSXBENCH_ROLE']
ranks, most = int(env['METADATA_RANKS']), int(env['METADATA_FILES'])
runtime, pause = float(env['METADATA_RUNTIME']), float(env['METADATA_PAUSE'])
operations = env['METADATA_OPERATIONS'].split()
own_directory, shift = env['METADATA_OWN_DIRECTORY'] == '1', env['METADATA_SHIFT'] == '1'
start = float(env['METADATA_START'])
clock = time.time


def hosts_of_role():
    try:
        with open(env['FSXBENCH_HOSTS']) as lines:
            words = [line.split() for line in lines]
        return [one[0] for one in words if len(one) > 1 and one[1] == role] or [env['FSXBENCH_HOST']]
    except (KeyError, OSError):
        return [env['FSXBENCH_HOST']]


hosts = hosts_of_role()
index = hosts.index(env['FSXBENCH_HOST'])


def home(rank):
    """Folder of the host that a process is on."""
    host = hosts[rank % len(hosts)]
    for found in [os.path.join(place, host)] + sorted(glob.glob(os.path.join(place, 'volume*', host))):
        folder = os.path.join(found, 'metadata', attempt)
        if os.path.isdir(folder):
            return folder
    raise OSError('the folder of ' + host + ' is not below ' + place + ': is this storage of one host alone?')


def directory(rank):
    return os.path.join(home(rank), 'rank-%d' % rank) if own_directory else os.path.join(home(0), 'all')


def tell(rank, what, count):
    with open(os.path.join(home(rank), '%s-%d' % (what, rank)), 'w') as file:
        file.write('%d\n' % count)


def read_count(rank, what):
    try:
        with open(os.path.join(home(rank), '%s-%d' % (what, rank))) as file:
            return int(file.read() or 0)
    except FileNotFoundError:
        return 0


def create(path):
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))


def read(path):
    os.close(os.open(path, os.O_RDONLY))


def rename(path):
    os.rename(path, path + '.r')


ON_FILES = {'create': create, 'stat': os.stat, 'read': read, 'rename': rename, 'remove': os.unlink}
ON_DIRECTORIES = {'mkdir': os.mkdir, 'rmdir': os.rmdir}


def names(operation, rank):
    """Paths to work on, one after the other, and whose they are."""
    whose = rank if operation in ('mkdir', 'create') or not shift else (rank + 1) % ranks
    folder = directory(whose)
    if operation in ON_DIRECTORIES:
        count = most if operation == 'mkdir' else read_count(whose, 'mkdir')
        return whose, (folder + '/d.%d.%d' % (whose, number) for number in range(count))
    count = most if operation == 'create' else read_count(whose, 'create')
    renamed = read_count(whose, 'rename') if operation == 'remove' else 0
    return whose, (folder + '/f.%d.%d%s' % (whose, number, '.r' if number < renamed else '') for number in range(count))


def listing(rank, end):
    """Names that are listed. A host knows what one of its processes has listed: it lists each directory once, and where
    there are other hosts only theirs; one that all work in is listed by its first process."""
    if not own_directory and rank >= len(hosts):
        return 0
    count = 0
    for step in (range(1, max(2, len(hosts))) if shift else range(len(hosts))) if own_directory else (0,):
        with os.scandir(directory((rank + step) % ranks)) as entries:
            for _ in entries:
                count += 1
        if clock() >= end:
            break
    return count


def work(operation, rank, begin):
    """One operation of one process. Returns when it began and ended, how many it did, and what went wrong."""
    end, count, error, whose, paths = begin + runtime, 0, None, rank, ()
    try:
        # The other processes publish their numbers in the first half of the pause.
        time.sleep(max(0, begin - pause / 4 - clock()))
        if operation != 'list':
            whose, paths = names(operation, rank)
        act = ON_FILES.get(operation) or ON_DIRECTORIES.get(operation)
        time.sleep(max(0, begin - clock()))
        began = clock()
        if operation == 'list':
            count = listing(rank, end)
        else:
            for path in paths:
                act(path)
                count += 1
                if clock() >= end:
                    break
        ended = clock()
        if operation in ('mkdir', 'create', 'rename'):
            tell(whose, operation, count)
    except OSError as problem:
        error = '%s: %s' % (problem.strerror or problem, os.path.basename(problem.filename or ''))
        began = ended = max(begin, clock())
    return {'rank': rank, 'began': began, 'ended': ended, 'done': count, 'error': error}


def process(rank, out):
    try:
        done = [work(name, rank, start + number * (runtime + pause)) for number, name in enumerate(operations)]
        with os.fdopen(out, 'w') as pipe:
            json.dump(done, pipe)
    finally:
        os._exit(0)


def forget():
    """Names and attributes that this host knows; on a laptop these are not ours to drop."""
    if env.get('FSXBENCH_LOCAL'):
        return False
    try:
        with open('/proc/sys/vm/drop_caches', 'w') as file:
            file.write('2\n')
        if os.path.isdir('/sys/fs/lustre') or os.path.isdir('/proc/fs/lustre'):
            subprocess.run(['lctl', 'set_param', '-n', 'ldlm.namespaces.*mdc*.lru_size=clear'], timeout=3,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return True
    except (OSError, subprocess.SubprocessError):
        return False


pipes = []
for rank in range(index, ranks, len(hosts)):
    source, sink = os.pipe()
    if os.fork() == 0:
        os.close(source)
        process(rank, sink)
    os.close(sink)
    pipes.append(source)
forgot = [False]
for number in range(1, len(operations)):
    # In the middle of the pause, after all processes published their numbers.
    time.sleep(max(0, start + number * (runtime + pause) - pause / 2 - clock()))
    forgot.append(forget() if operations[number] in ('stat', 'read', 'list') else False)
results = []
for source in pipes:
    with os.fdopen(source) as pipe:
        text = pipe.read()
    results.append(json.loads(text) if text else None)
if not results or None in results:
    sys.exit('%d of %d processes were ended from outside' % (results.count(None), len(results)))
phases = [
    {'operation': name, 'start': start + number * (runtime + pause), 'forgot': forgot[number],
     'ranks': [one[number] for one in results]}
    for number, name in enumerate(operations)
]
with open(env['METADATA_OUT'], 'w') as file:
    json.dump({
        'tool': 'metadata', 'version': 1, 'python': 'Python ' + sys.version.split()[0],
        'requested': {'ranks': ranks, 'hosts': len(hosts), 'filesPerRank': most, 'runtime': runtime, 'shifted': shift,
                  'ownDirectory': own_directory},
        'phases': phases,
    }, file)
    file.write('\n')
print('late %.6f' % max(one['began'] - phases[0]['start'] for one in phases[0]['ranks']), file=sys.stderr)
errors = [one['error'] for phase in phases for one in phase['ranks'] if one['error']]
if errors:
    sys.exit(errors[0])
