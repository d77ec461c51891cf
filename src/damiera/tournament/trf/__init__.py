"""Tournament report files: TRF16 (with the XX records of pairing programs) and TRF-2026, read and written."""

from damiera.tournament.trf.read import TrfError, TrfProblem, TrfReport, parse_trf, read_trf
from damiera.tournament.trf.write import write_trf

__all__ = ["TrfError", "TrfProblem", "TrfReport", "parse_trf", "read_trf", "write_trf"]
