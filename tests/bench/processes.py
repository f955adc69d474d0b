"""What fresh processes cost."""

import resource
import subprocess
import sys

from tests.command import environment

TIMES = 5


def spent():
    """The processor time of all processes that have ended so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def least(home, *commands):
    """The least processor time of each command in fresh processes, which take turns: other programs only add to it."""
    taken = [[] for _ in commands]
    for _ in range(TIMES):
        for times, command in zip(taken, commands, strict=True):
            before = spent()
            subprocess.run([sys.executable, "-P", *command], capture_output=True, env=environment(home), cwd=home)
            times.append(spent() - before)
    return list(map(min, taken))
