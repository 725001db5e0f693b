"""Runs TensorBoard in a separate process, which ends with this one."""

import atexit
import os
import re
import subprocess
import tempfile
import urllib.request

# A local server must be accessed without a proxy.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Board:
    """One TensorBoard: its process, its address, and its output."""

    def __init__(self, python, arguments, host, port, library_path):
        self.host = host
        self.log = tempfile.TemporaryFile()
        # TensorBoard selects a free port and prints it.
        self.url = f"http://{host}:{port}/" if port else None
        arguments = [python, "-m", "tensorboard.main", *arguments]
        arguments += ["--host", host, "--port", str(port or 0)]
        environment = dict(os.environ)
        if library_path is not None:
            environment["LD_LIBRARY_PATH"] = library_path
        self.process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        atexit.register(self.stop)

    def runs(self):
        return self.process.poll() is None

    def answers(self):
        if self.url is None:
            told = re.search(r" at http://\S+:(\d+)/", self.said())
            if told is None:
                return False
            self.url = f"http://{self.host}:{told[1]}/"
        try:
            with OPENER.open(self.url, timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def said(self):
        # TensorBoard writes to the same file at its own position.
        log = self.log.fileno()
        return os.pread(log, os.fstat(log).st_size, 0).decode(errors="replace")

    def stop(self):
        atexit.unregister(self.stop)
        if self.runs():
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
