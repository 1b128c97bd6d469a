"""Released rows, written by hand, that several of these tests read."""

from pathlib import Path

from temporal_qa.io.row import Row
from temporal_qa.released.complex_tr import import_rows
from temporal_qa.released.import_record import ImportRecord

RELEASED = Path("released.json")

LAYLA_MORAN = (
    "Layla Moran held the position of Member of the 57th Parliament of the United Kingdom from June 2017 to November "
    "2019. \n Layla Moran studied at UCL Institute of Education from September 2007 to September 2008. \n Layla Moran "
    "held the position of Member of the 58th Parliament of the United Kingdom from December 2019 to May 2023. \n Layla "
    "Moran studied at Brunel University from September 2005 to March 2007. \n Layla Moran studied at Imperial College "
    "London from September 2000 to August 2003."
)

TEMP_REASON = (
    "Lars Erik Taxell is the chair of Swedish People's Party of Finland from Jan, 1956 to Jan, 1966. \n"
    "Jan-Magnus Jansson is the chair of Swedish People's Party of Finland from Jan, 1966 to Jan, 1973."
)

MORAN = {
    "id": "L2_Q20806527_P69_0",
    "question": "Where was Layla Moran educated in November 2005?",
    "date": "November 12 2005",
    "text_answers": {"text": ["Brunel University"]},
    "fact_context": LAYLA_MORAN,
    "context": "Layla Moran is a British politician.",
}


def imported(*rows, with_passages=False):
    """The rows kept, and the record of the import."""
    record = ImportRecord()
    numbered = (Row(line, row, RELEASED) for line, row in enumerate(rows, 1))
    return list(import_rows(numbered, record, with_passages=with_passages)), record
