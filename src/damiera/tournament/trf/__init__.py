"""Tournament report files: TRF16 (with the XX records of pairing programs) and TRF-2026, read and written."""

from damiera.tournament.trf.read import Problem, Report, TrfError, parse_trf, read_trf
from damiera.tournament.trf.write import write_trf

__all__ = ["Problem", "Report", "TrfError", "parse_trf", "read_trf", "write_trf"]
