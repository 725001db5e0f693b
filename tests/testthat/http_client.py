"""Sends the requests of a JSON file, all at once, and writes the answers to another file.

Arguments: port, file of a list of objects with method, path, body and headers, file of the answers.
"""

import asyncio
import json
import sys


async def ask(port, request):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = (request.get("body") or "").encode()
    head = [f"{request['method']} {request['path']} HTTP/1.1", "Host: localhost", "Connection: close"]
    head += [f"{name}: {value}" for name, value in (request.get("headers") or {}).items()]
    if body and "Transfer-Encoding" in (request.get("headers") or {}):
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    elif body:
        head.append(f"Content-Length: {len(body)}")
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode() + body)
    await writer.drain()
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    return {"status": int(lines[0].split()[1]), "headers": headers, "body": body.decode()}


async def main():
    port, requests, answers = sys.argv[1:]
    with open(requests, encoding="utf-8") as file:
        requests = json.load(file)
    results = await asyncio.gather(*(ask(int(port), request) for request in requests))
    with open(answers, "w", encoding="utf-8") as file:
        json.dump(results, file)


asyncio.run(main())
