"""Files being read, a few games at a time, between the moves of people who play."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from damiera.service.errors import ServiceError
from damiera.service.imports import ImportService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored

__all__ = ["FileImporter"]

log = logging.getLogger("damiera.web")

AGAIN_S = 5.0
"""After what went wrong while a file was read; then twice as long each time."""
LONGEST_PAUSE_S = 300.0


class FileImporter:
    """Reads files one after the other, in a thread of their own: nobody who plays waits behind a file."""

    def __init__(self, imports: ImportService, database: DatabaseThreads, coworkers: Coworkers) -> None:
        self._imports = imports
        self._database = database
        self._coworkers = coworkers
        coworkers.when_on_duty.append(self.take_up)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="damiera-import")
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def take_up(self) -> None:
        """Go on with what a former run, or a worker that is gone, left unfinished."""
        for job_id in await self._database.read(self._imports.unfinished):
            self.read(job_id)

    def read(self, job_id: str) -> None:
        """Begin to read a file that was taken in."""
        if job_id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._read(job_id))
            self._tasks[job_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(job_id, None))

    async def stop(self) -> None:
        """Leave off; the next run goes on."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._reader.shutdown(wait=True, cancel_futures=True)

    async def _read(self, job_id: str) -> None:
        """Read a file to its end; after what goes wrong on the way it goes on a while later."""
        pause_s = AGAIN_S
        while not await self._has_read(job_id, pause_s):
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _has_read(self, job_id: str, pause_s: float) -> bool:
        """Read on; return whether nothing is left to be done here."""
        loop = asyncio.get_running_loop()
        duty = f"import.{job_id}"
        try:
            if not await self._coworkers.take(duty):
                return True  # another worker reads it
            try:
                while await loop.run_in_executor(self._reader, self._imports.step, job_id):
                    await asyncio.sleep(0)
            finally:
                await self._coworkers.free(duty)
        except ServiceError as error:
            log.info("import %s: %s", job_id, error)
        except NotStored:
            return False
        except Exception:
            log.exception("import %s failed; it goes on in %g s", job_id, pause_s)
            return False
        return True
