"""Asks a server of serve_model() and prints seconds, one `name value` per line. Arguments: port, kind."""

import asyncio
import json
import random
import sys
import time

port, kind = int(sys.argv[1]), sys.argv[2]
PREDICT = "/v1/models/model:predict"


async def exchange(reader, writer, method, path, body=b""):
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    return int(head.split()[1]), await reader.readexactly(length)


def row():
    return json.dumps({"instances": [[random.random() for _ in range(4)]]}).encode()


async def one_by_one(n=500):
    streams = await asyncio.open_connection("127.0.0.1", port)
    times = []
    for _ in range(n):
        began = time.perf_counter()
        status, _ = await exchange(*streams, "POST", PREDICT, row())
        assert status == 200
        times.append(time.perf_counter() - began)
    print("median", sorted(times)[n // 2])
    print("p99", sorted(times)[n * 99 // 100])


async def many(clients=100, each=30):
    async def client():
        streams = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(each):
            status, _ = await exchange(*streams, "POST", PREDICT, row())
            assert status == 200
    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    print("requests/s", clients * each / (time.perf_counter() - began))


async def large(rows, pause):
    body = b'{"instances": [' + b",".join([b"[0.123456,0.234567,0.345678,0.456789]"] * rows) + b"]}"
    print("bytes", len(body))
    longest = 0

    async def others():
        nonlocal longest
        streams = await asyncio.open_connection("127.0.0.1", port)
        while True:
            began = time.perf_counter()
            try:
                await exchange(*streams, "GET", "/health")
            finally:
                longest = max(longest, time.perf_counter() - began)
            await asyncio.sleep(0.01)
    other = asyncio.ensure_future(others())
    await asyncio.sleep(0.2)
    streams = await asyncio.open_connection("127.0.0.1", port, limit=2**30)
    began = time.perf_counter()
    status, _ = await exchange(*streams, "POST", PREDICT, body)
    print("status", status)
    print("answer", time.perf_counter() - began)
    other.cancel()
    await asyncio.gather(other, return_exceptions=True)
    print("others wait", longest)


asyncio.run({"one": one_by_one, "many": many, "large": lambda: large(1_650_000, 0.01),
             "medium": lambda: large(26_000, 0.01)}[kind]())
