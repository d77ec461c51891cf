"""The app in the browser: pages, forms and sockets over the use cases of `damiera.service`.

`app` wires everything and `serve` starts it; `routes` answer addresses, `messages` is the whole socket
protocol, `prints` is what an arbiter hangs up. Nothing about rules or permissions is decided in this room.
"""
