"""Runs TensorBoard as a process of its own, which ends with this one."""

import atexit
import os
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request

# A server of this machine is not behind anybody's proxy.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Board:
    """One TensorBoard: its process, its address, and what it said."""

    def __init__(self, python, arguments, host, port, library_path):
        self.log = tempfile.TemporaryFile()
        port = port or free_port(host)
        arguments = [python, "-m", "tensorboard.main", *arguments]
        arguments += ["--host", host, "--port", str(port)]
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
        self.url = f"http://{host}:{port}/"
        atexit.register(self.stop)

    def runs(self):
        return self.process.poll() is None

    def answers(self):
        try:
            with OPENER.open(self.url, timeout=5) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def stop(self):
        atexit.unregister(self.stop)
        if self.runs():
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def free_port(host):
    with socket.create_server((host, 0)) as server:
        return server.getsockname()[1]
