"""Sends the requests of a JSON file, all at once, and writes the answers to another file.

Arguments: port, file of a list of objects with method, path, body and headers, file of the answers. With
`sent`, only so many bytes of a request are sent. With `idle`, nothing is sent, and the connection stays open
until the other requests are answered. `raw` is the text of a whole request, and with `end` nothing follows it. The
status is 0 if there is no answer.
"""

import asyncio
import json
import sys

NO_ANSWER = {"status": 0, "headers": {}, "body": ""}


def message(request):
    if "raw" in request:
        return request["raw"].encode("latin-1")
    headers = request.get("headers") or {}
    body = (request.get("body") or "").encode()
    head = [f"{request['method']} {request['path']} HTTP/1.1", "Host: localhost", "Connection: close"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    if body and "Transfer-Encoding" in headers:
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    elif body:
        head.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(head) + "\r\n\r\n").encode() + body


async def ask(port, request, done):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    if request.get("idle"):
        await done.wait()
        writer.close()
        return NO_ANSWER
    writer.write(message(request)[: request.get("sent")])
    try:
        await writer.drain()
        if request.get("end"):
            writer.write_eof()
    except ConnectionError:
        pass  # The server has answered what it does not read.
    answer = await reader.read()
    writer.close()
    if not answer:
        return NO_ANSWER
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    return {"status": int(lines[0].split()[1]), "headers": headers, "body": body.decode()}


async def main():
    port, requests, answers = sys.argv[1:]
    with open(requests, encoding="utf-8") as file:
        requests = json.load(file)
    done = asyncio.Event()
    tasks = [asyncio.ensure_future(ask(int(port), request, done)) for request in requests]
    await asyncio.gather(*(task for task, request in zip(tasks, requests) if not request.get("idle")))
    done.set()
    results = await asyncio.gather(*tasks)
    with open(answers, "w", encoding="utf-8") as file:
        json.dump(results, file)


asyncio.run(main())
