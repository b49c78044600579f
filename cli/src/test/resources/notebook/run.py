"""Runs cells in a kernel by Jupyter's own client and prints what came back as JSON.

usage: run.py KERNEL_NAME CELLS.json
CELLS.json is a list of objects: "code", and with "interrupt_after" the kind of message after whose
first one the cell is interrupted; "queued" are cells that are sent with it at once; "complete" asks for completions of "code" in place of running it.
JUPYTER_PATH names the folder above "kernels".
"""
import json
import sys
import time

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook, output_from_msg

WAIT = 600


def collect(client, message, shown, interrupt_after=None, interrupt=None):
    """Returns outputs of a request up to idle, as a notebook would hold them."""
    outputs = []
    while True:
        got = client.get_iopub_msg(timeout=WAIT)
        if got["parent_header"].get("msg_id") != message:
            continue
        kind, content = got["msg_type"], got["content"]
        if kind == interrupt_after:
            interrupt_after = None
            interrupt()
        if kind == "status" and content["execution_state"] == "idle":
            return outputs
        if kind == "update_display_data":
            shown.append([kind, content["data"], time.time()])
        elif kind in ("execute_result", "display_data", "stream", "error"):
            outputs.append(output_from_msg(got))
            if kind == "display_data" and content.get("transient"):
                shown.append([kind, content["data"], time.time()])


def answer(client, message):
    """Returns the answer to a request on the channel of requests."""
    while True:
        got = client.get_shell_msg(timeout=WAIT)
        if got["parent_header"].get("msg_id") == message:
            return got["content"]


def by_hand(name, cells):
    manager = KernelManager(kernel_name=name)
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=WAIT)
    info = answer(client, client.kernel_info())
    results = []
    for cell in cells:
        if cell.get("complete"):
            results.append({"matches": answer(client, client.complete(cell["code"]))["matches"]})
            continue
        shown = []
        message = client.execute(cell["code"])
        behind = [client.execute(code) for code in cell.get("queued", [])]
        outputs = collect(
            client, message, shown, cell.get("interrupt_after"), manager.interrupt_kernel
        )
        result = {
            "outputs": outputs,
            "shown": shown,
            "reply": answer(client, message),
            "queued": [answer(client, each)["status"] for each in behind],
        }
        results.append(result)
    pid = manager.provisioner.pid
    manager.shutdown_kernel()
    client.stop_channels()
    return {"info": info, "cells": results, "pid": pid, "is_alive": manager.is_alive()}


def by_nbclient(name, cells):
    notebook = new_notebook(
        cells=[new_code_cell(cell["code"]) for cell in cells],
        metadata={"kernelspec": {"name": name, "display_name": name, "language": "sql"}},
    )
    NotebookClient(notebook, timeout=WAIT, kernel_name=name, allow_errors=True).execute()
    return {"cells": [{"outputs": cell["outputs"]} for cell in notebook["cells"]]}


if __name__ == "__main__":
    kernel = sys.argv[1]
    with open(sys.argv[2], encoding="utf-8") as file:
        asked = json.load(file)
    assert kernel in KernelSpecManager().find_kernel_specs(), "no kernel " + kernel
    run = by_nbclient if sys.argv[3:] == ["nbclient"] else by_hand
    print(json.dumps(run(kernel, asked)))
