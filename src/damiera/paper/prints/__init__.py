"""Everything an arbiter prints, as PDF: lists, cards and slips, score sheets, certificates."""

from damiera.paper.prints.job import PrintedDraw, PrintError, PrintJob, unprintable
from damiera.paper.prints.kinds import KINDS, title_of
from damiera.paper.prints.make import job_pdf, pdf

__all__ = ["KINDS", "PrintError", "PrintJob", "PrintedDraw", "job_pdf", "pdf", "title_of", "unprintable"]
